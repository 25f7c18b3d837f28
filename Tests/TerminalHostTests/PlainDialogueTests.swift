import PlainWords
import Testing
import ViewTree

@testable import TerminalHost

@Suite("Asking line by line")
struct PlainDialogueTests {
    private func said(_ deeds: [PlainDialogue.Deed]) -> [String] {
        deeds.compactMap { if case .say(let text) = $0 { text } else { nil } }
    }

    private func told(_ deeds: [PlainDialogue.Deed]) -> [ViewEvent] {
        deeds.compactMap { if case .tell(let event) = $0 { event } else { nil } }
    }

    private static func form(
        selected: Set<Int> = [],
        name: String = "",
        error: String? = nil,
        onTop: [ViewNode] = [],
        isRequired: Bool = true,
        _ language: Language = .english
    ) -> ViewNode {
        Screens.step(
            language,
            header: [Screens.cancel, Screens.label("About you", .title)],
            body: [
                Screens.choices(
                    ["Left", "Right"],
                    selected: selected,
                    question: "Which hand?",
                    isRequired: isRequired
                ),
                Screens.node(
                    "cell-name",
                    .cell(CellContent(title: "Name", error: error)),
                    [Screens.node("name", .textField(TextFieldContent(text: name)))]
                ),
            ],
            footer: Screens.next,
            onTop: onTop
        )
    }

    /// A step that asks for a number of at most 9; `error` is why its row refuses a number.
    private static func limited(
        _ number: String = "",
        error: String? = nil,
        onTop: [ViewNode] = []
    ) -> ViewNode {
        let field = TextFieldContent(text: number, keyboard: .number)
        return Screens.step(
            body: [
                Screens.node(
                    "cell",
                    .cell(CellContent(title: "How often?", error: error)),
                    [Screens.node("cell/field", .textField(field))]
                )
            ],
            footer: Screens.next,
            onTop: onTop
        )
    }

