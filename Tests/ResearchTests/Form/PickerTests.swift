import FoundationEssentials
import Research
import Testing

@Suite("What is picked")
struct PickerTests {
    private func columns(
        _ type: String,
        _ keys: String = "",
        locale: AnswerLocale = Forms.locale
    ) throws -> RSDColumnPickerDataSource {
        let picker = try Forms.question(type, keys, locale: locale).picker(at: Forms.now)
        guard case .columns(let columns)? = picker else { throw NoColumns() }
        return columns
    }

    private struct NoColumns: Error {}

    @Test("of choices has one column, none of them included")
    func hasChoices() throws {
        let picker = try columns(
            "singleChoice",
            #""uiHint":"picker","choices":["a",{"value":"b","text":"Blue"},{"text":"None"}]"#
        )
        #expect(picker.numberOfComponents == 1)
        #expect(picker.numberOfRows(in: 0) == 3)
        #expect(picker.numberOfRows(in: 1) == 0)
        #expect((0..<4).map { picker.text(forRow: $0, in: 0) } == ["a", "Blue", "None", nil])
        #expect(picker.answer(with: [1]) == .string("b"))
        #expect(picker.answer(with: [2]) == nil)
        #expect(picker.answer(with: [3]) == nil)
        #expect(picker.answer(with: []) == nil)
        #expect(picker.rows(for: .string("b")) == [1])
        #expect(picker.rows(for: nil) == [2])
        #expect(picker.rows(for: .string("x")) == nil)
    }

