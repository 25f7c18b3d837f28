// Questions for a date in several languages: the hint before typing, the accepted forms,
// and the value in the result.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("A question for a date")
@MainActor
struct DateEntryTests {
    private nonisolated static let range =
        #""range":{"minimumDate":"1990-05-12","maximumDate":"2026-12-24"}"#
    private nonisolated static let birth = #"{"identifier":"q","type":"dateOnly",\#(range)}"#
    private nonisolated static let place = IndexPath(row: 0, section: 0)

    private func shown(
        _ fields: String...,
        to language: Language,
        locale: AnswerLocale = AnswerLocale(offset: .utc)
    ) throws -> TableRig {
        let rig = try TableRig(fields, locale: locale)
        rig.host.words = StepWords(language: language)
        rig.controller.appear()
        return rig
    }

    private func pick(_ text: String, in rig: TableRig) throws {
        #expect(rig.controller.receive(.entered(try rig.id("q", "picker"), text)))
    }

    /// The answer of the question in the result's JSON.
    private func answer(_ rig: TableRig) throws -> String {
        let result = try #require(rig.level.taskResult.findResult(for: "form"))
        let encoder = RSDFactory(writingDatesIn: .utc).createJSONEncoder()
        let text = String(decoding: try encoder.encode(AnyOf(result)), as: UTF8.self)
        return try #require(text.firstMatch(of: /"value" ?: ?"([^"]*)"/)).1.description
    }

    private struct AnyOf: Encodable {
        var result: any RSDResult
        init(_ result: any RSDResult) { self.result = result }
        func encode(to encoder: any Encoder) throws { try result.encode(to: encoder) }
    }

    @Test(
        "has the format of the language and country, or ISO 8601 for an unknown one",
        arguments: [
            ("de", "dd.MM.yyyy", "HH:mm"), ("de-CH", "dd.MM.yyyy", "HH:mm"),
            ("en", "yyyy-MM-dd", "HH:mm"), ("en-US", "MM/dd/yyyy", "h:mm a"),
            ("en-GB", "dd/MM/yyyy", "HH:mm"), ("en-Latn-GB", "dd/MM/yyyy", "HH:mm"),
            ("en-CA", "yyyy-MM-dd", "h:mm a"), ("en-ZZ", "yyyy-MM-dd", "HH:mm"),
            ("fr", "dd/MM/yyyy", "HH:mm"), ("fr-CA", "yyyy-MM-dd", "HH:mm"),
            ("fr-CH", "dd.MM.yyyy", "HH:mm"), ("nl", "dd-MM-yyyy", "HH:mm"),
            ("nl-BE", "dd/MM/yyyy", "HH:mm"), ("sv-SE", "yyyy-MM-dd", "HH:mm"),
            ("hu", "yyyy. MM. dd.", "HH:mm"), ("ja-JP", "yyyy/MM/dd", "HH:mm"),
            ("zh-Hant-HK", "dd/MM/yyyy", "HH:mm"), ("zh-Hant-TW", "yyyy/MM/dd", "HH:mm"),
            ("fi", "dd.MM.yyyy", "HH.mm"), ("ar-EG", "dd/MM/yyyy", "HH:mm"),
            ("es-MX", "dd/MM/yyyy", "HH:mm"), ("fa", "yyyy-MM-dd", "HH:mm"),
            ("th", "yyyy-MM-dd", "HH:mm"), ("und", "yyyy-MM-dd", "HH:mm"),
            ("en-x-us", "yyyy-MM-dd", "HH:mm"),
        ]
    )
    func styles(tag: String, day: String, time: String) {
        #expect(DateStyle(Language(tag)) == DateStyle(day: day, time: time))
        #expect(AnswerLocale(Language(tag)).dates == DateStyle(day: day, time: time))
    }