    @Test("writes a step once, asks each question in turn, and then how to go on")
    func asks() {
        var talk = PlainDialogue(keepsLines: false)
        #expect(
            said(talk.take(Self.form())) == [
                "About you", "Which hand? (required)", "1: Left", "2: Right", "A number:",
            ]
        )
        #expect(said(talk.take(Self.form())).isEmpty)
        var deeds = talk.take(line: "2")
        #expect(told(deeds) == [.tapped("choice-1")] && said(deeds) == ["Answer: Right"])
        #expect(said(talk.take(Self.form(selected: [1]))).isEmpty)
        #expect(said(talk.settle()) == ["Name", "Your answer:"])
        deeds = talk.take(line: "Ada L.")
        #expect(told(deeds) == [.entered("name", "Ada L."), .ended("name")])
        _ = talk.take(Self.form(selected: [1], name: "Ada L."))
        #expect(said(talk.settle()) == ["Enter: Next; b: Back; q: Cancel"])
        #expect(told(talk.take(line: "")) == [.tapped("goForward")])
    }

    @Test("explains once why it refuses an answer, and asks the question again")
    func refuses() {
        var talk = PlainDialogue(keepsLines: false)
        _ = talk.take(Self.form())
        #expect(
            said(talk.take(line: "7")) == [
                "There is no such answer.", "1: Left", "2: Right", "A number:",
            ]
        )
        #expect(said(talk.take(line: "1, 2")).first == "Only one answer can be chosen.")
        _ = talk.take(line: "right")
        _ = talk.take(Self.form(selected: [1]))
        _ = talk.settle()
        _ = talk.take(line: "x")
        let alert = Screens.alert("Invalid answer", "Write a name.", [Screens.button("OK")])
        let deeds = talk.take(Self.form(selected: [1], name: "x", onTop: [alert]))
        #expect(said(deeds) == ["Invalid answer", "Write a name."])
        #expect(told(deeds) == [.tapped("OK")])
        _ = talk.take(Self.form(selected: [1], name: "x", error: "Write a name."))
        let again = said(talk.settle())
        #expect(again.contains("Answer: x Empty: leave it.") && again.last == "Your answer:")
    }

    @Test("writes the range of a number before it asks for the number")
    func range() {
        let field = TextFieldContent(keyboard: .number, unit: "kg")
        let cell = Screens.node(
            "cell",
            .cell(CellContent(title: "Weight")),
            [Screens.node("field", .textField(field), hint: "from 1 to 9")]
        )
        var talk = PlainDialogue(keepsLines: false)
        #expect(
            said(talk.take(Screens.step(body: [cell], footer: Screens.next))) == [
                "Weight", "(kg)", "from 1 to 9", "Your answer:",
            ]
        )
    }

    @Test(
        "asks for a date by its limits, its form and an example, which is a limit if there is one",
        arguments: [
            (DateBounds(format: "dd/MM/yyyy", form: "DD/MM/YYYY"), "24/12/2024", []),
            (DateBounds(format: "h:mm a", form: "hh:mm AM/PM"), "10:30 AM", []),
            (DateBounds(format: "yyyy-MM-dd", startsNow: true), "2099-12-24", ["not in the past"]),
            (DateBounds(format: "MM/yyyy", maximum: "01/2030"), "01/2030", ["until 01/2030"]),
        ] as [(DateBounds, String, [String])]
    )
    func date(dates: DateBounds, example: String, limits: [String]) {
        let picker = PickerContent(.date, columns: [], selected: [], dates: dates)
        let screen = Screens.step(
            body: [Screens.node("date", .picker(picker))],
            footer: Screens.next
        )
        let form = dates.form ?? dates.format
        let asked = ["In the form \(form), for example \(example):"]
        var talk = PlainDialogue(keepsLines: false)
        #expect(said(talk.take(screen)) == limits + asked)
    }

    @Test("says that a refused answer was not stored, and gives the field its earlier text back")
    func notStored() {
        var talk = PlainDialogue(keepsLines: false)
        _ = talk.take(Self.limited("4"))
        #expect(
            talk.take(line: "12") == [
                .tell(.entered("cell/field", "12")), .look, .tell(.ended("cell/field")),
            ]
        )
        let alert = Screens.alert("Too large", "At most 9.", [Screens.button("OK")])
        let deeds = talk.take(Self.limited("12", error: "At most 9.", onTop: [alert]))
        #expect(said(deeds) == ["Too large", "At most 9."])
        #expect(
            told(deeds) == [.tapped("OK"), .entered("cell/field", "4"), .ended("cell/field")]
        )
        #expect(said(talk.take(Self.limited("4"))).isEmpty)
        #expect(
            said(talk.settle()) == [
                "This answer was not stored.", "Answer: 4 Empty: leave it.", "Your answer:",
            ]
        )
    }

    @Test("asks for all columns of a picker again after a refusal, with the range before the first")
    func refusedColumns() {
        func tree(_ selected: [Int?], error: String? = nil) -> ViewNode {
            let picker = PickerContent(
                .duration,
                columns: [["0 min", "1 min"], ["0 s", "30 s"]],
                selected: selected
            )
            return Screens.step(
                body: [
                    Screens.node(
                        "cell",
                        .cell(CellContent(title: "How long?", error: error)),
                        [Screens.node("cell/picker", .picker(picker), hint: "from 1 min to 2 min")]
                    )
                ],
                footer: Screens.next
            )
        }
        let minutes = ["from 1 min to 2 min", "0 min, 1 min", "One of 0 min to 1 min:"]
        var talk = PlainDialogue(keepsLines: false)
        #expect(said(talk.take(tree([nil, nil]))) == ["How long?"] + minutes)
        _ = talk.take(line: "0")
        _ = talk.take(tree([0, nil]))
        #expect(said(talk.settle()) == ["0 s, 30 s", "One of 0 s to 30 s:"])
        #expect(told(talk.take(line: "30")) == [.picked("cell/picker", [0, 1])])
        _ = talk.take(tree([nil, nil], error: "At least 1 min."))
        #expect(
            said(talk.settle()) == ["At least 1 min.", "This answer was not stored."] + minutes
        )
    }

    @Test("says why a text is refused at once, though the reason is gone when the field is left")
    func refusedAtOnce() {
        var talk = PlainDialogue(keepsLines: false)
        _ = talk.take(Self.limited())
        _ = talk.take(line: "1234")
        #expect(talk.take(Self.limited(error: "At most 3 characters.")).isEmpty)
        #expect(talk.take(Self.limited()).isEmpty)
        #expect(
            said(talk.settle()) == [
                "At most 3 characters.", "This answer was not stored.", "Your answer:",
            ]
        )
    }

    @Test("lists the buttons after a word that presses none of them")
    func unknownWord() {
        var talk = PlainDialogue(keepsLines: false)
        let question = Screens.alert(
            "May it record your steps?",
            nil,
            [Screens.button("Allow"), Screens.button("Not now", "cancel")]
        )
        _ = talk.take(Self.form(onTop: [question]))
        #expect(
            said(talk.take(line: "yes")) == [
                "That is not known here. ? is for help.", "1: Allow; 2: Not now",
            ]
        )
    }

    @Test("offers to skip only what need not be answered, and refuses to skip anything else")
    func skipping() {
        let offer = "s: skip this; while a text is asked for, /s."
        var talk = PlainDialogue(keepsLines: false)
        _ = talk.take(Self.form())
        #expect(!said(talk.take(line: "?")).contains(offer))
        #expect(said(talk.take(line: "s")) == ["This cannot be skipped."])
        // With an answer, the question can be passed.
        _ = talk.take(Self.form(selected: [0]))
        #expect(said(talk.take(line: "?")).contains(offer))
        #expect(said(talk.take(line: "s")) == ["Name", "Your answer:"])
        #expect(said(talk.take(line: "/s")) == ["Enter: Next; b: Back; q: Cancel"])
        // The step has no button that skips it.
        #expect(!said(talk.take(line: "?")).contains(offer))
        #expect(said(talk.take(line: "s")) == ["This cannot be skipped."])
    }

    @Test("says why Next is refused, and asks again from the first question without an answer")
    func missingAnswer() {
        func form(_ name: String, _ age: String) -> ViewNode {
            func cell(_ id: String, _ title: String, _ text: String) -> ViewNode {
                Screens.node(
                    "cell-\(id)",
                    .cell(CellContent(title: title, isRequired: true)),
                    [Screens.node(id, .textField(TextFieldContent(text: text)))]
                )
            }
            return Screens.step(
                body: [cell("name", "Name?", name), cell("age", "Age?", age)],
                footer: [Screens.button("Next", "goForward", isEnabled: false)]
            )
        }
        var talk = PlainDialogue(keepsLines: false)
        #expect(said(talk.take(form("Ada", ""))).first == "Name? (required)")
        #expect(said(talk.take(line: "")) == ["Age? (required)", "Your answer:"])
        #expect(said(talk.take(line: "")) == ["Enter: Next"])
        #expect(
            said(talk.take(line: "")) == [
                "You cannot go on yet: this question needs an answer.", "Age? (required)",
                "Your answer:",
            ]
        )
        // If no question on this screen lacks an answer, something is missing in a form that one of them opens.
        _ = talk.take(form("Ada", "36"))
        #expect(said(talk.take(line: "")) == ["Enter: Next"])
        let again = said(talk.take(line: ""))
        #expect(again.first == "You cannot go on yet: one of these questions needs an answer.")
        #expect(again.dropFirst().first == "Name? (required)")
    }

    @Test("skips the whole step, if it has a button for that, where a question must be answered")
    func skippingStep() {
        var talk = PlainDialogue(keepsLines: false)
        _ = talk.take(
            Screens.step(
                body: [Screens.choices(["Left", "Right"])],
                footer: [Screens.button("Next", "goForward"), Screens.button("Later", "skip")]
            )
        )
        #expect(told(talk.take(line: "s")) == [.tapped("skip")])
    }

    @Test("skips a question, and goes back to the one before")
    func backAndSkip() {
        var talk = PlainDialogue(keepsLines: false)
        _ = talk.take(Self.form(isRequired: false))
        #expect(said(talk.take(line: "s")) == ["Name", "Your answer:"])
        // In a text field, the letter `b` is an answer, for example a name.
        #expect(told(talk.take(line: "b")) == [.entered("name", "b"), .ended("name")])
        _ = talk.take(Self.form(name: "b", isRequired: false))
        _ = talk.settle()
        #expect(
            said(talk.take(line: "b")) == ["Name", "Answer: b Empty: leave it.", "Your answer:"]
        )
        #expect(
            said(talk.take(line: "/b")) == ["Which hand?", "1: Left", "2: Right", "A number:"]
        )
        #expect(told(talk.take(line: "b")) == [.tapped("goBackward")])
    }

    @Test("asks an alert's question by numbers; `b` presses its Cancel button")
    func onTop() {
        var talk = PlainDialogue(keepsLines: false)
        _ = talk.take(Self.form())
        #expect(told(talk.take(line: "q")) == [.tapped("cancel")])
        let alert = Screens.alert(
            "Sure?",
            nil,
            [Screens.button("Discard", isDestructive: true), Screens.button("Continue", "cancel")]
        )
        let tree = Self.form(onTop: [alert])
        #expect(said(talk.take(tree)) == ["Sure?", "1: Discard; 2: Continue"])
        #expect(told(talk.take(line: "b")) == [.tapped("cancel")])
        // The step's text is not repeated; its question is.
        #expect(said(talk.take(Self.form())) == ["1: Left", "2: Right", "A number:"])
        #expect(talk.take(line: "m lost balance").first == .mark("lost balance"))
    }

    @Test("announces a timer at the start, at half time, in the last seconds and at the end")
    func timer() {
        func tree(_ seconds: Int, _ state: CountdownContent.State) -> ViewNode {
            Screens.step(
                header: [Screens.cancel],
                body: [
                    Screens.node(
                        "countdown",
                        .countdown(
                            CountdownContent(
                                secondsLeft: seconds,
                                durationInSeconds: 30,
                                state: state
                            )
                        )
                    ),
                    Screens.label("\(seconds)", .value),
                ]
            )
        }
        var talk = PlainDialogue(keepsLines: false)
        _ = talk.take(tree(30, .waiting))
        var lines: [String] = []
        for second in stride(from: 30, through: 1, by: -1) {
            lines += said(talk.take(tree(second, .running)))
        }
        #expect(lines == ["time left: 30 s", "time left: 15 s", "3", "2", "1"])
        #expect(said(talk.take(tree(1, .paused))) == ["time left: 1 s, paused", "1"])
        #expect(said(talk.take(tree(0, .over))).contains("time is up"))
    }

    @Test(
        "keeps lines that arrive before their question, as from a file, and leaves after the last"
    )
    func ahead() {
        func step(_ name: String, isLeaving: Bool? = nil) -> ViewNode {
            Screens.step(
                header: [Screens.label(name, .title)],
                footer: [Screens.button("Next", "goForward")],
                named: name,
                isLeaving: isLeaving
            )
        }
        var talk = PlainDialogue(keepsLines: true)
        _ = talk.take(step("one"))
        #expect(told(talk.take(line: "")) == [.tapped("goForward")])
        _ = talk.take(step("one", isLeaving: true))
        #expect(talk.take(line: "").isEmpty)
        #expect(talk.takeEnd().isEmpty)
        #expect(talk.takeQueued() == nil)
        _ = talk.take(step("two"))
        #expect(talk.takeQueued() == [.tell(.tapped("goForward"))])
        #expect(talk.take(step("three")).last == .leave)
    }

    @Test(
        "leaves after the last line of a file, also if it is no answer",
        arguments: ["maybe", "?", "s"]
    )
    func endsInVain(line: String) {
        var talk = PlainDialogue(keepsLines: true)
        #expect(talk.take(line: line).isEmpty)
        #expect(talk.takeEnd().isEmpty)
        _ = talk.take(Screens.step(footer: [Screens.button("Next", "goForward")]))
        #expect(talk.takeQueued()?.last == .leave)
        #expect(talk.takeQueued() == nil)
    }

    @Test("keeps the lines of a file while nothing is shown, as before the first step")
    func blank() {
        var talk = PlainDialogue(keepsLines: true)
        _ = talk.take(Screens.step(visit: 0))
        #expect(talk.take(line: "").isEmpty)
        #expect(talk.takeEnd().isEmpty && talk.takeQueued() == nil)
        _ = talk.take(Screens.step(footer: [Screens.button("Next", "goForward")], visit: 1))
        #expect(talk.takeQueued() == [.tell(.tapped("goForward"))])
    }

    @Test("leaves at the end of a file also where a later step shows nothing")
    func blankLater() {
        var talk = PlainDialogue(keepsLines: true)
        _ = talk.take(Screens.step(footer: [Screens.button("Next", "goForward")], visit: 1))
        #expect(told(talk.take(line: "")) == [.tapped("goForward")])
        _ = talk.take(Screens.step(visit: 2))
        #expect(talk.takeEnd() == [.leave])
    }

    @Test("asks again if Next did not lead on, and asks a repeated step from its start")
    func staying() {
        func step(_ visit: Int) -> ViewNode {
            Screens.step(
                body: [Screens.field("name", "Name", TextFieldContent())],
                footer: [Screens.button("Next", "goForward")],
                visit: visit
            )
        }
        var talk = PlainDialogue(keepsLines: true)
        _ = talk.take(step(1))
        _ = talk.take(line: "")
        _ = talk.settle()
        #expect(told(talk.take(line: "")) == [.tapped("goForward")])
        // The run did not go on, so the next line presses again.
        #expect(told(talk.take(line: "")) == [.tapped("goForward")])
        #expect(said(talk.take(step(2))).contains("Name"))
    }

    @Test("sends an unfinished answer of several lines at the end of the input")
    func endWithinAnswer() {
        let field = TextFieldContent(hasSeveralLines: true)
        var talk = PlainDialogue(keepsLines: true)
        _ = talk.take(
            Screens.step(
                body: [Screens.field("name", "Diary", field)],
                footer: [Screens.button("Next", "goForward")]
            )
        )
        #expect(talk.take(line: "one").isEmpty && talk.take(line: "two").isEmpty)
        #expect(told(talk.takeEnd()) == [.entered("name", "one\ntwo"), .ended("name")])
    }

    @Test("uses the language of the tree, and the logical order of its letters")
    func languages() {
        var german = PlainDialogue(keepsLines: false)
        #expect(said(german.take(Self.form(.german))).last == "Eine Nummer:")
        var arabic = PlainDialogue(keepsLines: false)
        let lines = said(
            arabic.take(
                Screens.step(
                    .arabic,
                    header: [Screens.label("\u{202B}خطوة 12\u{202C}", .title)],
                    footer: [Screens.button("التالي", "goForward")]
                )
            )
        )
        #expect(lines == ["خطوة 12", "Enter: التالي"])
    }

    @Test("writes no control characters of a task's texts")
    func steersNothing() {
        var talk = PlainDialogue(keepsLines: false)
        let hostile = "a\u{1B}[2Jb\u{9B}31mc\u{202E}d"
        let tree = Screens.step(
            header: [Screens.label(hostile, .title)],
            body: [Screens.choices([hostile], question: hostile)]
        )
        for line in said(talk.take(tree)) {
            #expect(!line.unicodeScalars.contains { $0.steersTheTerminal })
        }
    }
}
