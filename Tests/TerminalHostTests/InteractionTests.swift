import Testing
import ViewTree

@testable import TerminalHost

@Suite("What keys do")
struct InteractionTests {
    private func told(_ deeds: [Interaction.Deed]) -> [ViewEvent] {
        deeds.compactMap { if case .tell(let event) = $0 { event } else { nil } }
    }

    private static let question = Screens.choices(["Left", "Right", "Both"])

    @Test("Tab moves the focus through all controls in order and around, Shift-Tab moves it back")
    func moves() {
        let tree = Screens.step(
            header: [Screens.cancel],
            body: [Self.question, Screens.field("name", "Name", TextFieldContent())],
            footer: Screens.next
        )
        var interaction = Interaction(tree)
        var places: [String] = []
        for _ in 0..<8 {
            places.append(interaction.state.focus?.id.path ?? "")
            _ = interaction.take(.tab)
        }
        #expect(
            places == [
                "choice-0", "choice-1", "choice-2", "name", "goForward", "goBackward", "cancel",
                "choice-0",
            ]
        )
        _ = interaction.take(.backTab)
        _ = interaction.take(.backTab)
        #expect(interaction.state.focus?.id == "cancel")
    }

    @Test("keys that arrive while a page closes apply to the next page, in their order")
    func typedAhead() {
        func page(_ name: String, isLeaving: Bool? = nil) -> ViewNode {
            Screens.step(
                body: [Self.question],
                footer: Screens.next,
                named: name,
                isLeaving: isLeaving
            )
        }
        var interaction = Interaction(page("one"))
        #expect(told(interaction.take(.text("n"))) == [.tapped("goForward")])
        interaction.take(page("one", isLeaving: true))
        #expect(interaction.take(.text("2")).isEmpty && interaction.take(.text("n")).isEmpty)
        #expect(interaction.takeHeld() == nil)
        interaction.take(page("two"))
        // A new key waits behind the held ones.
        #expect(interaction.take(.text("b")).isEmpty)
        #expect(interaction.takeHeld().map(told) == [.tapped("choice-1")])
        #expect(interaction.takeHeld().map(told) == [.tapped("goForward")])
        #expect(interaction.takeHeld().map(told) == [.tapped("goBackward")])
        #expect(interaction.takeHeld() == nil)
        #expect(told(interaction.take(.text("1"))) == [.tapped("choice-0")])
    }

    @Test("repeated presses of Enter while a page closes do not press Next on the next page")
    func impatience() {
        var interaction = Interaction(Screens.step(footer: Screens.next, named: "one"))
        #expect(told(interaction.take(.enter)) == [.tapped("goForward")])
        interaction.take(Screens.step(footer: Screens.next, named: "one", isLeaving: true))
        for _ in 0..<3 { #expect(interaction.take(.enter).isEmpty) }
        #expect(interaction.take(.control("c")) == [.leave])
        interaction.take(Screens.step(footer: Screens.next, named: "two"))
        #expect(interaction.takeHeld() == nil)
    }

    @Test("a digit that chose an answer before the page closed by itself answers the next page too")
    func sameDigitAhead() {
        func page(_ name: String, isLeaving: Bool? = nil) -> ViewNode {
            Screens.step(body: [Self.question], named: name, isLeaving: isLeaving)
        }
        var interaction = Interaction(page("one"))
        #expect(told(interaction.take(.text("1"))) == [.tapped("choice-0")])
        interaction.take(page("one", isLeaving: true))
        #expect(interaction.take(.text("1")).isEmpty)
        interaction.take(page("two"))
        #expect(interaction.takeHeld().map(told) == [.tapped("choice-0")])
    }

    @Test("keys typed before an unexpected question do not answer it")
    func typedAheadOfQuestion() {
        var interaction = Interaction(Screens.step(footer: Screens.next, isLeaving: true))
        #expect(interaction.take(.text("1")).isEmpty)
        let alert = Screens.alert("Failed", nil, [Screens.button("Try again")])
        interaction.take(Screens.step(footer: Screens.next, onTop: [alert], isLeaving: true))
        #expect(interaction.takeHeld() == nil)
        interaction.take(Screens.step(footer: Screens.next, named: "two"))
        #expect(interaction.takeHeld() == nil)
    }

    @Test("a step that comes again is a new screen, with the focus at its first answer")
    func sameStepAgain() {
        func page(_ visit: Int) -> ViewNode {
            Screens.step(body: [Self.question], footer: Screens.next, visit: visit)
        }
        var interaction = Interaction(page(1))
        _ = interaction.take(.backTab)
        let place = interaction.scene.place
        interaction.take(page(2))
        #expect(interaction.scene.place != place)
        #expect(interaction.state.focus?.id == "choice-0")
    }

    @Test("Enter on a chosen answer moves to Next, and Space taps the answer again")
    func chosenAnswer() {
        let question = Screens.choices(["Yes", "No"], selected: [1])
        let tree = Screens.step(body: [question], footer: Screens.next)
        var interaction = Interaction(tree)
        #expect(told(interaction.take(.enter)) == [.tapped("choice-0")])
        _ = interaction.take(.down)
        #expect(told(interaction.take(.text(" "))) == [.tapped("choice-1")])
        #expect(told(interaction.take(.enter)).isEmpty)
        #expect(interaction.state.focus?.id == "goForward")
    }

    @Test("the focus starts at the first answer, else at Next, and never at Cancel or Discard")
    func firstPlace() {
        func first(_ tree: ViewNode) -> ViewID? { Interaction(tree).state.focus?.id }
        #expect(first(Screens.step(body: [Self.question], footer: Screens.next)) == "choice-0")
        #expect(first(Screens.step(header: [Screens.cancel], footer: Screens.next)) == "goForward")
        #expect(first(Screens.step(header: [Screens.cancel])) == nil)
        #expect(first(Screens.step(header: [Screens.cancel, Screens.button("Pause")])) == nil)
        let alert = Screens.alert(
            "Sure?",
            nil,
            [
                Screens.button("Discard", isDestructive: true), Screens.button("Save"),
                Screens.button("Continue", "cancel"),
            ]
        )
        #expect(first(Screens.step(footer: Screens.next, onTop: [alert])) == "cancel")
    }

    @Test("Enter, Space, a letter, Alt with a letter and Esc press buttons")
    func presses() {
        let tree = Screens.step(header: [Screens.cancel], footer: Screens.next)
        for (key, button): (Key, ViewID) in [
            (.enter, "goForward"), (.text(" "), "goForward"), (.text("n"), "goForward"),
            (.text("N"), "goForward"), (.alt("b"), "goBackward"), (.escape, "goBackward"),
            (.text("c"), "cancel"),
        ] {
            var interaction = Interaction(tree)
            #expect(told(interaction.take(key)) == [.tapped(button)], "\(key)")
        }
        var disabled = Interaction(
            Screens.step(footer: [Screens.button("Next", "goForward", isEnabled: false)])
        )
        #expect(disabled.take(.enter).isEmpty && disabled.take(.text("n")).isEmpty)
    }

    @Test("digits choose answers of the question with the focus; a wrong digit shows a note")
    func digits() {
        var interaction = Interaction(
            Screens.step(body: [Self.question], footer: Screens.next)
        )
        #expect(told(interaction.take(.text("3"))) == [.tapped("choice-2")])
        #expect(interaction.state.focus?.id == "choice-2")
        #expect(told(interaction.take(.text("1"))) == [.tapped("choice-0")])
        // Digits of other scripts work, too.
        #expect(told(interaction.take(.text("٢"))) == [.tapped("choice-1")])
        #expect(interaction.take(.text("9")).isEmpty)
        #expect(interaction.state.note != nil)
    }

    @Test("typing inserts at the cursor of a field, and editing keys delete there")
    func types() {
        let field = TextFieldContent(text: "Ada👩‍🚀e\u{301}")
        var interaction = Interaction(Screens.step(body: [Screens.field("name", "Name", field)]))
        #expect(
            told(interaction.take(.text("x"))) == [.typed("name", replacing: 10..<10, with: "x")]
        )
        // A letter and its combining mark are one character.
        #expect(told(interaction.take(.backspace)) == [.typed("name", replacing: 8..<10, with: "")])
        _ = interaction.take(.left)
        _ = interaction.take(.left)
        #expect(told(interaction.take(.delete)) == [.typed("name", replacing: 3..<8, with: "")])
        _ = interaction.take(.home)
        #expect(
            told(interaction.take(.paste("a\nb\u{1B}c")))
                == [.typed("name", replacing: 0..<0, with: "a b\u{FFFD}c")]
        )
    }

    @Test("the cursor moves behind a typed character, and stays where the run refuses it")
    func cursor() {
        func tree(_ text: String) -> ViewNode {
            Screens.step(body: [Screens.field("name", "Name", TextFieldContent(text: text))])
        }
        var interaction = Interaction(tree("ab"))
        _ = interaction.take(.home)
        _ = interaction.take(.text("x"))
        interaction.take(tree("xab"))
        #expect(interaction.state.cursors["name"] == 1)
        _ = interaction.take(.text("y"))
        interaction.take(tree("xab"))
        #expect(interaction.state.cursors["name"] == 1)
        // The run itself replaces the text.
        interaction.take(tree("something else"))
        #expect(interaction.state.cursors["name"] == 14)
    }

    @Test("leaving a field sends its end first, and then the event of the next control")
    func leaves() {
        let fields = [
            Screens.field("first", "First", TextFieldContent(text: "a", isFocused: true)),
            Screens.field("second", "Second", TextFieldContent()),
        ]
        let tree = Screens.step(body: fields, footer: Screens.next)
        var interaction = Interaction(tree)
        #expect(told(interaction.take(.enter)) == [.ended("first"), .began("second")])
        interaction = Interaction(tree)
        #expect(told(interaction.take(.alt("n"))) == [.ended("first"), .tapped("goForward")])
    }

    @Test("Enter in the last field moves the focus to Next, never to Cancel")
    func goesOnFromTheLastField() {
        let fields = [
            Screens.field("first", "First", TextFieldContent()),
            Screens.field("second", "Second", TextFieldContent(text: "a", isFocused: true)),
        ]
        let tree = Screens.step(header: [Screens.cancel], body: fields, footer: Screens.next)
        var interaction = Interaction(tree)
        while interaction.state.focus?.id != "second" { _ = interaction.take(.tab) }
        #expect(told(interaction.take(.enter)) == [.ended("second")])
        #expect(interaction.state.focus?.id == "goForward")
        #expect(told(interaction.take(.enter)).last == .tapped("goForward"))
    }

    @Test("a new screen puts the focus at its first control, and ends editing in a field elsewhere")
    func newScreen() {
        let tree = Screens.step(
            body: [
                Self.question,
                Screens.field("name", "Name", TextFieldContent(isFocused: true)),
            ],
            footer: Screens.next,
            named: "other"
        )
        var interaction = Interaction(Screens.step(footer: Screens.next))
        interaction.take(tree)
        #expect(interaction.state.focus?.id == "choice-0")
        #expect(told(interaction.take(.alt("n"))) == [.ended("name"), .tapped("goForward")])
    }

    @Test("the focus follows the field that the task focuses")
    func follows() {
        func tree(_ focused: Bool) -> ViewNode {
            Screens.step(
                body: [
                    Screens.field("first", "First", TextFieldContent()),
                    Screens.field("second", "Second", TextFieldContent(isFocused: focused)),
                ],
                footer: Screens.next
            )
        }
        var interaction = Interaction(tree(false))
        interaction.take(tree(true))
        #expect(interaction.state.focus?.id == "second")
    }

    @Test(
        "arrows and typed digits choose a picker's row; arrows are mirrored for right-to-left text"
    )
    func columns() {
        func tree(_ selected: Int?, _ language: Language = .english) -> ViewNode {
            let rows = (0..<200).map { "\($0) cm" }
            return Screens.step(
                language,
                body: [
                    Screens.node(
                        "column",
                        .picker(PickerContent(.height, columns: [rows], selected: [selected]))
                    )
                ]
            )
        }
        var interaction = Interaction(tree(nil))
        #expect(told(interaction.take(.right)) == [.picked("column", [0])])
        interaction = Interaction(tree(5))
        #expect(told(interaction.take(.right)) == [.picked("column", [6])])
        #expect(told(interaction.take(.end)) == [.picked("column", [199])])
        #expect(told(interaction.take(.text("1"))) == [.picked("column", [1])])
        #expect(told(interaction.take(.text("4"))) == [.picked("column", [14])])
        #expect(told(interaction.take(.text("3"))) == [.picked("column", [143])])
        #expect(interaction.take(.text("x")).isEmpty)
        interaction = Interaction(tree(5, .arabic))
        #expect(told(interaction.take(.left)) == [.picked("column", [6])])
    }

    @Test("typed digits choose in the picker column that has the focus")
    func twoColumns() {
        let rows = (0..<12).map { "\($0)" }
        let picker = PickerContent(.height, columns: [rows, rows], selected: [nil, nil])
        var interaction = Interaction(
            Screens.step(body: [Screens.node("column", .picker(picker))])
        )
        #expect(told(interaction.take(.text("1"))) == [.picked("column", [1, nil])])
        _ = interaction.take(.down)
        #expect(told(interaction.take(.text("5"))) == [.picked("column", [nil, 5])])
    }

    @Test("arrows move a slider by steps, and Enter sends a typed number to the run")
    func slides() {
        let tree = Screens.step(
            body: [
                Screens.node(
                    "slider",
                    .slider(SliderContent(minimum: 0, maximum: 100, step: 0.5, value: 50))
                )
            ],
            footer: Screens.next
        )
        var interaction = Interaction(tree)
        #expect(told(interaction.take(.right)) == [.slid("slider", 50.5)])
        #expect(told(interaction.take(.home)) == [.slid("slider", 0)])
        for letter in "71,5".unicodeScalars { #expect(interaction.take(.text(letter)).isEmpty) }
        #expect(told(interaction.take(.enter)) == [.entered("slider", "71,5")])
        // The run has taken the number, so the slider shows its own value again.
        interaction.take(tree)
        #expect(interaction.state.drafts.isEmpty)
    }

    @Test("Enter sends a typed date as a whole, and a refused date stays for correction")
    func dates() {
        func tree(alert: Bool) -> ViewNode {
            Screens.step(
                body: [
                    Screens.node(
                        "date",
                        .picker(
                            PickerContent(
                                .date,
                                columns: [],
                                selected: [],
                                dates: DateBounds(format: "yyyy-MM-dd")
                            )
                        )
                    )
                ],
                footer: Screens.next,
                onTop: alert ? [Screens.alert("No date", nil, [Screens.button("OK")])] : []
            )
        }
        var interaction = Interaction(tree(alert: false))
        for letter in "2026".unicodeScalars { _ = interaction.take(.text(letter)) }
        #expect(told(interaction.take(.enter)) == [.entered("date", "2026")])
        interaction.take(tree(alert: true))
        interaction.take(tree(alert: false))
        #expect(interaction.state.drafts["date"]?.text == "2026")
        #expect(interaction.state.focus?.id == "date", "there it is fixed")
        // Next sends the date again first.
        _ = interaction.take(.tab)
        #expect(
            told(interaction.take(.alt("n"))) == [.entered("date", "2026"), .tapped("goForward")]
        )
        interaction.take(tree(alert: true))
        interaction.take(tree(alert: false))
        #expect(interaction.state.focus?.id == "date")
        for letter in "-02-14".unicodeScalars { _ = interaction.take(.text(letter)) }
        #expect(told(interaction.take(.enter)) == [.entered("date", "2026-02-14")])
        interaction.take(tree(alert: false))
        #expect(interaction.state.drafts.isEmpty)
    }

    @Test("F2 makes a mark at once, and Ctrl-K asks for the name of a mark")
    func marks() {
        var interaction = Interaction(Screens.step(footer: Screens.next))
        #expect(interaction.take(.function(2)) == [.mark(nil, isAtOnce: true)])
        #expect(interaction.take(.control("k")) == [.beginMark])
        for letter in "turn  left".unicodeScalars {
            #expect(interaction.take(.text(letter)).isEmpty)
        }
        #expect(interaction.take(.enter) == [.mark("turn left", isAtOnce: false)])
        _ = interaction.take(.control("k"))
        #expect(interaction.take(.escape).isEmpty && interaction.state.question == nil)
        // The note tells the result, which the run reports later.
        interaction.say(mark: "turn left", .made)
        #expect(interaction.state.note == "Mark: turn left")
        interaction.say(mark: "turn left", .nothingRecords)
        #expect(interaction.state.note == "No mark: nothing records now.")
        // With the name entered, keys go to the screen again.
        #expect(interaction.take(.control("c")) == [.leave])
    }

    @Test("any key keeps the focus on a control of the screen", arguments: 0..<32)
    func anyKey(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let keys: [Key] = [
            .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left, .right, .home,
            .end, .pageUp, .pageDown, .function(1), .function(2), .function(9), .control("k"),
            .control("l"), .control("u"), .alt("n"), .alt("x"), .text("1"), .text("a"), .text("ä"),
            .text("\u{301}"), .text("٣"), .text("-"), .paste("a\nb\u{1B}"), .paste(""),
        ]
        let alert = Screens.alert("No", "Not so.", [Screens.button("OK")])
        let trees = [
            PageLayoutTests.everything, Screens.step(), Screens.step(.arabic, footer: Screens.next),
            Screens.step(footer: Screens.next, onTop: [alert]),
            Screens.step(
                body: [
                    Screens.node("w", .picker(PickerContent(.single, columns: [[]], selected: [])))
                ]
            ),
        ]
        var interaction = Interaction(trees[0])
        for _ in 0..<500 {
            if next(5) == 0 { interaction.take(trees[next(trees.count)]) }
            _ = interaction.take(keys[next(keys.count)])
            _ = interaction.page(columns: 1 + next(90), rows: 1 + next(30))
            if let focus = interaction.state.focus {
                #expect(interaction.scene.targets.contains(focus))
            }
        }
    }
}
