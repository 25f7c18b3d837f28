// Each kind of step as a row of a table: what a task file says of it, what is to be read of it in each language,
// and what is typed as an answer.

import Testing
import ViewTree

/// A kind of step.
struct ShownStep: Sendable, CustomTestStringConvertible {
    /// An answer: what is typed, and what the file of answers then has.
    struct Answer: Sendable {
        var keys: String
        var lines: String
        var kept: String
        /// What stands on the whole screen as soon as it is taken; `nil` where the keys have then left the
        /// field and are at what leads on.
        var sign: String?
    }

    var name: String
    /// The step in JSON, with the words of the language.
    var json: @Sendable ([String]) -> String
    /// The framework's own words that are to be read.
    var told: [StringKey] = []
    /// What else is to be read.
    var signs: [String] = []
    /// What is to be read of dates, in each language.
    var dates: [Language: [String]] = [:]
    var answer: Answer?
    /// The lines of JSON for a step that comes before it, and the keys and the lines that lead on from there.
    var before: (json: String, keys: String, lines: String)?

    var testDescription: String { name }

    /// The texts of the task files.
    static let words: [Language: [String]] = [
        "en": ["Walking", "Standing", "Sitting"], "de": ["Gehen", "Überqueren", "Füße"],
        "ar": ["المشي", "الوقوف", "الجلوس"],
    ]

    func task(in language: Language) -> String {
        let steps = [before?.json, json(Self.words[language.base] ?? [])].compactMap(\.self)
        return #"{"identifier":"Visit","steps":[\#(steps.joined(separator: ","))]}"#
    }

    /// All words that are to be read in a language, none with a space in it.
    func wanted(in language: Language) -> [String] {
        let own = Self.words[language.base] ?? []
        let text = json(own)
        let used = own.filter { text.contains($0) }
        let told = told.map { StringTable.builtIn.string($0, in: language) }
        return (used + told + signs + (dates[language.base] ?? []))
            .flatMap { $0.split(separator: " ").map(String.init) }
    }

    private static func step(_ type: String, _ keys: String = "") -> @Sendable ([String]) -> String
    {
        { words in
            """
            {"identifier":"here","type":"\(type)","title":"\(words[0])","text":"\(words[1])",
             "detail":"\(words[2])"\(keys)}
            """
        }
    }

    /// A form of one question.
    private static func form(_ keys: String) -> @Sendable ([String]) -> String {
        { words in
            """
            {"identifier":"here","type":"form","title":"\(words[0])","text":"\(words[1])",
             "inputFields":[{"identifier":"q","prompt":"\(words[2])",\(keys)}]}
            """
        }
    }

    private static let choices = #""choices":["a","b","c"]"#
    private static let range =
        #""range":{"minimumDate":"1990-01-31","maximumDate":"2030-12-24"}"#

    static let all: [ShownStep] = [
        ShownStep(name: "instruction", json: step("instruction"), told: [.done]),
        ShownStep(name: "overview", json: step("overview"), told: [.cancel]),
        ShownStep(name: "completion", json: step("completion"), told: [.done]),
        ShownStep(
            name: "countdown",
            json: step("countdown", #","duration":600"#),
            told: ["spoken.timeLeft", .cancel]
        ),
        ShownStep(
            name: "active step",
            json: step("active", #","duration":600,"commands":["startTimerAutomatically"]"#),
            told: ["spoken.timeLeft", .cancel]
        ),
        ShownStep(
            name: "section",
            json: {
                #"{"identifier":"part","type":"section","steps":[\#(step("instruction")($0))]}"#
            },
            told: [.done]
        ),
        ShownStep(
            name: "subtask",
            json: { words in
                #"{"identifier":"part","type":"subtask","task":{"identifier":"inner","steps":["#
                    + step("instruction")(words) + "]}}"
            },
            told: [.done]
        ),
        ShownStep(
            name: "feedback",
            json: step("feedback", #","resultIdentifier":"count","unitText":"xyz""#),
            told: [.done],
            signs: ["71", "xyz"],
            before: (
                #"{"identifier":"ask","type":"form","inputFields":[{"identifier":"count","type":"integer"}]}"#,
                "71\r\r", "71\n\n"
            )
        ),
        ShownStep(name: "picture", json: step("imagePicker"), told: ["spoken.camera"]),
        ShownStep(
            name: "form with a choice",
            json: form(#""type":"singleChoice.string",\#(choices)"#),
            told: [.required],
            signs: ["1", "2", "3", "a", "b", "c"],
            answer: Answer(keys: "2", lines: "2\n", kept: #""here_q":"b""#, sign: "(•)")
        ),
        ShownStep(
            name: "form with choices",
            json: form(#""type":"multipleChoice.string",\#(choices)"#),
            told: [.required],
            signs: ["1", "2", "3", "a", "b", "c"],
            answer: Answer(keys: "3", lines: "3\n", kept: #""here_q":["c"]"#, sign: "[x]")
        ),
        ShownStep(
            name: "form with yes and no",
            json: form(#""type":"boolean""#),
            told: [.yes, .no, .required],
            answer: Answer(keys: "1", lines: "1\n", kept: #""here_q":true"#, sign: "(•)")
        ),
        ShownStep(
            name: "form with a number",
            json: form(#""type":"integer""#),
            told: [.required],
            answer: Answer(keys: "71\r", lines: "71\n", kept: #""here_q":71"#)
        ),
        ShownStep(
            name: "form with a text",
            json: form(#""type":"string""#),
            told: [.required],
            answer: Answer(keys: "Ada\r", lines: "Ada\n", kept: #""here_q":"Ada""#)
        ),
        ShownStep(
            name: "form with a column",
            json: form(
                #""type":"integer","uiHint":"picker","range":{"minimumValue":11,"maximumValue":19}"#
            ),
            told: [.required],
            answer: Answer(keys: "\u{1B}[H", lines: "11\n", kept: #""here_q":11"#, sign: "1/9")
        ),
        ShownStep(
            name: "form with a date",
            json: form(#""type":"dateOnly",\#(range)"#),
            told: [.required],
            dates: [
                "en": ["MM/DD/YYYY", "01/31/1990", "12/24/2030"],
                "de": ["TT.MM.JJJJ", "31.01.1990", "24.12.2030"],
                "ar": ["يوم", "شهر", "سنة", "31/01/1990", "24/12/2030"],
            ],
            answer: Answer(
                keys: "2026-12-24\r",
                lines: "2026-12-24\n",
                kept: #""here_q":"2026-12-24""#
            )
        ),
        ShownStep(
            name: "form with a form",
            json: form(
                #""type":"detail.codable","inputFields":[{"identifier":"n","type":"string"}]"#
            )
        ),
    ]
}
