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

    private nonisolated static let nines = String(repeating: "9", count: 20)
    private nonisolated static let endless = String(repeating: "9", count: 400)
    private nonisolated static let cups = #""range":{"minimumValue":1,"maximumValue":9}"#
    private nonisolated static let colors =
        #""uiHint":"textfield","separator":"-","choices":[["red"],["dog","cat"]]"#

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
            (#""type":"integer""#, "36.5", .wholeNumberMessage, []),
            (#""type":"integer""#, "9007199254740993.5", .wholeNumberMessage, []),
            (#""type":"year""#, "1990.5", .wholeNumberMessage, []),
            (#""type":"integer",\#(cups)"#, "36.5", .wholeNumberMessage, []),
            (#""type":"integer""#, nines, .smallerNumberMessage, []),
            (#""type":"integer""#, "-\(nines)", .largerNumberMessage, []),
            (#""type":"integer",\#(cups)"#, nines, .tooLargeMessage, ["9"]),
            (#""type":"integer",\#(cups)"#, "-\(nines)", .tooSmallMessage, ["1"]),
            (#""type":"decimal""#, endless, .smallerNumberMessage, []),
            (#""type":"decimal",\#(cups)"#, endless, .tooLargeMessage, ["9"]),
            (#""type":"year","range":{"maximumDate":"2026"}"#, nines, .tooLateMessage, ["2026"]),
            (#""type":"multipleComponent",\#(colors)"#, "red-bird", .chooseMessage, []),
            (#""type":"height""#, "tall", .numberMessage, []),
            (#""type":"postalCode""#, "1", .postalCodeMessage, []),
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
                .tooLongMessage, ["2048"]
            ),
        ] as [(String, String, StringKey, [String])]
    )
    func languages(field: String, text: String, key: StringKey, values: [String]) throws {
        for language in [Language.english, .german, .arabic] {
            let words = StringTable.builtIn.string(key, in: language, values: values)
            #expect(try told(field, text, language) == words)
        }
    }

    @Test(
        "has a title that says whether a number is too large or too small",
        arguments: [(nines, "Die Zahl ist zu groß"), ("-" + nines, "Die Zahl ist zu klein")]
    )
    func titles(text: String, title: String) throws {
        for range in ["", ",\(Self.cups)"] {
            let rig = try TableRig([#"{"identifier":"a","type":"integer"\#(range)}"#])
            rig.host.words = StepWords(language: .german)
            rig.controller.appear()
            #expect(!rig.controller.saveAnswer(newValue: text, at: IndexPath(row: 0, section: 0)))
            #expect(rig.alert?.title == title)
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
