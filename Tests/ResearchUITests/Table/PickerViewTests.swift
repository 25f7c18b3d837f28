// The views for picking answers: columns, sliders and dates.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

/// Collects the picked inputs.
@MainActor
private final class Listener: RSDPickerObserver {
    var inputs: [AnswerInput?] = []

    func pickerValueChanged(_ sender: Any) {
        inputs.append((sender as? any RSDPickerViewProtocol)?.input)
    }
}

@Suite("The columns of a picker")
@MainActor
struct ColumnTests {
    private func column(_ texts: [String], none: String? = nil) -> [PickerRow] {
        texts.map { PickerRow(text: $0, value: .string($0)) }
            + [none].compactMap { $0.map { PickerRow(text: $0, value: nil) } }
    }

    private func shown(_ view: UIPickerView) throws -> PickerContent {
        guard case .picker(let content) = view.content else { throw NothingShown(name: "picker") }
        return content
    }

    @Test("give an answer only if each column has a selected row")
    func turns() throws {
        let columns = RSDColumnPickerDataSource(
            columns: [column(["a", "b"]), column(["c"])],
            meaning: .joined(by: "/")
        )
        let picker = UIPickerView(.columns(columns), kind: .columns) { "\($0)" }
        let listener = Listener()
        picker.observer = listener
        #expect(try shown(picker).columns == [["a", "b"], ["c"]])
        #expect(try shown(picker).separator == "/")
        for rows in [[1, nil], [1, 0], [nil, nil]] as [[Int?]] {
            #expect(picker.receive(.picked("p", rows)))
            #expect(try shown(picker).selected == rows)
        }
        #expect(listener.inputs == [nil, .value(.string("b/c")), nil])
        #expect(try shown(picker).text == nil)
    }

    @Test(
        "refuse rows that do not exist",
        arguments: [[], [0], [0, 0, 0], [2, 0], [-1, 0], [0, Int.max]] as [[Int?]]
    )
    func refuses(rows: [Int?]) throws {
        let columns = RSDColumnPickerDataSource(
            columns: [column(["a", "b"]), column(["c"])],
            meaning: .array
        )
        let picker = UIPickerView(.columns(columns), kind: .columns) { "\($0)" }
        #expect(!picker.receive(.picked("p", rows)))
        #expect(!picker.receive(.tapped("p")))
        #expect(picker.selected == [nil, nil])
    }

    @Test("give the text of the choice without a value as the answer")
    func none() throws {
        let columns = RSDColumnPickerDataSource(
            columns: [column(["a"], none: "None")],
            meaning: .single
        )
        let picker = UIPickerView(.columns(columns), kind: .single) { "\($0)" }
        #expect(picker.receive(.picked("p", [1])))
        #expect(picker.input == .text("None"))
        #expect(try shown(picker).text == "None")
        picker.setCurrentAnswer(nil)
        #expect(picker.selected == [nil])
        picker.turn(to: .given(nil))
        #expect(picker.selected == [1])
        picker.turn(to: .unanswered)
        #expect(picker.selected == [nil])
        picker.setCurrentAnswer(.string("a"))
        #expect(picker.selected == [0])
        picker.setCurrentAnswer(.string("x"))
        #expect(picker.selected == [nil])
    }

