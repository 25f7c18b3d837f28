// Questions for a number, in front of people of several languages: how it may be typed, what is told of one
// that is refused, and what the screen says before anything is entered.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("A question for a number")
@MainActor
struct NumberEntryTests {
    private nonisolated static let place = IndexPath(row: 0, section: 0)
    private nonisolated static let decimal = #""type":"decimal""#
    private nonisolated static let tenths =
        #""type":"decimal","range":{"minimumValue":0,"maximumValue":1,"stepInterval":0.1}"#
    private nonisolated static let threes =
        #""type":"integer","range":{"minimumValue":0,"maximumValue":10,"stepInterval":3}"#
    private nonisolated static let paces =
        #""type":"integer","uiHint":"picker","range":{"minimumValue":0,"maximumValue":3000}"#

    private func shown(_ field: String, to language: Language) throws -> TableRig {
        var locale = AnswerLocale(language)
        locale.offset = .utc
        let rig = try TableRig([#"{"identifier":"q",\#(field)}"#], locale: locale)
        rig.host.words = StepWords(language: language)
        rig.controller.appear()
        return rig
    }

    @Test(
        "takes the digits and signs of the language, and plain ones",
        arguments: [
            ("ar-EG", "٧١٫٥"), ("ar-EG", "71.5"), ("de", "71,5"), ("fr", "71,5"), ("en", "71.5"),
            ("fa", "۷۱٫۵"),
        ] as [(Language, String)]
    )
    func digits(language: Language, text: String) throws {
        let rig = try shown(Self.decimal, to: language)
        try rig.answer("q", text)
        #expect(rig.alert == nil && rig.answers == ["q": .decimal(71.5)])
    }

    @Test(
        "that is refused says with which sign a number is written, by an example",
        arguments: [
            ("de", decimal, "71.5", "Geben Sie eine Zahl ein, zum Beispiel 71,5."),
            ("fr", decimal, "71.5", "Write a number, for example 71,5."),
            ("en", decimal, "71,5", "Write a number, for example 71.5."),
            ("ar", decimal, "71,5", "يُرجى كتابة رقم، مثل 71.5."),
            ("de", decimal, "7x", "Geben Sie eine Zahl ein, zum Beispiel 1,5."),
            ("de", decimal, "viel", "Geben Sie eine Zahl ein."),
            ("de", #""type":"integer""#, "71.5", "Geben Sie eine ganze Zahl ein."),
            ("en", #""type":"weight""#, "68,5 kg", "Write a number, for example 68.5."),
        ] as [(Language, String, String, String)]
    )
    func example(language: Language, field: String, text: String, told: String) throws {
        let rig = try shown(field, to: language)
        #expect(!rig.controller.saveAnswer(newValue: text, at: Self.place))
        #expect(rig.alert?.message == told)
    }

    @Test(
        "between two steps is refused, and told the numbers beside it",
        arguments: [
            (
                "en", tenths, "0.25",
                "Only some numbers are possible here. The nearest are 0.2 and 0.3."
            ),
            (
                "de", tenths, "0,25",
                "Hier sind nur bestimmte Zahlen möglich. Die nächsten sind 0,2 und 0,3."
            ),
            ("ar", tenths, "٠٫٢٥", "لا يمكن هنا إلا أرقام معينة. أقربها 0.2 و 0.3."),
            ("en", threes, "10", "Only some numbers are possible here. The nearest is 9."),
        ] as [(Language, String, String, String)]
    )
    func steps(language: Language, field: String, text: String, told: String) throws {
        let rig = try shown(field, to: language)
        #expect(!rig.controller.saveAnswer(newValue: text, at: Self.place))
        #expect(rig.alert?.message == told)
        #expect(rig.answers.isEmpty)
    }

    @Test(
        "shows its range before anything is typed",
        arguments: [
            ("en", "integer", #"{"minimumValue":1,"maximumValue":365}"#, "from 1 to 365"),
            ("de", "decimal", #"{"minimumValue":0.5,"maximumValue":2}"#, "von 0,5 bis 2"),
            ("en", "integer", #"{"minimumValue":1}"#, "The answer must be at least 1."),
            ("en", "decimal", #"{"maximumValue":9}"#, "The answer must be at most 9."),
            ("en", "integer", #"{"stepInterval":2}"#, nil),
        ] as [(Language, String, String, String?)]
    )
    func range(language: Language, type: String, range: String, told: String?) throws {
        let field = #""type":"\#(type)","uiHint":"textfield","range":\#(range)"#
        let rig = try shown(field, to: language)
        let node = try #require(rig.node("q", "field"))
        #expect(node.accessibility.hint == told)
    }

    private nonisolated static let minutes = #""minimumValue":60,"maximumValue":90"#

    @Test(
        "for a duration tells its range, and why it refuses one, in the units it is entered in",
        arguments: [
            ("en", minutes, "from 1 min to 1 min 30 s", "The answer must be at least 1 min."),
            (
                "de", minutes, "von 1 Min. bis 1 Min. 30 Sek.",
                "Der Wert muss mindestens 1 Min. betragen."
            ),
            (
                "en", #""minimumValue":1.5,"maximumValue":3,"durationUnits":["min"]"#,
                "from 1.5 min to 3 min", "The answer must be at least 1.5 min."
            ),
        ] as [(Language, String, String, String)]
    )
    func pickedDuration(language: Language, range: String, limits: String, told: String) throws {
        let rig = try shown(#""type":"duration","range":{\#(range)}"#, to: language)
        #expect(rig.node("q", "picker")?.accessibility.hint == limits)
        let columns = try rig.picker("q").columns.count
        let id = try rig.id("q", "picker")
        #expect(rig.controller.receive(.picked(id, Array(repeating: 0, count: columns))))
        #expect(rig.alert?.message == told)
        #expect(try rig.cell("q").error == told)
    }

    @Test(
        "for a typed duration tells its range as it is typed, with the units",
        arguments: [
            (minutes, "from 60 s to 90 s"),
            (#"\#(minutes),"durationUnits":["min","s"]"#, "from 1:00 min:s to 1:30 min:s"),
        ]
    )
    func typedDuration(range: String, limits: String) throws {
        let field = #""type":"duration","uiHint":"textfield","range":{\#(range)}"#
        let rig = try shown(field, to: .english)
        #expect(rig.node("q", "field")?.accessibility.hint == limits)
    }

    @Test("that was refused shows the error until a column is picked again")
    func errorOfColumns() throws {
        let rig = try shown(#""type":"duration","range":{\#(Self.minutes)}"#, to: .english)
        try rig.pick("q", 0, 30)
        #expect(try rig.cell("q").error != nil)
        #expect(try rig.picker("q").selected == [nil, nil])
        rig.close()
        #expect(try rig.cell("q").error != nil)
        try rig.pick("q", 1, nil)
        #expect(try rig.cell("q").error == nil)
        try rig.pick("q", 1, 15)
        #expect(rig.answers == ["q": .decimal(75)])
    }

    @Test("shows its range in the new language after a change of language")
    func rangeAnew() throws {
        let range = #"{"minimumValue":1,"maximumValue":9}"#
        let field = #""type":"integer","uiHint":"textfield","range":\#(range)"#
        let rig = try shown(field, to: .english)
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(rig.node("q", "field")?.accessibility.hint == "von 1 bis 9")
    }

    // MARK: Measures

    @Test(
        "for a measure in one unit is typed, with its unit behind it and its name above it",
        arguments: [
            ("en", "weight.adult", "Weight", "kg", "68.5", 68.5),
            ("de", "weight", "Gewicht", "kg", "68,5", 68.5),
            ("en", "height", "Height", "cm", "172.5", 172.5),
            ("en-US", "weight", "Weight", "lb", "150.5", 68.26564),
        ] as [(Language, String, String, String, String, Double)]
    )
    func measures(
        language: Language,
        type: String,
        name: String,
        unit: String,
        text: String,
        answer: Double
    ) throws {
        let rig = try shown(#""type":"\#(type)""#, to: language)
        #expect(try rig.cell("q").title == name)
        #expect(try rig.field("q").unit == unit)
        #expect(rig.node("q", "field")?.accessibility.label == name)
        try rig.answer("q", text)
        guard case .decimal(let number)?? = rig.answers["q"] else {
            Issue.record("There is no answer.")
            return
        }
        #expect(abs(number - answer) < 1e-4)
        // An answer that was there before shows the number, whose unit stands behind it already.
        rig.controller.wordsDidChange()
        #expect(rig.controller.saveAnswer(newValue: text, at: Self.place))
        #expect(try rig.field("q").text == text)
    }

    @Test(
        "that is picked by columns says what is asked for, and in which units",
        arguments: [
            ("en-US", "height", "Height (ft, in)"), ("en", "weight.infant", "Weight (kg, g)"),
            ("en", "bloodPressure", "Blood pressure (mmHg)"),
            ("de", "duration", "Dauer (Std., Min., Sek.)"),
        ] as [(Language, String, String)]
    )
    func columns(language: Language, type: String, title: String) throws {
        let rig = try shown(#""type":"\#(type)""#, to: language)
        #expect(try rig.cell("q").title == title)
        let own = try shown(#""type":"\#(type)","prompt":"Mine""#, to: language)
        #expect(try own.cell("q").title == "Mine")
    }

    @Test("for a duration has the language's words on its columns, also when the language changes")
    func duration() throws {
        let rig = try shown(#""type":"duration""#, to: .german)
        #expect(try rig.picker("q").columns.map { $0[1] } == ["1 Std.", "1 Min.", "1 Sek."])
        #expect(try rig.picker("q").units == ["Std.", "Min.", "Sek."])
        rig.host.words = StepWords(language: .english)
        rig.controller.wordsDidChange()
        #expect(try rig.picker("q").columns.map { $0[1] } == ["1 hr", "1 min", "1 s"])
        #expect(try rig.cell("q").title == "Duration (hr, min, s)")
    }

    @Test(
        "with a column is typed where it is a decimal without a step, and picked where it has one"
    )
    func decimals() throws {
        let bounds = #""minimumValue":0,"maximumValue":10"#
        let picker = #""type":"decimal","uiHint":"picker","range":"#
        let typed = try shown("\(picker){\(bounds)}", to: .english)
        try typed.answer("q", "3.7")
        #expect(typed.answers == ["q": .decimal(3.7)])
        let picked = try shown(#"\#(picker){\#(bounds),"stepInterval":0.5}"#, to: .english)
        try picked.pick("q", 7)
        #expect(picked.answers == ["q": .decimal(3.5)])
        let german = try shown(#"\#(picker){\#(bounds),"stepInterval":0.5}"#, to: .german)
        #expect(try german.picker("q").columns[0][7] == "3,5")
    }

    // MARK: Sliders

    @Test(
        "with a slider is read as those of fields are",
        arguments: [
            ("de", "1.500", 1500), ("en", "1,500", 1500), ("ar-EG", "١٬٥٠٠", 1500), ("de", "7", 7),
        ] as [(Language, String, Int)]
    )
    func slider(language: Language, text: String, answer: Int) throws {
        let rig = try shown(Self.paces, to: language)
        #expect(rig.controller.receive(.entered(try rig.id("q", "slider"), text)))
        #expect(rig.alert == nil && rig.answers == ["q": .integer(answer)])
        #expect(try rig.slider("q").value == Double(answer))
    }

    @Test(
        "with a slider says why what is typed is refused, and stays where it stood",
        arguments: [
            ("de", "1,5", "Geben Sie eine ganze Zahl ein."),
            ("de", "viel", "Geben Sie eine Zahl ein."),
            ("en", "3001", "The answer must be at most 3000."),
        ] as [(Language, String, String)]
    )
    func refusedBySlider(language: Language, text: String, told: String) throws {
        let rig = try shown(Self.paces, to: language)
        let slider = try rig.id("q", "slider")
        #expect(rig.controller.receive(.slid(slider, 500)))
        #expect(rig.controller.receive(.entered(slider, text)))
        #expect(rig.alert?.message == told)
        #expect(try rig.cell("q").error == told)
        #expect(try rig.slider("q").value == 500)
        #expect(rig.answers == ["q": .integer(500)])
        // Nothing typed is no answer any more.
        rig.close()
        #expect(rig.controller.receive(.entered(slider, "")))
        #expect(try rig.slider("q").value == nil)
    }
}
