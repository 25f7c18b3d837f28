// What the buttons of a question are called: by what they are for, whatever language they speak.

import Research
import Testing
import ViewTree

@testable import ResearchUI

@Suite("The buttons of a question")
@MainActor
struct AlertNameTests {
    /// The ids of the buttons on top, with what they are for and what they say.
    private func buttons(_ controller: UIViewController) -> [(id: String, button: ButtonContent)] {
        let alert = controller.screen.node("screen/top-0/alert")
        return (alert?.children ?? []).compactMap { node in
            guard case .button(let button) = node.content else { return nil }
            return (node.id.path, button)
        }
    }

    @Test(
        "have the same ids in every language, and say what they are for",
        arguments: [Language.english, .german, .arabic]
    )
    func languages(language: Language) {
        let rig = StepRig([Steps.instruction("a"), Steps.instruction("b")], at: "b")
        rig.host.canSaveTaskProgress = true
        rig.host.words = StepWords(language: language)
        rig.controller.appear()
        rig.controller.cancel()
        let shown = buttons(rig.controller)
        let purposes = ["discardResults", "saveResults", "continue"]
        #expect(shown.map(\.id) == purposes.map { "screen/top-0/alert/\($0)" })
        #expect(shown.map(\.button.action) == purposes)
        // Whatever language comes while they are shown.
        for later in [Language.german, .arabic, .english] {
            rig.host.words = StepWords(language: later)
            rig.controller.wordsDidChange()
            let said = buttons(rig.controller)
            #expect(said.map(\.id) == shown.map(\.id))
            #expect(said.map(\.button.title).contains(StepWords(language: later)(.saveResults)))
        }
        #expect(rig.controller.receive(.tapped("screen/top-0/alert/saveResults")))
        #expect(rig.host.requests == ["cancel, save true"])
    }

    @Test("of an app's own are numbered, and one that cancels says so")
    func own() {
        func shown(_ titles: [String]) -> [String?] {
            let controller = UIViewController(nibName: nil, bundle: nil)
            controller.appear()
            let question = UIAlertController(title: "?", message: nil, preferredStyle: .alert)
            question.addAction(UIAlertAction(title: titles[0], style: .default))
            question.addAction(UIAlertAction(title: titles[1], style: .destructive))
            question.addAction(UIAlertAction(title: titles[2], style: .cancel))
            controller.present(question, animated: false)
            return buttons(controller).flatMap { [$0.id, $0.button.action] }
        }
        let english = shown(["Yes", "Delete", "No"])
        let around = "screen/top-0/alert"
        #expect(
            english == [
                "\(around)/button", nil, "\(around)/button-2", nil, "\(around)/cancel", "cancel",
            ]
        )
        #expect(shown(["Ja", "Löschen", "Nein"]) == english)
    }
}
