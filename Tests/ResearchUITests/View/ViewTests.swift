// Views without a screen: their nodes in the view tree, and the events that they take.

import Foundation
import Research
import Testing
import ViewTree

@testable import ResearchUI

@Suite("A view")
@MainActor
struct ViewTests {
    private let root = UIView(name: "root")
    private let label = UILabel(name: "label")
    private let other = UIView(name: "other")

    init() {
        root.addSubview(label)
        root.addSubview(other)
        label.text = "first"
    }

    @Test("returns the identical node as long as nothing changes")
    func same() {
        let before = root.node(in: nil)
        #expect(root.node(in: nil).isIdentical(to: before))
    }

    @Test("returns a new node for a change, and identical ones elsewhere")
    func changed() {
        let before = root.node(in: nil)
        label.text = "second"
        let after = root.node(in: nil)
        #expect(!after.isIdentical(to: before))
        #expect(after.children[1].isIdentical(to: before.children[1]))
        #expect(after.changes(to: before).count == 1)
    }

    @Test("is in the tree again after it was hidden")
    func hiddenAndBack() {
        label.text = nil
        #expect(root.node(in: nil).children.map(\.id) == ["root/other"])
        label.text = "back"
        #expect(root.node(in: nil).children.map(\.id) == ["root/label", "root/other"])
    }

    @Test("reports each change to the root")
    func tells() {
        var changes = 0
        root.displayChange = { changes += 1 }
        label.text = "second"
        label.text = "second"
        other.isHidden = true
        #expect(changes == 2)
    }

    @Test("has a unique name among its siblings, without slashes")
    func names() {
        let twin = UIView(name: "label")
        root.addSubview(twin)
        #expect(twin.name == "label-2")
        #expect(UIView(name: "a/b").name == "a_b")
        #expect(UIView(name: "").name == "view")
        #expect(root.view(at: ["label-2"]) === twin)
    }

    @Test("has one superview at a time")
    func moves() {
        other.addSubview(label)
        #expect(root.subviews.count == 1)
        #expect(label.superview === other)
        #expect(root.node(in: nil).node("root/other/label") != nil)
        label.removeFromSuperview()
        #expect(other.subviews.isEmpty && label.superview == nil)
    }

    @Test("has the accessibility label that is set, or its own text")
    func accessibility() {
        #expect(label.node(in: nil).accessibility.label == "first")
        label.accessibilityLabel = "The first one"
        #expect(label.node(in: nil).accessibility.label == "The first one")
    }

    @Test("has its accessibility in the language of its superview")
    func language() {
        let progress = UIProgressView()
        progress.progress = ProgressContent(done: 2, total: 8)
        root.addSubview(progress)
        let english = progress.node(in: nil).accessibility
        root.words = StepWords(language: .german)
        let german = root.node(in: nil).node("root/progress")?.accessibility
        #expect(german != nil && german != english)
    }

    @Test("updates its accessibility after a change of language, only where it matters")
    func lateWords() throws {
        let progress = UIProgressView()
        progress.progress = ProgressContent(done: 2, total: 8)
        other.addSubview(progress)
        let own = UIProgressView(name: "own")
        own.progress = ProgressContent(done: 2, total: 8)
        own.words = StepWords(language: .arabic)
        other.addSubview(own)
        let before = root.node(in: nil)
        root.words = StepWords(language: .german)
        let after = root.node(in: nil)
        let id: ViewID = "root/other/progress"
        #expect(after.node(id)?.accessibility.value == "Schritt 2 von 8")
        #expect(before.changes(to: after).map(Self.name) == ["root", id.path])
        // A view with its own language does not change.
        let still = try #require(after.node("root/other/own"))
        #expect(before.node("root/other/own")?.isIdentical(to: still) == true)
        root.words = StepWords(language: .german)
        #expect(root.node(in: nil).isIdentical(to: after))
        root.words = nil
        #expect(root.node(in: nil) == before)
    }

    @Test("has the language of its present superview, also under the same name as before")
    func wordsOfItsPlace() {
        let button = UIButton(name: "go")
        let (german, arabic) = (UIView(name: "around"), UIView(name: "around"))
        german.words = StepWords(language: .german)
        arabic.words = StepWords(language: .arabic)
        button.actionType = .skip
        german.addSubview(button)
        let id: ViewID = "around/go"
        #expect(german.node(in: nil).node(id)?.accessibility.label == "Überspringen")
        button.removeFromSuperview()
        arabic.addSubview(button)
        #expect(arabic.node(in: nil).node(id)?.accessibility.label == "تخطي")
    }

