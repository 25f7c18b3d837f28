// What nobody would think of typing: a form must say no to it, and not fall over.

import FoundationEssentials
import Research
import Testing
import Timebase

/// Makes questions and what is entered into them.
private struct Whims {
    var random: SplitMix

    private static let scraps = [
        "", " ", "0", "1", "-1", "+", "-", ".", ",", "/", ":", "'", "\"", "%", "*", "**", "e", "E5",
        "9", "99", "120", "12345", "98101", "K1A", "0B6", "1990", "-05-", "12", "T", "Z", "+01:00",
        "AM", "PM", "May", "ft", "in", "cm", "kg", "lb", "oz", "yes", "no", "true", "nan", "inf",
        "red", "Blue", "b", "1:", ":30", "1/2", "\u{0}", "\u{301}", "👩‍👩‍👧", "٣", "１", "\n", "\r\n",
        "\u{202e}", "ß", "2147483648", "9223372036854775807", "9223372036854775808", "0x1f",
        "1e400",
        String(repeating: "9", count: 400), String(repeating: "a", count: 5000), "infinity",
    ]
    private static let numbers: [Double] = [
        0, -0.0, 0.5, 1, -1, 59.999_999_999, .leastNonzeroMagnitude, 1e15, 1e300,
        .greatestFiniteMagnitude,
        .infinity, -.infinity, .nan, 4096, 1990, 2200.5,
    ]
    private static let whole = [0, 1, -1, 7, 1990, 99_999, Int.max, Int.min]
    private static let ranges = [
        "", #""range":{"minimumValue":-1e308,"maximumValue":1e308,"stepInterval":1e-300}"#,
        #""range":{"minimumValue":0,"maximumValue":10,"stepInterval":3,"formatter":{"maximumDigits":-9}}"#,
        #""range":{"minimumValue":0,"unit":"hr","durationUnits":[]}"#,
        #""range":{"maximumValue":90,"durationUnits":["s","hr"],"stepInterval":0.001}"#,
        #""range":{"allowFuture":false,"codingFormat":"h:mm a"}"#,
        #""range":{"minimumDate":"1700-01-01","maximumDate":"2200-12-31","codingFormat":"yy-M-d"}"#,
        #""range":{"codingFormat":"''"}"#, #""range":{"codingFormat":"MMMM d, yyyy HH:mm:ssXXX"}"#,
        #""range":{"defaultDate":"2000-02-29","allowPast":false}"#,
        #""range":{"minuteInterval":60,"codingFormat":"SSSSSSSSS"}"#,
    ]
    private static let hints = [
        "list", "picker", "slider", "checkbox", "radioButton", "section", "disclosureArrow", "?",
    ]
    static let zones = [
        UTCOffset.utc, UTCOffset(secondsFromGMT: 20_700, identifier: "Asia/Kathmandu"),
        UTCOffset(secondsFromGMT: -43_200, identifier: "Etc/GMT+12"),
    ]

