import FoundationEssentials
import Research
import Testing
import Timebase

/// An input of a field, with the expected answer or error code.
struct Entry: Sendable, CustomTestStringConvertible {
    var type: String
    var keys: String
    var input: AnswerInput
    var answer: AnswerValue?
    var code: Int?
    var locale: AnswerLocale

    init(
        _ type: String,
        keys: String = "",
        _ input: AnswerInput,
        _ answer: AnswerValue? = nil,
        code: Int? = nil,
        locale: AnswerLocale = Forms.locale
    ) {
        self.type = type
        self.keys = keys
        self.input = input
        self.answer = answer
        self.code = code
        self.locale = locale
    }

    var testDescription: String { "\(type) \(keys) \(input)" }

    private static let cups = #""range":{"minimumValue":1,"maximumValue":9}"#
    private static let tenths = #""range":{"minimumValue":0,"maximumValue":10,"stepInterval":0.1}"#
    private static let fromHalf = #""range":{"minimumValue":0.5,"maximumValue":9,"stepInterval":1}"#
    private static let ownDigits = #""textFieldOptions":{"textValidator":"^[0-9]+$"}"#
    private static let options =
        #""textFieldOptions":{"textValidator":"^[a-z]+$","maximumLength":4,"invalidMessage":"No!"}"#
    private static let days = #""range":{"minimumDate":"2000-01-01","maximumDate":"2026-12-31"}"#
    private static let german = AnswerLocale(decimalSeparator: ",", offset: .utc)
    private static let canadian = AnswerLocale(regionCode: "CA", offset: .utc)
    private static let parts = #""choices":["1/25",{"value":"1/125","text":"little"},0.5]"#
    private static let tenThirty = AnswerValue.date(Date(timeIntervalSince1970: 37_800))
    private static let birthday = AnswerValue.date(Date(timeIntervalSince1970: 642_470_400))