    @Test("of several columns has an answer of each")
    func hasColumns() throws {
        let picker = try columns("multipleComponent", #""choices":[["a","b"],["c"]]"#)
        #expect(picker.columns.map(\.count) == [2, 1])
        #expect(picker.answer(with: [1, 0]) == .array([.string("b"), .string("c")]))
        #expect(picker.rows(for: .array([.string("b"), .string("c")])) == [1, 0])
        #expect(picker.rows(for: .array([.string("b")])) == nil)
    }

    @Test(
        "of a measurement has the columns of the country, and its answer one unit",
        arguments: [
            ("height", true, [8, 12], [4, 10], 177.8),
            ("height.child", true, [8, 12], [2, 0], 91.44),
            ("height.infant", true, [48], [19], 50.8),
            ("height", false, [271], [143], 173),
            ("height.infant", false, [106], [30], 50),
            ("weight", true, [1000], [149], 68.0388555),
            ("weight.child", true, [300], [49], 22.6796185),
            ("weight.infant", true, [20, 16], [6, 8], 3.4019427),
            ("weight", false, [500], [67], 68),
            ("weight.infant", false, [21, 20], [3, 9], 3.45),
        ] as [(String, Bool, [Int], [Int], Double)]
    )
    func measures(type: String, isAmerican: Bool, counts: [Int], rows: [Int], value: Double) throws
    {
        let picker = try columns(type, locale: isAmerican ? Forms.american : Forms.locale)
        #expect(picker.columns.map(\.count) == counts)
        guard case .decimal(let answer)? = picker.answer(with: rows) else {
            Issue.record("The rows mean no number.")
            return
        }
        #expect(abs(answer - value) < 1e-5)
        #expect(picker.rows(for: .decimal(value)) == rows)
    }

    @Test("carries over a foot when the inches are rounded up")
    func carries() throws {
        let picker = try columns("height", locale: Forms.american)
        #expect(picker.rows(for: .decimal(182.8)) == [5, 0])
        #expect(picker.columns[0].map(\.text).first == "1 ft")
    }

    @Test("of a blood pressure is two numbers with a slash")
    func hasPressure() throws {
        let picker = try columns("bloodPressure")
        let rows = try #require(picker.rows(for: .string("120/80")))
        #expect(picker.answer(with: rows) == .string("120/80"))
        let question = try Forms.question("bloodPressure")
        for corner in [[0, 0], picker.columns.map { $0.count - 1 }] {
            let answer = try #require(picker.answer(with: corner))
            #expect(try question.answer(to: answer, at: Forms.now) == answer)
        }
    }

    @Test("of a duration has the columns of its units, and its answer the unit of the range")
    func hasDuration() throws {
        let plain = try columns("duration")
        #expect(plain.columns.map(\.count) == [24, 60, 60])
        #expect(plain.answer(with: [1, 1, 1]) == .decimal(3661))
        let keys =
            #""range":{"unit":"min","durationUnits":["min","hr"],"maximumValue":300,"stepInterval":15}"#
        let minutes = try columns("duration", keys)
        #expect(minutes.columns.map(\.count) == [6, 4])
        #expect(minutes.answer(with: [2, 1]) == .decimal(135))
        #expect(minutes.rows(for: .decimal(135)) == [2, 1])
    }

    @Test(
        "of a duration has no column for a unit that is longer than the longest duration",
        arguments: [
            (#""maximumValue":120"#, ["min", "s"], [3, 60]),
            (#""maximumValue":59"#, ["s"], [60]),
            (#""maximumValue":3600"#, ["hr", "min", "s"], [2, 60, 60]),
            (#""maximumValue":30,"unit":"min","durationUnits":["hr","min"]"#, ["min"], [31]),
            (#""maximumValue":30,"durationUnits":["min"],"unit":"s""#, ["min"], [1]),
        ] as [(String, [String], [Int])]
    )
    func fitsDuration(range: String, units: [String], rows: [Int]) throws {
        let picker = try columns("duration", #""range":{\#(range)}"#)
        #expect(picker.units == units)
        #expect(picker.columns.map(\.count) == rows)
    }

    @Test("of a number goes by steps from bound to bound")
    func hasNumbers() throws {
        let keys =
            #""uiHint":"picker","range":{"minimumValue":0.1,"maximumValue":1,"stepInterval":0.3,"unit":"l"}"#
        guard case .number(let picker)? = try Forms.question("decimal", keys).picker(at: Forms.now)
        else {
            Issue.record("There is no picker of numbers.")
            return
        }
        #expect(picker.numberOfRows == 4)
        #expect((0..<5).map(picker.text(forRow:)) == ["0.1 l", "0.4 l", "0.7 l", "1 l", nil])
        #expect(picker.row(for: .decimal(0.69)) == 2)
        #expect(picker.row(for: .decimal(99)) == 3)
        #expect(picker.row(for: .string("x")) == nil)
        var still = picker
        still.step = 0
        #expect(still.numberOfRows == 0 && still.row(for: .decimal(0.1)) == nil)
    }

    @Test("of a year ends with this one when it may not lie ahead")
    func hasYears() throws {
        let keys = #""uiHint":"picker","range":{"minimumDate":"1990","allowFuture":false}"#
        guard case .number(let picker)? = try Forms.question("year", keys).picker(at: Forms.now)
        else {
            Issue.record("There is no picker of years.")
            return
        }
        #expect(picker.numberOfRows == 37)
        #expect(picker.answer(forRow: 36) == .integer(2026))
    }

    @Test("is nothing without bounds, or where one types")
    func isNothing() throws {
        #expect(try Forms.question("integer", #""uiHint":"picker""#).picker(at: Forms.now) == nil)
        #expect(try Forms.question("string").picker(at: Forms.now) == nil)
        #expect(try Forms.question("height", #""uiHint":"textfield""#).picker(at: Forms.now) == nil)
    }

    @Test(
        "of a date has the mode of its format",
        arguments: [
            ("dateOnly", "", RSDDatePickerDataSource.Mode.date),
            ("time", "", .time),
            ("timestamp", "", .dateAndTime),
            ("date", "", .dateAndTime),
            ("date", #""range":{"codingFormat":"MM/yyyy"}"#, .date),
            ("date", #""range":{"codingFormat":"h:mm a"}"#, .time),
        ] as [(String, String, RSDDatePickerDataSource.Mode)]
    )
    func hasMode(type: String, keys: String, mode: RSDDatePickerDataSource.Mode) throws {
        guard case .date(let picker)? = try Forms.question(type, keys).picker(at: Forms.now) else {
            Issue.record("There is no picker of dates.")
            return
        }
        #expect(picker.mode == mode)
    }

    @Test("of a date ends now when it may not lie ahead")
    func endsNow() throws {
        let keys = #""range":{"minimumDate":"2000-01-01","allowFuture":false,"minuteInterval":5}"#
        guard case .date(let picker)? = try Forms.question("dateOnly", keys).picker(at: Forms.now)
        else {
            Issue.record("There is no picker of dates.")
            return
        }
        #expect(picker.maximumDate == Forms.now && picker.maximumIsNow && !picker.minimumIsNow)
        #expect(try picker.minimumDate == Forms.date("2000-01-01T00:00:00.000Z"))
        #expect(picker.minuteInterval == 5)
    }
}