    @Test("has its language in the tree if it differs from that of its superview")
    func ownLanguage() {
        func shown() -> GroupContent? {
            guard case .group(let group)? = root.node(in: nil).node("root/other")?.content else {
                return nil
            }
            return group
        }
        #expect(shown() == GroupContent(.stack))
        other.words = StepWords(language: .arabic)
        #expect(shown() == GroupContent(.stack).speaking(.arabic))
        root.words = StepWords(language: .arabic)
        #expect(shown() == GroupContent(.stack))
        root.words = StepWords(language: .german)
        #expect(shown() == GroupContent(.stack).speaking(.arabic))
    }

    private static func name(_ change: ViewChange) -> String {
        guard case .replaceFace(let id, _) = change else { return "\(change)" }
        return id.path
    }

    @Test("takes no events while it or its superview is hidden")
    func hidden() {
        let button = UIButton(name: "go", title: "Go")
        other.addSubview(button)
        #expect(root.view(at: ["other", "go"]) === button)
        button.isHidden = true
        #expect(root.view(at: ["other", "go"]) == nil)
        button.isHidden = false
        other.isHidden = true
        #expect(root.view(at: ["other", "go"]) == nil)
    }

    @Test("can be found by any name, also one that begins with a combining mark")
    func marks() {
        let odd = UIView(name: "\u{301}a")
        root.addSubview(odd)
        let id = odd.node(in: "root").id
        #expect(root.view(at: id.names.dropFirst()) === odd)
    }

    @Test("takes no taps while it is disabled")
    func disabled() {
        var taps = 0
        let button = UIButton(name: "go", title: "Go") { taps += 1 }
        button.receive(.tapped("go"))
        button.isEnabled = false
        button.receive(.tapped("go"))
        #expect(taps == 1)
        #expect(button.node(in: nil).style.isEnabled == false)
    }
}

@Suite("A field")
@MainActor
struct TextFieldTests {
    private let root = UIView(name: "root")
    private let first = UITextField(name: "first")
    private let second = UITextField(name: "second")
    private let ear = Ear()

    init() {
        root.addSubview(first)
        root.addSubview(second)
        first.delegate = ear
        second.delegate = ear
    }

    @Test("has the focus alone")
    func keys() {
        first.receive(.began("root/first"))
        second.receive(.began("root/second"))
        #expect(!first.isFirstResponder && second.isFirstResponder)
        #expect(ear.heard == ["began first", "ended first", "began second"])
        #expect(root.fieldWithKeys === second)
    }

    @Test("replaces a range of its text, counted in UTF-16")
    func typing() {
        first.text = "a👟b"
        first.receive(.typed("root/first", replacing: 1..<3, with: "—"))
        #expect(first.text == "a—b")
        #expect(ear.heard == ["began first", "first 1+2 —"])
    }

    @Test(
        "refuses a range beyond its text",
        arguments: [2..<9, 4..<5, 0..<Int.max]
    )
    func beyond(range: Range<Int>) {
        first.text = "abc"
        #expect(!first.receive(.typed("root/first", replacing: range, with: "x")))
        #expect(first.text == "abc")
    }

    @Test("keeps its text if the delegate refuses the change")
    func refused() {
        ear.allows = false
        first.text = "abc"
        let before = root.node(in: nil)
        first.receive(.entered("root/first", "abcd"))
        #expect(first.text == "abc")
        // The node is new, so that the host redraws the text.
        #expect(!root.node(in: nil).isIdentical(to: before))
    }

    @Test("gives up the focus at Return, if the delegate allows it")
    func endOfLine() {
        first.receive(.pressedReturn("root/first"))
        #expect(ear.heard == ["began first", "return first", "ended first"])
        ear.takesReturn = true
        first.receive(.pressedReturn("root/first"))
        #expect(first.isFirstResponder == false)
        ear.leavesReturn = false
        second.receive(.pressedReturn("root/second"))
        #expect(second.isFirstResponder)
    }

    private final class Ear: UITextFieldDelegate {
        var heard: [String] = []
        var allows = true
        var takesReturn = false
        var leavesReturn = true

        func textFieldDidBeginEditing(_ textField: UITextField) {
            heard.append("began \(textField.name)")
        }
        func textFieldShouldReturn(_ textField: UITextField) -> Bool {
            heard.append("return \(textField.name)")
            return leavesReturn
        }
        func textField(
            _ textField: UITextField,
            shouldChangeCharactersIn range: NSRange,
            replacementString string: String
        ) -> Bool {
            heard.append("\(textField.name) \(range.location)+\(range.length) \(string)")
            return allows
        }
        func textFieldDidEndEditing(_ textField: UITextField) {
            heard.append("ended \(textField.name)")
        }
    }
}