    @Test(
        "have a unit each",
        arguments: [
            ("duration", #""range":{"durationUnits":["min","s"]}"#, "CA", ["min", "s"]),
            ("duration", "", "CA", ["hr", "min", "s"]),
            ("height", #""range":{"stepInterval":1}"#, "CA", ["cm"]),
            ("height", "", "US", ["ft", "in"]), ("weight.infant", "", "US", ["lb", "oz"]),
            ("weight.infant", "", "CA", ["kg", "g"]), ("bloodPressure", "", "CA", nil),
            (
                "integer",
                #""uiHint":"picker","range":{"minimumValue":0,"maximumValue":9,"unit":"km"}"#,
                "CA", ["km"]
            ),
            ("singleChoice", #""uiHint":"picker","choices":["a"]"#, "CA", nil),
        ] as [(String, String, String, [String]?)]
    )
    func units(type: String, keys: String, region: String, units: [String]?) throws {
        let more = keys.isEmpty ? "" : ",\(keys)"
        let rig = try TableRig(
            [#"{"identifier":"a","type":"\#(type)"\#(more)}"#],
            locale: AnswerLocale(regionCode: region, offset: .utc)
        )
        rig.controller.appear()
        let picker = try rig.picker("a")
        #expect(picker.units == units)
        #expect(units.map { $0.count == picker.columns.count } ?? true)
    }

    @Test("have a row for each number, and select the nearest one")
    func numbers() throws {
        let numbers = RSDNumberPickerDataSource(
            minimum: 1,
            maximum: 2,
            step: 0.25,
            unit: "kg",
            isInteger: false
        )
        let picker = UIPickerView(.number(numbers), kind: .number) { "\($0)" }
        #expect(
            try shown(picker).columns == [["1 kg", "1.25 kg", "1.5 kg", "1.75 kg", "2 kg"]]
        )
        picker.setCurrentAnswer(.decimal(1.6))
        #expect(picker.selected == [2])
        #expect(picker.input == .value(.decimal(1.5)))
    }
}

@Suite("A slider")
@MainActor
struct SliderTests {
    private func slider(
        _ range: ClosedRange<Double>,
        step: Double,
        isInteger: Bool = false
    ) -> UISlider {
        UISlider(
            RSDNumberPickerDataSource(
                minimum: range.lowerBound,
                maximum: range.upperBound,
                step: step,
                unit: "mm",
                isInteger: isInteger
            )
        )
    }

    @Test(
        "snaps to whole steps within its range",
        arguments: [
            (-5, 0), (0, 0), (0.6, 0.5), (0.74, 0.5), (0.76, 1), (9.9, 10), (99, 10),
        ] as [(Double, Double)]
    )
    func snaps(place: Double, value: Double) {
        let slider = slider(0...10, step: 0.5)
        let listener = Listener()
        slider.observer = listener
        #expect(slider.input == nil)
        #expect(slider.receive(.slid("s", place)))
        #expect(listener.inputs == [.value(.decimal(value))])
        #expect(
            slider.content
                == .slider(
                    SliderContent(minimum: 0, maximum: 10, step: 0.5, value: value, unit: "mm")
                )
        )
    }

    @Test("never goes beyond the last whole step")
    func lastStep() {
        let slider = slider(0...10, step: 4, isInteger: true)
        #expect(slider.receive(.slid("s", 10)))
        #expect(slider.input == .value(.integer(8)))
        let long = self.slider(0...10_000_000, step: 1, isInteger: true)
        #expect(long.receive(.slid("s", 9_876_543.2)))
        #expect(long.input == .value(.integer(9_876_543)))
    }

    @Test("refuses values that are not finite, and events of other controls")
    func refuses() {
        let slider = slider(0...10, step: 1)
        for place in [Double.nan, .infinity, -.infinity] {
            #expect(!slider.receive(.slid("s", place)))
        }
        #expect(!slider.receive(.picked("s", [1])))
        #expect(slider.value == nil)
    }

    @Test("passes a typed text on unchanged, and keeps its value; an empty text clears it")
    func takesText() {
        let slider = slider(0...10, step: 1)
        let listener = Listener()
        slider.observer = listener
        #expect(slider.receive(.slid("s", 3)))
        #expect(slider.receive(.entered("s", "7,5")))
        #expect(listener.inputs == [.value(.decimal(3)), .text("7,5")])
        #expect(slider.value == 3 && slider.input == .value(.decimal(3)))
        #expect(slider.receive(.entered("s", "")))
        #expect(listener.inputs.last == .some(nil) && slider.value == nil)
    }

    @Test("shows an answer, and no value without one")
    func shows() {
        let slider = slider(0...10, step: 1)
        slider.setCurrentAnswer(.integer(3))
        #expect(slider.value == 3)
        slider.setCurrentAnswer(.decimal(4.5))
        #expect(slider.value == 4.5)
        slider.setCurrentAnswer(.string("5"))
        #expect(slider.value == nil)
        slider.setCurrentAnswer(nil)
        #expect(slider.input == nil)
    }

    @Test("updates its view when a value snaps back to the present step")
    func movesBack() {
        let slider = slider(0...10, step: 1)
        #expect(slider.receive(.slid("s", 3)))
        let before = slider.node(in: nil)
        #expect(slider.receive(.slid("s", 3.2)))
        #expect(slider.node(in: nil) == before)
        #expect(!slider.node(in: nil).isIdentical(to: before))
    }
}

@Suite("A date to pick")
@MainActor
struct DatePickerTests {
    @Test(
        "shows what of a date is picked",
        arguments: [(.date, .date), (.time, .time), (.dateAndTime, .dateAndTime)]
            as [(RSDDatePickerDataSource.Mode, PickerContent.Kind)]
    )
    func kinds(mode: RSDDatePickerDataSource.Mode, kind: PickerContent.Kind) {
        let source = RSDDatePickerDataSource(mode: mode, dateFormat: "yyyy")
        let picker = UIDatePicker(source) { "\($0)" }
        let bounds = DateBounds(format: "yyyy")
        #expect(
            picker.content == .picker(PickerContent(kind, columns: [], selected: [], dates: bounds))
        )
    }

    @Test("says its bounds in the form in which it is typed, so that a host can draw a calendar")
    func bounds() throws {
        let keys =
            #""range":{"minimumDate":"2026-01-31","maximumDate":"2030-12-01","codingFormat":"d.M.yyyy","#
            + #""defaultDate":"2026-02-01"}"#
        let rig = TableRig(
            [
                try TableRig.form([
                    #"{"identifier":"day","type":"dateOnly",\#(keys)}"#,
                    #"{"identifier":"at","type":"time","range":{"minuteInterval":15}}"#,
                ])
            ]
        )
        rig.controller.appear()
        #expect(
            try rig.picker("day").dates
                == DateBounds(
                    format: "d.M.yyyy",
                    form: "DD.MM.YYYY",
                    minimum: "31.1.2026",
                    maximum: "1.12.2030",
                    initial: "1.2.2026"
                )
        )
        #expect(
            try rig.picker("at").dates
                == DateBounds(format: "HH:mm", form: "hh:mm", minuteInterval: 15)
        )
    }

    @Test("says no bound that is now, which moves on while the form is open, but refuses by it")
    func boundOfNow() async throws {
        let earlier = #""range":{"minimumDate":"1969-01-01","allowFuture":false}"#
        let later = #""range":{"maximumDate":"1971-01-01","allowPast":false}"#
        let rig = try TableRig([
            #"{"identifier":"was","type":"timestamp",\#(earlier)}"#,
            #"{"identifier":"will","type":"timestamp",\#(later)}"#,
        ])
        rig.controller.appear()
        let (was, will) = (try rig.picker("was").dates, try rig.picker("will").dates)
        #expect(was?.minimum?.hasPrefix("1969") == true && was?.maximum == nil)
        #expect(will?.maximum?.hasPrefix("1971") == true && will?.minimum == nil)
        // That there is one is said.
        #expect(was?.endsNow == true && was?.startsNow == nil)
        #expect(will?.startsNow == true && will?.endsNow == nil)
        await rig.rig.pass(.seconds(3600))
        let first = try #require(was?.minimum)
        let text = first.replacing("1969-01-01 00:00", with: "1970-01-01 01:00")
        for name in ["was", "will"] {
            #expect(rig.controller.receive(.entered(try rig.id(name, "picker"), text)))
        }
        let answer = AnswerValue.date(Date(timeIntervalSince1970: 3600))
        #expect(rig.alert == nil && rig.answers == ["was": answer, "will": answer])
        let ahead = text.replacing(" 01", with: " 02")
        #expect(rig.controller.receive(.entered(try rig.id("was", "picker"), ahead)))
        #expect(rig.alert?.title == "The date is too late")
    }

    @Test("takes text in the form that the answer has")
    func takesText() {
        let source = RSDDatePickerDataSource(mode: .date, dateFormat: "yyyy-MM-dd")
        let picker = UIDatePicker(source) { _ in "said" }
        let listener = Listener()
        picker.observer = listener
        #expect(picker.receive(.entered("d", "1990-05-12")))
        #expect(picker.receive(.entered("d", "")))
        #expect(!picker.receive(.picked("d", [])))
        #expect(listener.inputs == [.text("1990-05-12"), nil])
        picker.setCurrentAnswer(.date(Date(timeIntervalSince1970: 0)))
        #expect(picker.text == "said")
        picker.setCurrentAnswer(nil)
        #expect(picker.text == nil)
    }
}