    mutating func pick<Value>(of values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    mutating func locale(_ zone: UTCOffset) -> AnswerLocale {
        AnswerLocale(
            regionCode: pick(of: [nil, "US", "CA", "DE", "", "\u{0}"]),
            decimalSeparator: pick(of: [".", ",", "-", "1", "/", ":"]),
            offset: zone
        )
    }

    /// A field as JSON; about half of them are none.
    mutating func field() -> String {
        let row = pick(of: FieldRow.all)
        var keys = [row.keys, pick(of: Self.ranges)].filter { !$0.isEmpty }
        if row.keys.contains("range") { keys = [row.keys] }
        if Bool.random(using: &random), !row.keys.contains("uiHint") {
            keys.append(#""uiHint":"\#(pick(of: Self.hints))""#)
        }
        if !row.keys.contains("prompt") { keys.append(#""placeholder":"p""#) }
        return ([#""identifier":"a","type":"\#(row.type)""#] + keys).joined(separator: ",")
    }

    mutating func text() -> String {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in pick(of: Self.scraps) }.joined()
    }

    mutating func value(_ question: FormQuestion, depth: Int = 0) -> AnswerValue {
        switch Int.random(in: 0...(depth < 2 ? 11 : 8), using: &random) {
        case 0: .boolean(Bool.random(using: &random))
        case 1: .integer(pick(of: Self.whole))
        case 2: .decimal(pick(of: Self.numbers))
        case 3: .string(text())
        case 4:
            .date(
                Date(
                    timeIntervalSince1970: pick(of: Self.numbers) * pick(of: [1, 1e9, -1e10, 1e-9])
                )
            )
        case 5: .data(Data(text().utf8.prefix(9)))
        case 6: .codable(.number(pick(of: Self.numbers)))
        case 7: .codable(.object([text(): .array([.null, .unsigned(.max)])]))
        case 8:
            pick(of: (question.choices + question.columns.joined()).map(\.value) + [nil])
                ?? .string("b")
        case 9: .dictionary([text(): value(question, depth: depth + 1)])
        default:
            .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    value(question, depth: depth + 1)
                }
            )
        }
    }

    mutating func input(_ question: FormQuestion) -> AnswerInput {
        switch Int.random(in: 0...5, using: &random) {
        case 0: .cleared
        case 1, 2: .value(value(question))
        default: .text(text())
        }
    }

    /// A row that is there, mostly.
    mutating func place() -> IndexPath {
        if pick(of: [true, true, true, false]) {
            return IndexPath(row: pick(of: [0, 0, 0, 1, 2]), section: 0)
        }
        let numbers = (0..<pick(of: [0, 1, 2, 2, 3])).map { _ in
            pick(of: [0, 1, -1, .max, .min])
        }
        return IndexPath(indexes: numbers)
    }
}

@Suite("Whatever is entered into a form")
struct RandomAnswerTests {
    @Test("is an answer that can be shown and kept, or is refused with a reason", arguments: 1...8)
    func isJudged(seed: UInt64) throws {
        var whims = Whims(random: SplitMix(state: seed))
        var (kept, refused, forms) = (0, 0, 0)
        for round in 0..<600 {
            let zone = whims.pick(of: Whims.zones)
            let json = "{\(whims.field())}"
            guard let field = try? Forms.field(json) else { continue }
            forms += 1
            let question = FormQuestion(field, locale: whims.locale(zone))
            var editor = AnswerEditor([question])
            editor.prefill(stored: ["a": whims.value(question)], now: Forms.now)
            try check(editor, in: zone, "\(seed)/\(round): \(json)")
            for _ in 0..<8 {
                let before = editor.groups
                let place = whims.place()
                let input = whims.input(question)
                // What is entered is not printed: Foundation cannot describe every date.
                let note = "\(seed)/\(round): \(json)"
                do throws(RSDInputFieldError) {
                    _ =
                        Bool.random(using: &whims.random)
                        ? try editor.save(input, at: place, now: Forms.now)
                        : try editor.select(at: place)
                    kept += 1
                } catch {
                    refused += 1
                    let asked = editor.groupIndex(at: place) == nil ? nil : "a"
                    #expect(asked == nil || error.context.identifier == asked, "\(note)")
                    #expect(!error.context.message.isEmpty, "\(note)")
                    #expect(editor.groups == before, "\(note)")
                }
                try check(editor, in: zone, note)
            }
        }
        // Most of what is made up is neither all nonsense nor all sense.
        #expect(forms > 200 && kept > 100 && refused > 100, "\(forms), \(kept), \(refused)")
    }

    /// What is answered can be shown, picked, written and read again.
    private func check(_ editor: AnswerEditor, in zone: UTCOffset, _ note: String) throws {
        let question = editor.questions[0]
        let picker = question.picker(at: Forms.now)
        let value = editor.groups[0].answer.value
        if case .number(let numbers)? = picker {
            #expect((0...100_000).contains(numbers.numberOfRows), "\(note)")
            _ = value.flatMap(numbers.row).flatMap(numbers.text)
        }
        if case .columns(let columns)? = picker, let rows = columns.rows(for: value) {
            #expect(columns.answer(with: rows) != nil || value == nil, "\(note)")
        }
        guard let value else { return }
        _ = question.text(for: value)
        let result = RSDAnswerResultObject(
            identifier: "a",
            answerType: question.answerType,
            value: value,
            startDate: Forms.now
        )
        let factory = RSDFactory(writingDatesIn: zone)
        func again(_ result: RSDAnswerResultObject) throws -> RSDAnswerResultObject {
            let written = try factory.createJSONEncoder().encode(result)
            return try factory.createJSONDecoder().decode(RSDAnswerResultObject.self, from: written)
        }
        let read = try again(result)
        #expect(try again(read).value == read.value, "\(note)")
        // JSON has one kind of number only.
        #expect(read.value == value || question.answerType.baseType == .codable, "\(note)")
    }
}
