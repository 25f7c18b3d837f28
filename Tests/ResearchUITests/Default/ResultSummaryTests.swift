// A summary of an answer of the task, in the texts and number format of the host's language.

import Foundation
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("A summary of a result")
@MainActor
struct ResultSummaryTests {
    /// The text of the summary of an answer from the level around the section.
    private func told(
        _ value: AnswerValue,
        _ type: RSDAnswerResultType = RSDAnswerResultType(baseType: .codable),
        unit: String? = nil,
        words: StepWords = StepWords(),
        asking: [any RSDStep] = []
    ) -> String? {
        let step = RSDResultSummaryStepObject(identifier: "s")
        step.resultIdentifier = "tapCount"
        step.resultTitle = "You made"
        step.unitText = unit
        let level = RSDTaskViewModel(
            task: RSDTaskObject(identifier: "T", steps: asking),
            timekeeper: ManualTimekeeper()
        )
        level.taskResult.stepHistory = [
            RSDAnswerResultObject(
                identifier: "tapCount",
                answerType: type,
                value: value,
                startDate: Date(timeIntervalSince1970: 0)
            )
        ]
        let section = RSDSectionStepObject(identifier: "S", steps: [step])
        let inner = RSDTaskViewModel(task: section, parent: level, timekeeper: level.timekeeper)
        let controller = RSDResultSummaryStepViewController(step: step, parent: inner)
        let host = WrittenHost(services: .silent)
        host.words = words
        controller.host = host
        controller.appear()
        func text(_ path: String) -> String? {
            guard case .label(let label)? = controller.screen.node(ViewID(path))?.content else {
                return nil
            }
            return label.text
        }
        #expect(text("screen/s/body/resultTitle") == "You made")
        return text("screen/s/body/result")
    }

    @Test(
        "shows an answer of the level around it, with the unit",
        arguments: [
            (AnswerValue.integer(142), "142 taps"), (.decimal(2.5), "2.5 taps"),
            (.decimal(3.0), "3 taps"), (.decimal(1.0 / 3), "0.33 taps"),
            (.string("many"), "many taps"),
        ]
    )
    func unit(value: AnswerValue, shown: String) {
        #expect(told(value, unit: "taps") == shown)
    }

    private static func type(_ word: String, unit: String? = nil) -> RSDAnswerResultType {
        var type = RSDFormDataType(rawValue: word).answerType()
        type.unit = unit ?? type.unit
        return type
    }

    /// 3 February 2026, 16:05:30 UTC.
    private nonisolated static let moment = Date(timeIntervalSince1970: 1_770_134_730)
    private static let languages = ["en", "en-US", "de", "ar"]

    @Test(
        "formats numbers, measures, dates, yes and no in the host's language",
        arguments: [
            ("decimal", .decimal(1234.567), ["1234.57", "1234.57", "1234,57", "1234.57"]),
            ("boolean", .boolean(true), ["Yes", "Yes", "Ja", "نعم"]),
            ("boolean", .boolean(false), ["No", "No", "Nein", "لا"]),
            (
                "dateOnly", .date(moment),
                ["2026-02-03", "02/03/2026", "03.02.2026", "03/02/2026"]
            ),
            ("time", .date(moment), ["16:05", "4:05 PM", "16:05", "16:05"]),
            (
                "timestamp", .date(moment),
                [
                    "2026-02-03 16:05", "02/03/2026 4:05 PM", "03.02.2026 16:05",
                    "03/02/2026 16:05",
                ]
            ),
            ("height", .decimal(172.72), ["172.7 cm", "5 ft 8 in", "172,7 cm", "172.7 cm"]),
            ("duration", .decimal(90.5), ["90.5 s", "90.5 s", "90,5 s", "90.5 s"]),
            ("fraction", .decimal(1.75), ["1 3/4", "1 3/4", "1 3/4", "1 3/4"]),
            ("fraction", .decimal(1 / 17), ["0.06", "0.06", "0,06", "0.06"]),
            (
                "multipleChoice.decimal", .array([.decimal(0.5), .decimal(2)]),
                ["0.5, 2", "0.5, 2", "0,5, 2", "0.5، 2"]
            ),
            (
                "codable",
                .codable(.object(["a": .boolean(true), "b": .array([.number(1.5), .null])])),
                [
                    "a: Yes, b: 1.5, –", "a: Yes, b: 1.5, –", "a: Ja, b: 1,5, –",
                    "a: نعم، b: 1.5، –",
                ]
            ),
        ] as [(String, AnswerValue, [String])]
    )
    func languages(type: String, value: AnswerValue, told texts: [String]) {
        for (language, text) in zip(Self.languages, texts) {
            var words = StepWords(language: Language(language))
            words.locale.offset = .utc
            #expect(told(value, Self.type(type), words: words) == text, "\(language)")
        }
    }

