// The keyboard of a question, and the treatment of typed text.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("The text field of a question")
@MainActor
struct TextEntryTests {
    private func field(
        _ keys: String,
        locale: AnswerLocale = AnswerLocale(offset: .utc)
    ) throws -> TextFieldContent {
        let form = try TableRig.form([#"{"identifier":"a",\#(keys)}"#], locale: locale)
        return TextFieldContent(FormQuestion(form.inputFields[0], locale: locale))
    }

    @Test(
        "has the keyboard that fits its answers",
        arguments: [
            ("integer", .number), ("year", .number), ("decimal", .decimal),
            ("fraction", .numbersAndPunctuation), ("duration", .numbersAndPunctuation),
            ("dateOnly", .numbersAndPunctuation), ("bloodPressure", .numbersAndPunctuation),
            ("height", .decimal), ("weight.child", .decimal), ("postalCode", .text),
            ("string", .text), ("codable", .text), ("detail", .text), ("mine", .text),
        ] as [(String, TextFieldContent.Keyboard)]
    )
    func keys(type: String, keyboard: TextFieldContent.Keyboard) throws {
        #expect(try field(#""type":"\#(type)""#).keyboard == keyboard)
    }

    @Test(
        "has the keyboard that the task file requests",
        arguments: [
            ("default", .number), ("asciiCapable", .ascii), ("URL", .address),
            ("numbersAndPunctuation", .numbersAndPunctuation), ("numberPad", .number),
            ("asciiCapableNumberPad", .number), ("phonePad", .phone), ("namePhonePad", .text),
            ("emailAddress", .email), ("decimalPad", .decimal), ("twitter", .text),
            ("webSearch", .text), ("runes", .number),
        ] as [(String, TextFieldContent.Keyboard)]
    )
    func told(word: String, keyboard: TextFieldContent.Keyboard) throws {
        let keys = #""type":"integer","textFieldOptions":{"keyboardType":"\#(word)"}"#
        #expect(try field(keys).keyboard == keyboard)
    }

    @Test("applies all text options of the task file")
    func options() throws {
        let told = try field(
            #""type":"string","uiHint":"multipleLine","placeholder":"Here","textFieldOptions":{"#
                + #""maximumLength":9,"isSecureTextEntry":true,"autocapitalizationType":"words","#
                + #""autocorrectionType":"no","spellCheckingType":"yes"}"#
        )
        #expect(
            told
                == TextFieldContent(
                    placeholder: "Here",
                    keyboard: .text,
                    isSecure: true,
                    hasSeveralLines: true,
                    maximumLength: 9,
                    capitalization: .words,
                    corrects: false,
                    checksSpelling: true,
                    returnKey: .newLine
                )
        )
        let any = try field(#""type":"string","textFieldOptions":{"maximumLength":0}"#)
        #expect(any == TextFieldContent(capitalization: .sentences))
    }

    @Test("neither corrects nor capitalises passwords and numbers")
    func secret() throws {
        let secret = try field(#""type":"string","textFieldOptions":{"isSecureTextEntry":true}"#)
        #expect(secret.corrects == false && secret.checksSpelling == false)
        #expect(secret.capitalization == .none)
        #expect(try field(#""type":"integer""#).capitalization == .none)
        #expect(try field(#""type":"postalCode""#).capitalization == .allCharacters)
    }

    @Test("shows the unit of a number")
    func units() throws {
        let american = AnswerLocale(regionCode: "US")
        #expect(try field(#""type":"height""#).unit == "cm")
        #expect(try field(#""type":"weight""#).unit == "kg")
        #expect(try field(#""type":"height""#, locale: american).unit == nil)
        #expect(
            try field(#""type":"height""#, locale: american).keyboard == .numbersAndPunctuation
        )
        #expect(try field(#""type":"duration""#).unit == nil)
        #expect(try field(#""type":"integer","range":{"unit":"steps"}"#).unit == "steps")
    }
}
