// Dates as people of several countries write them. What comes of a text is one date, the one that its writer
// meant, or none.

import FoundationEssentials
import Testing
import Timebase

@testable import Research

@Suite("A date as somebody writes it")
struct DateWritingTests {
    private static let german = DateStyle(day: "dd.MM.yyyy")
    private static let british = DateStyle(day: "dd/MM/yyyy")
    private static let american = DateStyle(day: "MM/dd/yyyy", time: "h:mm a")
    private static let hungarian = DateStyle(day: "yyyy. MM. dd.")
    private static let dutch = DateStyle(day: "dd-MM-yyyy")
    private static let japanese = DateStyle(day: "yyyy/MM/dd")
    private static let finnish = DateStyle(day: "dd.MM.yyyy", time: "HH.mm")
    static let styles = [german, british, american, hungarian, dutch, japanese, finnish, .iso]

    private static let day = "yyyy-MM-dd"
    private static let month = "yyyy-MM"
    private static let time = "HH:mm:ss"
    private static let instant = "yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ"

    private func writing(_ coded: String, _ style: DateStyle) throws -> DateWriting {
        DateWriting(try #require(DatePattern(coded)), as: style)
    }

    /// What a text that is typed stands for in a result; `nil` for no date.
    private func read(_ text: String, _ coded: String, _ style: DateStyle) throws -> String? {
        let writing = try writing(coded, style)
        return writing.date(from: text) { _ in .utc }
            .flatMap { writing.coded.text(for: $0) { _ in .utc } }
    }

    @Test(
        "is shown in the order and with the signs of the language, as far as the question asks",
        arguments: [
            (day, german, "dd.MM.yyyy"), (day, american, "MM/dd/yyyy"), (day, .iso, day),
            (month, german, "MM.yyyy"), (month, american, "MM/yyyy"), (month, dutch, "MM-yyyy"),
            (month, hungarian, "yyyy. MM."), (month, japanese, "yyyy/MM"), (month, .iso, month),
            (time, german, "HH:mm"), (time, american, "h:mm a"), (time, finnish, "HH.mm"),
            ("HH:mm", british, "HH:mm"), (instant, german, "dd.MM.yyyy HH:mm"),
            (instant, american, "MM/dd/yyyy h:mm a"),
            ("yyyy-MM-dd HH:mm", british, "dd/MM/yyyy HH:mm"), ("yyyy", german, "yyyy"),
            // The task file's own form stays.
            ("MMM d, yyyy", german, "MMM d, yyyy"), ("dd/MM/yy", american, "dd/MM/yy"),
            ("h:mm a", german, "h:mm a"), ("MM-dd", british, "MM-dd"),
            ("yyyyMMdd", dutch, "yyyyMMdd"),
            // A style that is none.
            (day, DateStyle(day: "QQQ"), day),
        ] as [(String, DateStyle, String)]
    )
    func formats(coded: String, style: DateStyle, format: String) throws {
        #expect(try writing(coded, style).format == format)
    }

    @Test("is read as it was written, each day of years of every kind", arguments: styles)
    func days(style: DateStyle) throws {
        let writing = try writing(Self.day, style)
        for year in [1900, 1999, 2000, 2024, 2026, 2100] {
            let first = try #require(DatePattern.dateOnly.date(from: "\(year)-01-01") { _ in .utc })
            for day in 0..<366 {
                let date = first.addingTimeInterval(Double(day) * 86_400)
                let text = try #require(writing.text(for: date) { _ in .utc })
                #expect(writing.date(from: text) { _ in .utc } == date, "\(text)")
                let iso = try #require(DatePattern.dateOnly.text(for: date) { _ in .utc })
                #expect(writing.date(from: iso) { _ in .utc } == date, "\(iso)")
            }
        }
    }

    @Test(
        "of another country is no date, where not both mean the same day by it",
        arguments: styles
    )
    func abroad(style: DateStyle) throws {
        let (own, american) = (try writing(Self.day, style), try writing(Self.day, Self.american))
        let first = try #require(DatePattern.dateOnly.date(from: "2026-01-01") { _ in .utc })
        for other in Self.styles {
            let other = try writing(Self.day, other)
            for day in 0..<365 {
                let date = first.addingTimeInterval(Double(day) * 86_400)
                let text = try #require(other.text(for: date) { _ in .utc })
                let read = own.date(from: text) { _ in .utc }
                // Of two that divide by the same sign, each means its own: here one has to know the language.
                let isSameSign = text.contains("/") && !text.hasPrefix("2026")
                let isAmerican =
                    (own.format == american.format) != (other.format == american.format)
                #expect(read == nil || read == date || isSameSign && isAmerican, "\(text)")
            }
        }
    }

    @Test("is read at each minute of a day", arguments: styles)
    func minutes(style: DateStyle) throws {
        let writing = try writing(Self.instant, style)
        let first = try #require(DatePattern.dateOnly.date(from: "2026-12-24") { _ in .utc })
        for minute in 0..<1440 {
            let date = first.addingTimeInterval(Double(minute) * 60)
            let text = try #require(writing.text(for: date) { _ in .utc })
            #expect(writing.date(from: text) { _ in .utc } == date, "\(text)")
        }
        // Nothing of what is there is left out.
        let odd = first.addingTimeInterval(15)
        let text = try #require(writing.text(for: odd) { _ in .utc })
        #expect(writing.date(from: text) { _ in .utc } == odd, "\(text)")
        #expect(text != writing.text(for: odd, tellsSeconds: false) { _ in .utc })
    }

    @Test(
        "may be typed with the digits, signs and spaces that people have",
        arguments: [
            ("24.12.2026", day, german, "2026-12-24"), ("24. 12. 2026", day, german, "2026-12-24"),
            ("1.2.2026", day, german, "2026-02-01"), ("1/2/2026", day, american, "2026-01-02"),
            ("1/2/2026", day, british, "2026-02-01"), ("2026-12-24", day, german, "2026-12-24"),
            ("2026.12.24", day, hungarian, "2026-12-24"),
            ("2026. 12. 24.", day, hungarian, "2026-12-24"),
            ("٢٤/١٢/٢٠٢٦", day, british, "2026-12-24"), ("۲۴/۱۲/۲۰۲۶", day, british, "2026-12-24"),
            ("٢٤\u{200F}/١٢\u{200F}/٢٠٢٦", day, british, "2026-12-24"),
            ("٢٤؍١٢؍٢٠٢٦", day, british, "2026-12-24"), ("٢٠٢٦-١٢-٢٤", day, british, "2026-12-24"),
            ("२४/१२/२०२६", day, british, "2026-12-24"), ("2026‑12‑24", day, dutch, "2026-12-24"),
            ("12.2026", month, german, "2026-12"), ("2026-12", month, german, "2026-12"),
            ("2:30 PM", time, american, "14:30:00"), ("2:30pm", time, american, "14:30:00"),
            ("2:30 p. m.", time, american, "14:30:00"),
            ("2:30\u{202F}p.m.", time, british, "14:30:00"),
            ("12:05 AM", time, american, "00:05:00"),
            ("14:30", time, american, "14:30:00"), ("09:30", time, american, "09:30:00"),
            ("00:15", time, american, "00:15:00"), ("13:00", time, american, "13:00:00"),
            ("2026-12-24T10:30", instant, american, "2026-12-24T10:30:00.000Z"),
            ("10:30", time, german, "10:30:00"), ("12:00", time, german, "12:00:00"),
            ("10:30 AM", time, american, "10:30:00"), ("12:00 pm", time, american, "12:00:00"),
            // The whole form of the result, as files of answers have it.
            ("10:30:00", time, american, "10:30:00"),
            ("9:30", time, german, "09:30:00"), ("9.30", time, finnish, "09:30:00"),
            ("07:30:15", time, american, "07:30:15"), ("7:30:15", time, german, "07:30:15"),
            ("9:15:30 PM", time, american, "21:15:30"), ("9:15:30 PM", time, german, "21:15:30"),
            ("12/24/2026, 9:15:30 PM", instant, american, "2026-12-24T21:15:30.000Z"),
            ("24.12.2026, 14:30", instant, german, "2026-12-24T14:30:00.000Z"),
            ("12/24/2026, 2:30 PM", instant, american, "2026-12-24T14:30:00.000Z"),
            ("12/24/2026 14:30", instant, american, "2026-12-24T14:30:00.000Z"),
            ("2026-12-24 14:30", instant, american, "2026-12-24T14:30:00.000Z"),
            ("2026-12-24T14:30", instant, german, "2026-12-24T14:30:00.000Z"),
            ("2026-12-24T14:30:00.250+01:00", instant, american, "2026-12-24T13:30:00.250Z"),
            // By the task file's own form.
            ("Dec 24, 2026", "MMM d, yyyy", german, "Dec 24, 2026"),
            ("2026-12-24", "MMM d, yyyy", german, "Dec 24, 2026"),
            ("9:15:30 PM", "h:mm:ss a", american, "9:15:30 PM"),
            ("9:15:30 PM", "h:mm:ss a", german, "9:15:30 PM"),
            ("٢٤/١٢/٢٦", "dd/MM/yy", german, "24/12/26"),
        ] as [(String, String, DateStyle, String)]
    )
    func typed(text: String, coded: String, style: DateStyle, answer: String) throws {
        #expect(try read(text, coded, style) == answer)
    }

    @Test(
        "is none where it is impossible, or two people would read two dates",
        arguments: [
            // Which century, or which part, nobody can tell.
            ("24.12.26", day, german), ("1/2/26", day, american), ("01-02-03", day, .iso),
            // The signs are those of others, who may have another order.
            ("24/12/2026", day, german), ("24.12.2026", day, british), ("01/02/2026", day, .iso),
            ("24-12-2026", day, german), ("12/24/2026", day, german),
            // No such day.
            ("30.02.2026", day, german), ("29.02.2025", day, german), ("31.04.2026", day, german),
            ("00.01.2026", day, german), ("24/12/2026", day, american),
            ("12/24/2026", day, british),
            ("2026-13-01", day, german), ("13.2026", month, german),
            // No whole date, or more than one.
            ("24.12.", day, german), ("24.12.2026 25.12.2026", day, german), ("", day, german),
            ("24.12.2026 14:30", day, german), ("24 12 2026", day, german), ("May", day, german),
            ("24.12.02026", day, german), ("-24.12.2026", day, german),
            // Another calendar.
            ("24/12/2569", day, british), ("1405-10-03", day, .iso),
            // Before noon or after it.
            ("10:30", time, american), ("11:15", time, american), ("12:00", time, american),
            ("١٠:٣٠", time, american), ("2026-12-24 10:30", instant, american),
            ("12/24/2026 12:00", instant, american), ("10:30", "HH:mm", american),
            ("9:30", time, american), ("13:30 PM", time, american), ("0:30 AM", time, american),
            ("12/24/2026 9:30", instant, american), ("24:00", time, german),
            ("12:60", time, german),
            // Seconds that the answer would not have.
            ("09:30:15", "HH:mm", german),
            ("24.12.26", "dd.MM.yyyy", american),
        ] as [(String, String, DateStyle)]
    )
    func refused(text: String, coded: String, style: DateStyle) throws {
        #expect(try read(text, coded, style) == nil)
    }

    @Test(
        "is asked for in letters of the language",
        arguments: [
            ("dd.MM.yyyy", "TT.MM.JJJJ"), ("dd.MM.yy", "TT.MM.JJ"),
            ("dd.MM.yyyy HH:mm", "TT.MM.JJJJ hh:mm"), ("h:mm:ss a", "hh:mm:ss AM/PM"),
            ("MMM d, yyyy", "Jan TT, JJJJ"), ("MMMM yyyy", "January JJJJ"),
            ("HH:mm:ss.SSSZZZZZ", "hh:mm:ss.000+00:00"), ("HH:mmZ", "hh:mm+0000"), ("QQ", "QQ"),
        ]
    )
    func letters(format: String, form: String) {
        let letters = DateLetters(
            year: "JJJJ",
            month: "MM",
            day: "TT",
            hour: "hh",
            minute: "mm",
            second: "ss"
        )
        #expect(letters.form(of: format) == form)
    }

    @Test("is asked for in words from right to left in the order in which its numbers stand")
    func wordsFromRight() {
        let letters = DateLetters(
            year: "سنة",
            month: "شهر",
            day: "يوم",
            hour: "",
            minute: "",
            second: ""
        )
        let form = "\u{2066}يوم\u{200E}/\u{200E}شهر\u{200E}/\u{200E}سنة\u{2069}"
        #expect(letters.form(of: "dd/MM/yyyy") == form)
    }
}