    @Test("keeps the parts of a task file's own date format, and uses the host's format")
    func forms() {
        var words = StepWords(language: .german)
        words.locale.offset = .utc
        var type = RSDAnswerResultType(baseType: .date)
        for (format, text) in [
            ("yyyy-MM", "02.2026"), ("yyyy", "2026"), ("HH", "16"),
            ("yyyy-MM-dd HH", "2026-02-03 16"),
            ("d/M/yyyy", "3/2/2026"), ("h:mm a", "4:05 PM"),
        ] {
            type.dateFormat = format
            #expect(told(.date(Self.moment), type, words: words) == text)
        }
        words.locale.dates = DateStyle(day: "d.M.yy")
        #expect(told(.date(Self.moment), Self.type("dateOnly"), words: words) == "3.2.26")
    }

    @Test("shows the answer's unit once, or the step's own unit with the stored number")
    func units() {
        #expect(told(.integer(7), Self.type("integer", unit: "steps")) == "7 steps")
        #expect(told(.integer(7), Self.type("integer", unit: "steps"), unit: "paces") == "7 paces")
        #expect(told(.decimal(172.72), Self.type("height")) == "172.7 cm")
        let american = StepWords(language: "en-US")
        #expect(
            told(.decimal(172.72), Self.type("height"), unit: "cm", words: american) == "172.72 cm"
        )
    }

    @Test(
        "uses the decimal separator of the country",
        arguments: [
            ("en", "."), ("de", ","), ("de-AT", ","), ("de-CH", "."), ("fr-CA", ","),
            ("es-MX", "."), ("es-419", "."), ("es-Latn-419", "."), ("es-4199", ","),
            ("es-4a9", ","),
            ("ar", "."), ("und", "."), ("", "."), ("pt-Latn-BR", ","), ("de-x-ch", ","),
            ("af", ","), ("az", ","), ("be", ","), ("bs", ","), ("ca-ES", ","), ("eu", ","),
            ("gl", ","), ("hy", ","), ("ka", ","), ("kk", ","), ("mk", ","), ("sq", ","),
            ("vi-VN", ","), ("fo", ","), ("ky-KG", ","), ("lb-LU", ","), ("uz-Latn-UZ", ","),
            ("tg", ","), ("es-CU", "."), ("es-BZ", "."), ("es-AR", ","),
        ] as [(String, Character)]
    )
    func separators(tag: String, separator: Character) {
        #expect(AnswerLocale(Language(tag)).decimalSeparator == separator)
    }

    @Test("has the region of a language tag as its country", arguments: ["es-419", "es-Latn-419"])
    func regions(tag: String) {
        #expect(AnswerLocale(Language(tag)).regionCode == "419")
    }

    @Test("uses the locale of the run's forms, whatever the language is")
    func formsOfRun() throws {
        let date = Date(timeIntervalSince1970: 1_770_134_730)
        for (separator, word, text) in [(".", "de", "1.5"), (",", "en", "1,5")] {
            let locale = AnswerLocale(
                decimalSeparator: Character(separator),
                offset: UTCOffset(secondsFromGMT: 7200, identifier: "Europe/Kyiv")
            )
            let form = try TableRig.form([#"{"identifier":"q","type":"decimal"}"#], locale: locale)
            let section = RSDSectionStepObject(identifier: "inner", steps: [form])
            let subtask = RSDSubtaskStepObject(
                task: RSDTaskObject(identifier: "sub", steps: [form])
            )
            let words = StepWords(language: Language(word))
            for asking: any RSDStep in [form, section, subtask] {
                let first = Steps.instruction("first")
                let told = told(
                    .decimal(1.5),
                    Self.type("decimal"),
                    words: words,
                    asking: [first, asking]
                )
                #expect(told == text)
                let time = self.told(
                    .date(date),
                    Self.type("time"),
                    words: words,
                    asking: [asking]
                )
                #expect(time == "18:05")
            }
        }
    }

    @Test("uses the language's number format, unless the host gives another")
    func followsLanguage() {
        var words = StepWords()
        words.language = .german
        #expect(told(.decimal(0.5), Self.type("decimal"), words: words) == "0,5")
        words.locale = AnswerLocale(decimalSeparator: "·")
        words.language = .english
        #expect(told(.decimal(0.5), Self.type("decimal"), words: words) == "0·5")
    }

    @Test("uses the host's number format in place of the language's")
    func ownLocale() {
        let words = StepWords(language: .german, locale: AnswerLocale(decimalSeparator: "·"))
        #expect(told(.decimal(0.5), Self.type("decimal"), words: words) == "0·5")
    }
}
