// The members of the step controller that say what it presents, and how it is made.

import Foundation
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("RSDStepViewController: its step, and how it is made")
@MainActor
struct StepModelMemberTests {
    @Test("`stepViewModel` has the step and its place in the run")
    func stepViewModel() {
        let rig = StepRig([Steps.instruction("a"), Steps.instruction("b")])
        #expect(rig.controller.stepViewModel.identifier == "a")
        #expect(rig.controller.stepViewModel.taskViewModel === rig.level)
        #expect(rig.controller.stepViewModel.fullPath == "task/a")
        #expect(rig.controller.stepViewModel.hasStepAfter)
    }

    @Test("`instantiateStepViewModel(for:with:)` is asked by the initialiser")
    func instantiateStepViewModel() {
        let controller = OwnModel(step: Steps.instruction(), parent: nil)
        #expect(controller.stepViewModel is OwnModel.Model)
    }

    @Test("`step` is that of the model")
    func step() {
        let step = Steps.instruction("mine")
        #expect(RSDStepViewController(step: step, parent: nil).step as? RSDUIStepObject === step)
    }

    @Test("`uiStep` is the step, if it is shown")
    func uiStep() {
        #expect(RSDStepViewController(step: Steps.active(), parent: nil).uiStep != nil)
        let generic = RSDSectionStepObject(identifier: "s", steps: [])
        #expect(RSDStepViewController(step: generic, parent: nil).uiStep == nil)
    }

    @Test("`designableStep` is the step, if it says how it looks")
    func designableStep() {
        #expect(RSDStepViewController(step: Steps.active(), parent: nil).designableStep != nil)
        #expect(RSDStepViewController(step: PlainStep(), parent: nil).designableStep == nil)
    }

    @Test("`activeStep` is the step, if it has a timer")
    func activeStep() {
        #expect(RSDStepViewController(step: Steps.active(), parent: nil).activeStep != nil)
        #expect(RSDStepViewController(step: Steps.instruction(), parent: nil).activeStep == nil)
    }

    @Test("`currentResult` is that of the history, and is put there where there is none")
    func currentResult() {
        let rig = StepRig([Steps.instruction("a")])
        #expect(rig.controller.currentResult.identifier == "a")
        #expect(rig.level.taskResult.stepHistory.count == 1)
        rig.level.taskResult.stepHistory = []
        #expect(rig.controller.currentResult.identifier == "a")
        #expect(rig.level.taskResult.stepHistory.map(\.identifier) == ["a"])
        rig.controller.currentResult = RSDAnswerResultObject(
            identifier: "a",
            answerType: RSDAnswerResultType(baseType: .integer),
            value: .integer(7),
            startDate: Date(timeIntervalSince1970: 0)
        )
        let kept = rig.level.findResult(for: "a") as? any RSDAnswerResult
        #expect(kept?.value == .integer(7))
    }

    @Test("`currentResult` of a controller without a run is kept by itself")
    func currentResultWithoutRun() {
        let controller = RSDStepViewController(step: Steps.instruction("a"), parent: nil)
        #expect(controller.currentResult.identifier == "a")
        controller.currentResult = RSDCollectionResultObject(
            identifier: "a",
            startDate: Date(timeIntervalSince1970: 5)
        )
        #expect(controller.currentResult.startDate == Date(timeIntervalSince1970: 5))
    }

    @Test("`init(step:parent:)` makes a controller that can be shown at once")
    func initWithStep() {
        let step = Steps.instruction()
        step.title = "Read this"
        let controller = RSDStepViewController(step: step, parent: nil)
        controller.appear()
        #expect(
            controller.screen.node("screen/read/header/title")?.accessibility.label == "Read this"
        )
    }

    @Test("`init(nibName:bundle:)` uses the layout that is registered by that name")
    func initWithNib() {
        RSDLayouts.register(nib: "TwoButtons") { controller in
            controller.view.addSubview(UIButton(name: "left", title: "L"))
        }
        defer { RSDLayouts.unregister("TwoButtons") }
        let controller = RSDStepViewController(nibName: "TwoButtons", bundle: nil)
        controller.stepViewModel = RSDStepViewModel(step: Steps.instruction(), parent: nil)
        controller.appear()
        #expect(controller.screen.node("screen/read/left") != nil)
        #expect(controller.layoutError == nil)
        #expect(controller.nibName == "TwoButtons")
    }

    @Test(
        "`init(nibName:bundle:)` of a name that nobody has registered says so, and is shown all the same"
    )
    func initWithUnknownNib() {
        let controller = RSDStepViewController(nibName: "NobodysLayout-1", bundle: nil)
        controller.stepViewModel = RSDStepViewModel(step: Steps.instruction(), parent: nil)
        controller.appear()
        #expect(controller.layoutError == RSDLayoutError(layout: "NobodysLayout-1"))
        #expect(controller.layoutError?.description.contains("RSDLayouts.register") == true)
        #expect(controller.screen.node("screen/read/header") != nil)
    }

    @Test("`init(coder:)` finds the layout that was written down, or is none")
    func initWithCoder() throws {
        RSDLayouts.register(nib: "Archived") { _ in }
        defer { RSDLayouts.unregister("Archived") }
        func written(_ name: String?) throws -> NSKeyedUnarchiver {
            let archive = NSKeyedArchiver(requiringSecureCoding: true)
            if let name { archive.encode(NSString(string: name), forKey: "UINibName") }
            archive.finishEncoding()
            return try NSKeyedUnarchiver(forReadingFrom: archive.encodedData)
        }
        #expect(try RSDStepViewController(coder: written("Archived"))?.nibName == "Archived")
        #expect(try RSDStepViewController(coder: written(nil)) != nil)
        #expect(try RSDStepViewController(coder: written("NobodysLayout-2")) == nil)
    }

    @Test("`designSystem` says the colours where the step does not")
    func designSystem() {
        let rig = StepRig([Steps.instruction()])
        let dark = RSDDesignSystem(tiles: [
            "white": RSDColorTile(
                RSDColor("night", value: ViewColor("#102030")),
                usesLightStyle: true
            )
        ])
        rig.controller.designSystem = dark
        rig.controller.appear()
        let header = rig.controller.screen.node("screen/read/header")
        #expect(
            header?.style.background?.description == "#102030"
                && header?.style.usesLightStyle == true
        )
    }
}

private struct PlainStep: RSDStep {
    let identifier = "plain"
    let stepType: RSDStepType = "plain"
}

private final class OwnModel: RSDStepViewController {
    final class Model: RSDStepViewModel {}

    override func instantiateStepViewModel(
        for step: any RSDStep,
        with parent: (any RSDPathComponent)?
    ) -> any RSDStepViewPathComponent { Model(step: step, parent: parent) }
}
