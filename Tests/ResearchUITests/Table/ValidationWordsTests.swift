// What a participant is told of something that is no answer, in his own language.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("What is told of something that is no answer")
@MainActor
struct ValidationWordsTests {
    private nonisolated static let letters = #""textFieldOptions":{"textValidator":"^[a-z]+$"}"#
    private nonisolated static let slow = #""textFieldOptions":{"textValidator":"(.*)*[xy]"}"#

    private func told(
        _ field: String,
        _ answer: Any,
        _ language: Language
    ) throws -> String? {
        let rig = try TableRig(
            [#"{"identifier":"a",\#(field)}"#],
            locale: AnswerLocale(regionCode: "CA", offset: .utc)
        )
        rig.host.words = StepWords(language: language)
        rig.controller.appear()
        #expect(!rig.controller.saveAnswer(newValue: answer, at: IndexPath(row: 0, section: 0)))
        #expect(try rig.cell(rig.node("a") == nil ? "a[0]" : "a").error == rig.alert?.message)
        return rig.alert?.message
    }

    @Test(
        "is in the participant's language",
        arguments: [
            (#""type":"integer""#, "x", .numberMessage, []),
            (#""type":"height""#, "tall", .numberMessage, []),
            (#""type":"postalCode""#, "1", .postalCodeMessage, []),
            (#""type":"dateOnly""#, "May", .dateMessage, ["yyyy-MM-dd"]),
            (#""type":"boolean","uiHint":"checkbox""#, "perhaps", .yesOrNoMessage, []),
            (#""type":"boolean""#, "perhaps", .chooseMessage, []),
            (#""type":"singleChoice","choices":["a","b"]"#, "c", .chooseMessage, []),
            (#""type":"bloodPressure""#, "high", .bloodPressureMessage, []),
            (#""type":"string",\#(letters)"#, "A", .otherFormMessage, []),
            (
                #""type":"string",\#(slow)"#, String(repeating: "a", count: 4096),
                .uncheckableMessage, ["(.*)*[xy]"]
            ),
            (
                #""type":"string","textFieldOptions":{"maximumLength":2}"#, "abc", .tooLongMessage,
                ["2"]
            ),
            (#""type":"string""#, String(repeating: "a", count: 4097), .tooLongMessage, ["4096"]),
            (
                #""type":"string",\#(letters)"#, String(repeating: "é", count: 2049),
                .tooLongMessage, ["1024"]
            ),
        ] as [(String, String, StringKey, [String])]
    )
    func languages(field: String, text: String, key: StringKey, values: [String]) throws {
        for language in [Language.english, .german, .arabic] {
            let words = StringTable.builtIn.string(key, in: language, values: values)
            #expect(try told(field, text, language) == words)
        }
    }

    @Test("is in the participant's language also where a value is of another type")
    func otherType() throws {
        let german = "Das ist keine Antwort auf die Frage."
        #expect(try told(#""type":"integer""#, true, .german) == german)
        #expect(try told(#""type":"integer""#, Steps.self, .german) == german)
    }

    @Test("is what the task file says, except where the task file is at fault")
    func ownMessage() throws {
        func keys(_ pattern: String) -> String {
            #""type":"string","textFieldOptions":{"textValidator":"\#(pattern)","invalidMessage":"No!"}"#
        }
        #expect(try told(keys("^[a-z]+$"), "A", .german) == "No!")
        let words = try told(keys("(.*)*[xy]"), String(repeating: "a", count: 4096), .english)
        #expect(words?.hasPrefix("The answer cannot be checked.") == true)
    }

    @Test("is what an app has thrown, where it gives no reason")
    func ofApp() {
        let context = RSDInputFieldError.Context(
            identifier: "a",
            value: nil,
            answerType: RSDAnswerResultType(baseType: .string),
            message: "Not today."
        )
        let told = ValidationWords(
            .invalidType(context),
            question: nil,
            words: StepWords(language: .german)
        )
        #expect(told.message == "Not today." && told.title == "Ungültige Antwort")
    }
}