    static let accepted: [Entry] = [
        Entry("string", .text(" as it is "), .string(" as it is ")),
        Entry("string", .value(.string("x")), .string("x")),
        Entry("string", keys: options, .text("abcd"), .string("abcd")),
        Entry("integer", .text(" 42 "), .integer(42)),
        Entry("integer", .text("-1,234"), .integer(-1234)),
        Entry("integer", .text("7.0"), .integer(7)),
        Entry("integer", .text("9007199254740993"), .integer(9_007_199_254_740_993)),
        Entry("integer", .text("9,007,199,254,740,993"), .integer(9_007_199_254_740_993)),
        Entry("integer", .text("-9223372036854775808.0"), .integer(.min)),
        Entry("integer", .value(.decimal(7)), .integer(7)),
        Entry("integer", keys: cups, .value(.integer(1)), .integer(1)),
        Entry("integer", keys: cups, .text("9"), .integer(9)),
        Entry("decimal", .text("1,234.5"), .decimal(1234.5)),
        Entry("decimal", .text(".5"), .decimal(0.5)),
        Entry("decimal", .text("1.234,5"), .decimal(1234.5), locale: german),
        Entry("decimal", .value(.integer(3)), .decimal(3)),
        // Digits, signs and grouping marks of any script are accepted.
        Entry("decimal", .text("٧١٫٥"), .decimal(71.5)),
        Entry("decimal", .text("۷۱٫۵"), .decimal(71.5), locale: german),
        Entry("decimal", .text("\u{200F}١٬٢٣٤٫٥"), .decimal(1234.5)),
        Entry("decimal", .text("−٢"), .decimal(-2)),
        Entry("decimal", .text("1\u{202F}234,5"), .decimal(1234.5), locale: german),
        Entry("decimal", .text("1’234.5"), .decimal(1234.5)),
        Entry("integer", .text("٧١"), .integer(71)),
        Entry("integer", .text("७१"), .integer(71)),
        Entry("integer", keys: ownDigits, .text("٧١"), .integer(71)),
        Entry("year", .text("١٩٩٠"), .integer(1990)),
        Entry("fraction", .text("١/٢"), .decimal(0.5)),
        Entry("duration", .text("١:٣٠"), .decimal(90)),
        Entry("weight", .text("٦٨٫٥"), .decimal(68.5)),
        Entry("bloodPressure", .text("١٢٠/٨٠"), .string("120/80")),
        // A number must be the minimum plus whole steps of the range.
        Entry("decimal", keys: tenths, .text("0.3"), .decimal(0.3)),
        Entry("decimal", keys: tenths, .text("9.9"), .decimal(9.9)),
        Entry("decimal", keys: fromHalf, .text("1.5"), .decimal(1.5)),
        Entry("decimal", keys: fromHalf, .value(.decimal(8.5)), .decimal(8.5)),
        Entry("weight", keys: tenths, .text("20"), .decimal(9.0718474), locale: Forms.american),
        Entry("fraction", .text("3/4"), .decimal(0.75)),
        Entry("fraction", .text("1 1/2"), .decimal(1.5)),
        Entry("fraction", .text("-1/4"), .decimal(-0.25)),
        Entry("fraction", .text("2"), .decimal(2)),
        Entry("fraction", .text("1 / 2"), .decimal(0.5)),
        Entry("fraction", .text("1 1 / 2"), .decimal(1.5)),
        Entry("fraction", .text("3⁄4"), .decimal(0.75)),
        Entry("fraction", .text("½"), .decimal(0.5)),
        Entry("fraction", .text("1½"), .decimal(1.5)),
        Entry("fraction", .text("-1 ¼"), .decimal(-1.25)),
        Entry("singleChoice.fraction", keys: parts, .text("1/25"), .decimal(0.04)),
        Entry("singleChoice.fraction", keys: parts, .value(.decimal(0.04)), .decimal(0.04)),
        Entry("singleChoice.fraction", keys: parts, .value(.string("1/25")), .decimal(0.04)),
        Entry("fraction", .value(.string("1 1/2")), .decimal(1.5)),
        Entry("dateOnly", .value(.string("1990-05-12")), birthday),
        Entry(
            "duration",
            keys: #""range":{"durationUnits":["hr","min"]}"#,
            .text("90"),
            .decimal(90)
        ),
        Entry(
            "duration",
            keys: #""range":{"durationUnits":["hr","min"]}"#,
            .text("1:30"),
            .decimal(90)
        ),
        Entry("duration", keys: #""range":{"durationUnits":["hr"]}"#, .text("2"), .decimal(2)),
        Entry(
            "duration",
            keys: #""range":{"durationUnits":["hr","min"],"unit":"s"}"#,
            .text("1:30"),
            .decimal(5400)
        ),
        Entry("bloodPressure", .text("120 / 80"), .string("120/80")),
        Entry("bloodPressure", .text(" 90/ 60 "), .string("90/60")),
        Entry(
            "time",
            keys: #""range":{"codingFormat":"HH:mm"}"#,
            .value(.date(Date(timeIntervalSince1970: 37_845))),
            tenThirty
        ),
        Entry("duration", .text("90"), .decimal(90)),
        Entry("duration", .text("1:30"), .decimal(90)),
        Entry("duration", .text("1:00:30"), .decimal(3630)),
        Entry("duration", keys: #""range":{"unit":"min"}"#, .text("1:30"), .decimal(1.5)),
        Entry(
            "duration",
            keys: #""range":{"unit":"min","durationUnits":["min","hr"]}"#,
            .text("1:30"),
            .decimal(90)
        ),
        Entry("year", .text("1990"), .integer(1990)),
        Entry("year", keys: #""range":{"minimumDate":"1990"}"#, .text("1990"), .integer(1990)),
        Entry("year", keys: #""range":{"allowFuture":false}"#, .text("2026"), .integer(2026)),
        Entry("boolean", keys: #""uiHint":"textfield""#, .text("Yes"), .boolean(true)),
        Entry("boolean", .value(.boolean(false)), .boolean(false)),
        Entry("boolean", keys: #""uiHint":"checkbox""#, .value(.boolean(true)), .boolean(true)),
        Entry("dateOnly", .text("1990-05-12"), birthday),
        Entry(
            "dateOnly",
            keys: days,
            .text("2026-12-31"),
            .date(Date(timeIntervalSince1970: 1_798_675_200))
        ),
        Entry(
            "date",
            keys: #""range":{"codingFormat":"MM/dd/yyyy"}"#,
            .text("05/12/1990"),
            birthday
        ),
        Entry("timestamp", .text("1990-05-12T02:00:00.000+02:00"), birthday),
        Entry("time", .text("08:30:00"), .date(Date(timeIntervalSince1970: 30_600))),
        Entry(
            "time",
            keys: #""range":{"allowFuture":false}"#,
            .text("23:59:00"),
            .date(Date(timeIntervalSince1970: 86_340))
        ),
        // A date is cut to the precision of its format.
        Entry("dateOnly", .value(.date(Date(timeIntervalSince1970: 642_500_000.25))), birthday),
        Entry("height", .text("173"), .decimal(173)),
        Entry("height", .text("1.73 m"), .decimal(173)),
        Entry("height", .text("5'10\""), .decimal(177.8), locale: Forms.american),
        Entry("height", .text("5 ft 10 in"), .decimal(177.8), locale: Forms.american),
        Entry("height", .text("70"), .decimal(177.8), locale: Forms.american),
        Entry("height.infant", .text("20"), .decimal(50.8), locale: Forms.american),
        Entry("weight", .text("68.5"), .decimal(68.5)),
        Entry("weight", .text("100"), .decimal(45.359237), locale: Forms.american),
        Entry("weight.infant", .text("0 lb 16 oz"), .decimal(0.45359237), locale: Forms.american),
        Entry("bloodPressure", .text("120/80"), .string("120/80")),
        Entry("bloodPressure", .value(.string("99/60")), .string("99/60")),
        Entry("postalCode", .text("98101"), .string("981**"), locale: Forms.american),
        Entry("postalCode", .text("98101-1234"), .string("981**"), locale: Forms.american),
        Entry("postalCode", .text("03601"), .string("*****"), locale: Forms.american),
        Entry("postalCode", .text("981**"), .string("981**"), locale: Forms.american),
        Entry("postalCode", .text("k1a 0b6"), .string("K*****"), locale: canadian),
        Entry("postalCode", .text("10115"), .string("")),
        Entry("codable", .value(.codable(.array([]))), .codable(.array([]))),
        Entry("codable", .value(.integer(1)), .codable(.integer(1))),
        Entry("tremor.left", .text("x"), .codable(.string("x"))),
        Entry(
            "detail",
            .value(.dictionary(["b": .boolean(true)])),
            .codable(.object(["b": .boolean(true)]))
        ),
        Entry("singleChoice", keys: words, .text("Blue"), .string("b")),
        Entry("singleChoice", keys: words, .text("b"), .string("b")),
        Entry("singleChoice", keys: words, .value(.string("red")), .string("red")),
        Entry(
            "singleChoice",
            keys: #""uiHint":"picker",\#(words)"#,
            .value(.string("b")),
            .string("b")
        ),
        Entry("singleChoice", keys: #""choices":["red",{"text":"None"}]"#, .value(.string("None"))),
        Entry("multipleChoice", keys: words, .text("Blue"), .array([.string("b")])),
        Entry(
            "multipleChoice",
            keys: words,
            .value(.array([.string("b"), .string("red")])),
            .array([.string("red"), .string("b")])
        ),
        Entry(
            "multipleComponent",
            keys: columns,
            .text("red-dog"),
            .array([.string("red"), .string("dog")])
        ),
        Entry(
            "multipleComponent",
            keys: columns,
            .value(.array([.string("red"), .string("cat")])),
            .array([.string("red"), .string("cat")])
        ),
    ]

    private static let words = #""choices":["red",{"value":"b","text":"Blue"},"green"]"#
    private static let columns = #""separator":"-","choices":[["red"],["dog","cat"]]"#

    static let refused: [Entry] = [
        Entry("integer", .value(.string("12")), code: -1),
        Entry("decimal", .value(.string("1.5")), code: -1),
        Entry("year", .value(.string("1949")), code: -1),
        Entry("duration", .value(.string("1:30")), code: -1),
        Entry("height", .value(.string("173")), code: -1),
        Entry("boolean", .value(.string("true")), code: -1),
        Entry("boolean", keys: #""uiHint":"checkbox""#, .value(.string("true")), code: -1),
        Entry("fraction", .value(.string("a/b")), code: -2),
        Entry("integer", .value(.boolean(true)), code: -1),
        Entry("integer", .value(.decimal(0.5)), code: -1),
        Entry("decimal", .value(.decimal(.nan)), code: -1),
        Entry("boolean", .value(.integer(1)), code: -1),
        Entry("dateOnly", .value(.integer(1)), code: -1),
        Entry("codable", .value(.data(Data())), code: -1),
        Entry("singleChoice", keys: words, .value(.string("x")), code: -1),
        Entry("singleChoice", keys: words, .text("x"), code: -1),
        Entry(
            "multipleChoice",
            keys: words,
            .value(.array([.string("b"), .string("x")])),
            code: -1
        ),
        Entry(
            "multipleComponent",
            keys: columns,
            .value(.array([.string("dog"), .string("red")])),
            code: -1
        ),
        Entry("multipleComponent", keys: columns, .value(.array([.string("red")])), code: -1),
        Entry("integer", .text("many"), code: -2),
        Entry("integer", .text("1.5"), code: -2),
        Entry("integer", .text("12,34"), code: -2),
        Entry("integer", .text("99999999999999999999"), code: -2),
        Entry("integer", keys: cups, .text("99999999999999999999"), code: -6),
        Entry("integer", keys: cups, .text("-99999999999999999999.0"), code: -6),
        Entry("decimal", keys: cups, .text(String(repeating: "9", count: 400)), code: -6),
        Entry("decimal", .text(String(repeating: "9", count: 400)), code: -2),
        Entry("fraction", .text("1/\(String(repeating: "9", count: 400))1"), code: -2),
        Entry("height", .text("1" + String(repeating: "0", count: 308) + " ft"), code: -2),
        Entry("date", .value(.date(Date(timeIntervalSince1970: .infinity))), code: -1),
        Entry("date", .value(.date(Date(timeIntervalSince1970: -9.3e9))), code: -1),
        Entry("decimal", .text("1e5"), code: -2),
        Entry("decimal", .text("1 23"), code: -2),
        Entry("decimal", .text("1 234’567"), code: -2),
        Entry("decimal", .text("٧١٫٥٫٥"), code: -2),
        Entry("decimal", keys: tenths, .text("0.25"), code: -2),
        Entry("decimal", keys: tenths, .value(.decimal(0.25)), code: -2),
        Entry("decimal", keys: fromHalf, .text("2"), code: -2),
        Entry("decimal", keys: fromHalf, .text("9"), code: -2),
        Entry("weight", keys: tenths, .text("6.85"), code: -2),
        Entry("decimal", .text("."), code: -2),
        Entry("fraction", .text("1/0"), code: -2),
        Entry("fraction", .text("a/b"), code: -2),
        Entry("duration", .text("1:x"), code: -2),
        Entry("duration", .text("1:2:3:4"), code: -2),
        Entry("dateOnly", .text("1990-02-30"), code: -2),
        Entry("dateOnly", .text("12.5.1990"), code: -2),
        Entry("time", .text("25:00:00"), code: -2),
        Entry("timestamp", .text("1990-05-12T02:00:00.000++2:00"), code: -2),
        Entry("timestamp", .text("1990-05-12T02:00:00.000+02:+5"), code: -2),
        Entry("height", .text("tall"), code: -2),
        Entry("height", .text("5 apples"), code: -2),
        Entry("postalCode", .text("981"), code: -2, locale: Forms.american),
        Entry("postalCode", .text("98101"), code: -2, locale: canadian),
        Entry("multipleComponent", keys: columns, .text("red-bird"), code: -2),
        Entry("string", keys: options, .text("ABC"), code: -3),
        Entry("string", keys: options, .value(.string("a b")), code: -3),
        Entry("bloodPressure", .text("120-80"), code: -3),
        Entry("bloodPressure", .text("1200/80"), code: -3),
        Entry("bloodPressure", .text("9/80"), code: -3),
        Entry("string", keys: options, .text("abcde"), code: -4),
        Entry("string", .text(String(repeating: "a", count: 4097)), code: -4),
        Entry("integer", keys: cups, .text("0"), code: -6),
        Entry("integer", keys: cups, .text("10"), code: -6),
        Entry("integer", keys: cups, .value(.integer(10)), code: -6),
        Entry("decimal", keys: cups, .value(.decimal(0.99)), code: -6),
        Entry("duration", keys: #""range":{"maximumValue":60}"#, .text("1:01"), code: -6),
        Entry("year", keys: #""range":{"minimumValue":1900}"#, .text("1899"), code: -6),
        Entry("year", keys: #""range":{"minimumDate":"1990"}"#, .text("1989"), code: -7),
        Entry("year", keys: #""range":{"allowFuture":false}"#, .text("2027"), code: -7),
        Entry("dateOnly", keys: days, .text("1999-12-31"), code: -7),
        Entry("dateOnly", keys: days, .text("2027-01-01"), code: -7),
        Entry("dateOnly", keys: #""range":{"allowFuture":false}"#, .text("2026-11-22"), code: -7),
        Entry("dateOnly", keys: days, .value(birthday), code: -7),
        Entry("dateOnly", keys: #""range":{"allowPast":false}"#, .value(birthday), code: -7),
        Entry("dateOnly", keys: #""range":{"allowPast":false}"#, .text("2026-11-20"), code: -7),
        Entry("time", keys: #""range":{"minimumDate":"08:00"}"#, .text("07:59:59"), code: -7),
    ]
}

@Suite("Saving an answer")
struct SaveAnswerTests {
    private func editor(_ entry: Entry) throws -> AnswerEditor {
        AnswerEditor([try Forms.question(entry.type, entry.keys, locale: entry.locale)])
    }

    @Test("saves a valid input as the expected answer", arguments: Entry.accepted)
    func reads(entry: Entry) throws {
        var editor = try editor(entry)
        let place = IndexPath(row: 0, section: 0)
        let change = try editor.save(entry.input, at: place, now: Forms.now)
        guard case .given(.decimal(let number)?) = change.answer,
            case .decimal(let expected)? = entry.answer
        else {
            #expect(change.answer == .given(entry.answer))
            #expect(editor.allAnswersValid)
            return
        }
        #expect(abs(number - expected) < 1e-9)
    }

    @Test("refuses an invalid input with a code and a message", arguments: Entry.refused)
    func refuses(entry: Entry) throws {
        var editor = try editor(entry)
        let before = editor.groups
        let error = #expect(throws: RSDInputFieldError.self) {
            try editor.save(entry.input, at: IndexPath(row: 0, section: 0), now: Forms.now)
        }
        #expect(error?.errorCode == entry.code)
        let context = try #require(error?.context)
        #expect(context.identifier == "a")
        #expect(context.answerType == editor.questions[0].answerType)
        #expect(context.value != nil)
        #expect(
            context.message == editor.questions[0].options?.invalidMessage
                || entry.keys.contains("No!") == false
        )
        #expect(!context.message.isEmpty)
        #expect(editor.groups == before)
    }

    @Test("is tested with every error code")
    func isComplete() {
        #expect(Set(Entry.refused.compactMap(\.code)) == [-1, -2, -3, -4, -6, -7])
    }

    @Test("removes the answer when the text is cleared; a required question is then invalid")
    func takesBack() throws {
        var editor = Forms.editor([try Forms.field(type: "string")])
        let place = IndexPath(row: 0, section: 0)
        for input in [AnswerInput.cleared, .text("")] {
            _ = try editor.save(.text("x"), at: place, now: Forms.now)
            #expect(editor.allAnswersValid)
            #expect(try editor.save(input, at: place, now: Forms.now).answer == .unanswered)
            #expect(!editor.allAnswersValid)
        }
        let optional = Forms.editor([try Forms.field(type: "string", #""optional":true"#)])
        #expect(optional.allAnswersValid)
    }

    @Test("keeps the earlier answer when the new one is refused")
    func keepsEarlier() throws {
        var editor = Forms.editor([try Forms.field(type: "integer")])
        let place = IndexPath(row: 0, section: 0)
        _ = try editor.save(.text("5"), at: place, now: Forms.now)
        #expect(throws: RSDInputFieldError.self) {
            try editor.save(.text("five"), at: place, now: Forms.now)
        }
        #expect(editor.groups[0].answer == .given(.integer(5)))
    }

    @Test("chooses the choice without a value by its text")
    func choosesNone() throws {
        let field = try Forms.field(type: "singleChoice", #""choices":["a",{"text":"None"}]"#)
        var editor = Forms.editor([field])
        let place = IndexPath(row: 0, section: 0)
        #expect(try editor.save(.text("None"), at: place, now: Forms.now).answer == .given(nil))
        #expect(editor.groups[0].selectedRows == [1])
    }
}

@Suite("The stored part of a postal code")
struct PostalCodeTests {
    @Test("hides the beginning where few people live, by the census of 2000 or of 2010")
    func isNothing() throws {
        let question = try Forms.question("postalCode", locale: Forms.american)
        let sparse =
            "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893 "
            + "202 204 205 369 753 772"
        let beginnings = (0..<1000).map { number in
            String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
        }
        let hidden = try beginnings.filter { beginning in
            let kept = try question.answer(to: "\(beginning)01", at: Forms.now)
            if kept == .string("*****") { return true }
            #expect(kept == .string("\(beginning)**"))
            return false
        }
        #expect(hidden == sparse.split(separator: " ").map(String.init).sorted())
    }
}

@Suite("The text that shows an answer")
struct AnswerTextTests {
    @Test(
        "is written as a user types it",
        arguments: [
            ("decimal", "", AnswerValue.decimal(1.50), "1.5"),
            ("decimal", #""range":{"formatter":{"maximumDigits":1}}"#, .decimal(2.25), "2.3"),
            ("decimal", #""range":{"formatter":{"maximumDigits":0}}"#, .decimal(-0.2), "0"),
            ("decimal", "", .decimal(0.00001), "0.00001"),
            ("integer", "", .integer(-3), "-3"),
            ("fraction", "", .decimal(1.5), "1 1/2"),
            ("fraction", "", .decimal(2), "2"),
            ("fraction", "", .decimal(0.999_999_999_9), "0.9999999999"),
            (
                "fraction", #""range":{"formatter":{"maximumDigits":3}}"#,
                .decimal(2.999_999_999_999_999_6), "3"
            ),
            (
                "fraction", #""range":{"formatter":{"maximumDigits":3}}"#, .decimal(1 / 17),
                "0.059"
            ),
            ("fraction", #""range":{"formatter":{"maximumDigits":0}}"#, .decimal(0.75), "3/4"),
            ("duration", "", .decimal(90), "90"),
            ("duration", #""range":{"durationUnits":["min","s"]}"#, .decimal(90), "1:30"),
            ("duration", #""range":{"durationUnits":["hr","min"]}"#, .decimal(65), "1:05"),
            ("height", "", .decimal(177.8), "177.8 cm"),
            ("weight", "", .decimal(68.5), "68.5 kg"),
            ("dateOnly", "", .date(Date(timeIntervalSince1970: 642_470_400)), "1990-05-12"),
            (
                "date", #""range":{"codingFormat":"yyyy-MM-dd HH:mmXXX"}"#,
                .date(Date(timeIntervalSince1970: 60)), "1970-01-01 00:01"
            ),
            ("bloodPressure", "", .string("120/80"), "120/80"),
            ("singleChoice", #""choices":[{"value":"b","text":"Blue"}]"#, .string("b"), "Blue"),
            (
                "multipleChoice", #""choices":["a",{"value":"b","text":"Blue"}]"#,
                .array([.string("a"), .string("b")]), "a, Blue"
            ),
        ] as [(String, String, AnswerValue, String)]
    )
    func isTyped(type: String, keys: String, value: AnswerValue, text: String) throws {
        #expect(try Forms.question(type, keys).text(for: value) == text)
    }

    @Test("has feet and pounds in the United States, and is read back as the same measure")
    func isAmerican() throws {
        for (type, value, text) in [
            ("height", 177.8, "5 ft 10 in"), ("height", 182.8, "6 ft 0 in"),
            ("height.infant", 50.8, "20 in"), ("weight", 45.359237, "100 lb"),
            ("weight.infant", 3.4019428, "7 lb 8 oz"),
        ] {
            let question = try Forms.question(type, locale: Forms.american)
            #expect(question.text(for: .decimal(value)) == text)
            guard case .decimal(let read) = try question.answer(to: text, at: Forms.now) else {
                Issue.record("'\(text)' is read as no number.")
                continue
            }
            #expect(abs(read - value) < 0.1)
        }
    }
}