    @Test(
        "shows its format and bounds in advance, and accepts that format",
        arguments: [
            ("de-DE", "TT.MM.JJJJ, von 12.05.1990 bis 24.12.2026", "24.12.2026"),
            ("en-US", "MM/DD/YYYY, from 05/12/1990 to 12/24/2026", "12/24/2026"),
            ("en-GB", "DD/MM/YYYY, from 12/05/1990 to 24/12/2026", "24/12/2026"),
            ("en", "YYYY-MM-DD, from 1990-05-12 to 2026-12-24", "2026-12-24"),
            ("de-DE", "TT.MM.JJJJ, von 12.05.1990 bis 24.12.2026", "2026-12-24"),
            (
                "ar-EG",
                "\u{2066}يوم\u{200E}/\u{200E}شهر\u{200E}/\u{200E}سنة\u{2069}، "
                    + "من 12/05/1990 إلى 24/12/2026", "٢٤/١٢/٢٠٢٦"
            ),
        ] as [(Language, String, String)]
    )
    func unasked(language: Language, told: String, typed: String) throws {
        let rig = try shown(Self.birth, to: language)
        #expect(rig.node("q", "picker")?.accessibility.hint == told)
        try pick(typed, in: rig)
        #expect(rig.alert == nil)
        #expect(try answer(rig) == "2026-12-24")
    }

    @Test("shows the same hint in a text field, and formats its answer as typed")
    func field() throws {
        let field = #"{"identifier":"q","type":"dateOnly","uiHint":"textfield",\#(Self.range)}"#
        let rig = try shown(field, to: .german)
        let told = rig.node("q", "field")?.accessibility.hint
        #expect(told == "TT.MM.JJJJ, von 12.05.1990 bis 24.12.2026")
        try rig.answer("q", "1.2.2026")
        #expect(try answer(rig) == "2026-02-01")
        #expect(rig.controller.saveAnswer(newValue: "2026-02-03", at: Self.place))
        #expect(try rig.field("q").text == "03.02.2026")
    }

