// Words that are others when views have been made already: whatever was said in them is said again, by
// whichever controller said it.

import FoundationEssentials
import Research
import Testing
import ViewTree

@testable import ResearchUI

@Suite("Words that change while they are on the screen")
@MainActor
struct LateWordsTests {
    private func titles(_ controller: UIViewController) -> Set<String> {
        var titles: Set<String> = []
        controller.screen.forEach { node in
            switch node.content {
            case .button(let button): titles.insert(button.title ?? "")
            case .cell(let cell): titles.insert(cell.title ?? "")
            case .label(let label): titles.insert(label.text)
            case .progress(let progress): titles.insert(progress.text ?? "")
            case .group, .image, .countdown, .section, .textField, .picker, .slider, .plot, .media,
                .alert:
                break
            }
        }
        return titles
    }

    @Test("are those of the buttons and the progress of a step, and of no text of the task's own")
    func step() {
        let step = Steps.instruction("b")
        step.title = "Next"
        let rig = StepRig([Steps.instruction("a"), step], at: "b")
        rig.controller.appear()
        #expect(titles(rig.controller).isSuperset(of: ["Next", "Done", "Back"]))
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).isSuperset(of: ["Next", "Fertig", "Zurück"]))
        #expect(titles(rig.controller).isDisjoint(with: ["Done", "Back"]))
        #expect(rig.controller.screen.content == .group(GroupContent(.screen).speaking(.german)))
    }

    @Test("are those of the choices of a form, whose answers stay")
    func form() throws {
        let rig = try TableRig([#"{"identifier":"q","type":"boolean"}"#])
        rig.controller.appear()
        try rig.tap("q[0]")
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).isSuperset(of: ["Ja", "Nein"]))
        #expect(try rig.cell("q[0]").isSelected)
    }

    @Test("are those of wheels, which stay where they were turned to")
    func wheels() throws {
        let rig = try TableRig([#"{"identifier":"q","type":"boolean","uiHint":"picker"}"#])
        rig.controller.appear()
        try rig.pick("q", 0)
        let before = try rig.picker("q")
        #expect(before.columns == [["Yes", "No"]] && before.text == "Yes")
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        let after = try rig.picker("q")
        #expect(after.columns == [["Ja", "Nein"]] && after.text == "Ja")
        #expect(after.selected == [0])
    }

    @Test("are those in which an answer of the task is told")
    func summary() {
        let step = RSDResultSummaryStepObject(identifier: "s")
        step.resultIdentifier = "isWell"
        let rig = StepRig([Steps.instruction("a"), step], at: "a") { _, level in
            RSDResultSummaryStepViewController(step: step, parent: level)
        }
        rig.level.taskResult.stepHistory.append(
            RSDAnswerResultObject(
                identifier: "isWell",
                answerType: RSDAnswerResultType(baseType: .codable),
                value: .array([.boolean(true), .decimal(0.5)]),
                startDate: Date(timeIntervalSince1970: 0)
            )
        )
        rig.controller.appear()
        #expect(titles(rig.controller).contains("Yes, 0.5"))
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).contains("Ja, 0,5"))
    }

    @Test("are those of a page on top of a step, and of a task that is being fetched")
    func pageAndInfo() {
        let info = FetchedInfo(identifier: "info") { [] }
        let rig = StepRig([Steps.instruction()]) { _, level in
            RSDTaskInfoStepViewController(step: info, parent: level)
        }
        rig.controller.isFetching = true
        rig.controller.appear()
        let page = RSDWebViewController(RSDWebViewUIActionObject(url: "a.html"))
        rig.controller.present(page, animated: false)
        #expect(titles(rig.controller).isSuperset(of: ["Close", "Loading"]))
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).isSuperset(of: ["Schließen", "Wird geladen"]))
    }

    @Test("are those of a step that counts taps, whose count stays")
    func tapping() {
        let step = RSDTappingStepObject(identifier: "tap")
        step.duration = 4
        let rig = StepRig([step]) { RSDTappingStepViewController(step: $0, parent: $1) }
        rig.controller.appear()
        rig.controller.start()
        rig.controller.tapped(.left)
        #expect(titles(rig.controller).isSuperset(of: ["Left", "Right", "Taps: 1"]))
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).isSuperset(of: ["Links", "Rechts", "Berührungen: 1"]))
    }
}