    @Test(
        "shows that the present time is a bound",
        arguments: [
            (#"{"allowFuture":false}"#, "TT.MM.JJJJ, nicht in der Zukunft"),
            (#"{"allowPast":false}"#, "TT.MM.JJJJ, nicht in der Vergangenheit"),
            (
                #"{"minimumDate":"1960-01-31","allowFuture":false}"#,
                "TT.MM.JJJJ, ab 31.01.1960, nicht in der Zukunft"
            ),
            (#"{"minimumDate":"1960-01-31"}"#, "TT.MM.JJJJ, ab 31.01.1960"),
            (#"{"maximumDate":"1960-01-31"}"#, "TT.MM.JJJJ, bis 31.01.1960"),
            (#"{"allowFuture":true}"#, "TT.MM.JJJJ"),
        ]
    )
    func boundOfNow(range: String, told: String) throws {
        let rig = try shown(#"{"identifier":"q","type":"dateOnly","range":\#(range)}"#, to: .german)
        #expect(rig.node("q", "picker")?.accessibility.hint == told)
    }

    @Test(
        "shows the format and the bounds of a year",
        arguments: [
            (#"{"minimumDate":"1920","maximumDate":"2026"}"#, "JJJJ, von 1920 bis 2026"),
            (#"{"minimumDate":"1920"}"#, "JJJJ, ab 1920"),
        ]
    )
    func year(range: String, told: String) throws {
        let rig = try shown(#"{"identifier":"q","type":"year","range":\#(range)}"#, to: .german)
        #expect(rig.node("q", "field")?.accessibility.hint == told)
        try rig.answer("q", "1919")
        #expect(rig.alert?.message.map { $0.contains("1920") } == true)
    }

    @Test(
        "explains a refused date in the language and format of the participant",
        arguments: [
            (
                "de", "gestern",
                "Geben Sie es in dieser Form ein: TT.MM.JJJJ, von 12.05.1990 bis 24.12.2026."
            ),
            ("de", "11.05.1990", "Frühestes Datum: 12.05.1990."),
            ("de", "25.12.2026", "Spätestes Datum: 24.12.2026."),
            ("en-US", "12/25/2026", "The date must be 12/24/2026 or earlier."),
            ("de", "30.02.2026", "Diesen Tag gibt es nicht."),
            ("de", "2026-02-30", "Diesen Tag gibt es nicht."),
            ("en-US", "02/29/2025", "There is no such day."),
            ("ar", "٣١/٠٤/٢٠٢٦", "لا يوجد يوم كهذا."),
            // An impossible month means another order of day and month.
            (
                "en-GB", "12/24/2026",
                "Write it in this form: DD/MM/YYYY, from 12/05/1990 to 24/12/2026."
            ),
            (
                "en-US", "24.12.2026",
                "Write it in this form: MM/DD/YYYY, from 05/12/1990 to 12/24/2026."
            ),
        ] as [(Language, String, String)]
    )
    func refused(language: Language, typed: String, told: String) throws {
        let rig = try shown(Self.birth, to: language)
        try pick(typed, in: rig)
        #expect(rig.alert?.message == told)
        #expect(try rig.cell("q").error == told)
        #expect(rig.answers.isEmpty)
    }

    @Test("asks for AM or PM on a twelve-hour clock")
    func halfOfDay() throws {
        let rig = try shown(#"{"identifier":"q","type":"time"}"#, to: "en-US")
        for text in ["10:30", "12:00", "9:30"] {
            try pick(text, in: rig)
            #expect(rig.alert?.message == "Write it in this form: hh:mm AM/PM.")
            #expect(rig.answers.isEmpty)
            rig.close()
        }
        try pick("10:30 pm", in: rig)
        #expect(try answer(rig) == "22:30:00")
    }

    @Test("changes its format, its bounds and its answer with the language")
    func otherWords() throws {
        let rig = try shown(Self.birth, to: .german)
        try pick("01.02.2026", in: rig)
        rig.host.words = StepWords(language: "en-US")
        rig.controller.wordsDidChange()
        #expect(try rig.picker("q").text == "02/01/2026")
        #expect(try rig.picker("q").dates?.form == "MM/DD/YYYY")
        #expect(try rig.picker("q").dates?.minimum == "05/12/1990")
        try pick("02/03/2026", in: rig)
        #expect(try answer(rig) == "2026-02-03")
        try pick("03.02.2026", in: rig)
        #expect(rig.alert != nil)
    }

    @Test("keeps a text being typed when the language changes")
    func otherWordsWhileTyping() throws {
        let rig = try shown(
            #"{"identifier":"q","type":"dateOnly","uiHint":"textfield"}"#,
            to: .german
        )
        try rig.enter("01.02", in: "q")
        rig.host.words = StepWords(language: "en-US")
        rig.controller.wordsDidChange()
        #expect(try rig.field("q").text == "01.02")
    }

    @Test("uses the host's own format in any language")
    func ownStyle() throws {
        let locale = AnswerLocale(dates: DateStyle(day: "yyyy/MM/dd"), offset: .utc)
        let rig = try shown(Self.birth, to: .german, locale: locale)
        #expect(try rig.picker("q").dates?.form == "JJJJ/MM/TT")
        rig.controller.wordsDidChange()
        try pick("2026/12/24", in: rig)
        #expect(try answer(rig) == "2026-12-24")
    }

    @Test("uses the task file's format, except a machine-readable one")
    func formOfTaskFile() throws {
        let field = #"{"identifier":"q","type":"date","range":{"codingFormat":"MM/yyyy"}}"#
        let rig = try shown(field, to: .german)
        #expect(rig.node("q", "picker")?.accessibility.hint == "MM/JJJJ")
        try pick("12/2026", in: rig)
        #expect(try answer(rig) == "12/2026")
        let month = #"{"identifier":"q","type":"date","range":{"codingFormat":"yyyy-MM"}}"#
        let other = try shown(month, to: .german)
        #expect(other.node("q", "picker")?.accessibility.hint == "MM.JJJJ")
        try pick("12.2026", in: other)
        #expect(try answer(other) == "2026-12")
    }

    @Test(
        "is stored in ISO 8601 in a nested form, and shown in the participant's format",
        arguments: ["detail.codable", "detail.string"]
    )
    func ofDetail(type: String) throws {
        let field =
            #"{"identifier":"q","type":"\#(type)","inputFields":["#
            + #"{"identifier":"since","type":"dateOnly"}]}"#
        let rig = try shown(field, to: .german)
        try rig.tap("q")
        let form = try #require(
            rig.controller.presentedViewController as? RSDTableStepViewController
        )
        let picker = try #require(rig.screen.first(endingIn: ["since", "picker"]))
        #expect(rig.controller.receive(.entered(picker.id, "01.02.2026")))
        form.goForward()
        let text = "\(rig.answers)"
        #expect(text.contains("2026-02-01"), "\(text)")
        #expect(try rig.cell("q").detail == "01.02.2026")
    }
}
