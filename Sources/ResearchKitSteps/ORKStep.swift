// A step for code written for ResearchKit: a step class that says which controller shows it. It is also a step of the
// SageResearch model, so it runs in any task; and an `ORKStep` can stand for any step of that model.

public import Research
public import ResearchUI
public import TaskEngine

/// A step that an `ORKStepViewController` shows, in a task of Footfall's or of a ResearchKit-style host.
open class ORKStep: RSDUIStepObject, RSDStepViewControllerVendor, RSDStepStandIn {
    /// Whether the participant may skip it.
    open var isOptional = true
    package final private(set) var standsFor: (any RSDStep)?
    /// The step that is shown: this one, or the model's step that it stands for.
    public final var shownStep: any RSDStep { standsFor ?? self }

    /// Creates a step that stands for a step of the model, and has its identifier.
    public convenience init(_ step: any RSDStep) {
        self.init(identifier: step.identifier, type: step.stepType)
        standsFor = step
        let told = step as? any RSDUIStep
        title = told?.title
        text = told?.text
        detail = told?.detail
        footnote = told?.footnote
        fullInstructionsOnly = (step as? any RSDInstructionStep)?.fullInstructionsOnly ?? false
        let cohorts = step as? any RSDCohortNavigationStep
        beforeCohortRules = cohorts?.beforeCohortRules
        afterCohortRules = cohorts?.afterCohortRules
    }

    /// The controller that shows the step; a subclass can make its own.
    @MainActor
    open func makeViewController(with result: ORKResult?) -> ORKStepViewController {
        ORKStepViewController(step: self, result: result)
    }

    open override func instantiateStepResult() -> any RSDResult {
        shownStep is ORKStep ? super.instantiateStepResult() : shownStep.instantiateStepResult()
    }

    /// The next step, from the navigation rules of the model's step or from what its buttons have set.
    open override func nextStepIdentifier(
        with result: (any RSDTaskResult)?,
        isPeeking: Bool
    ) -> String? {
        let rule = standsFor as? any RSDNavigationRule
        return rule?.nextStepIdentifier(with: result, isPeeking: isPeeking)
            ?? super.nextStepIdentifier(with: result, isPeeking: isPeeking)
    }

    open override func validate() throws {
        try super.validate()
        try standsFor?.validate()
    }

    open override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        guard let copy = copy as? ORKStep else { return }
        copy.isOptional = isOptional
        copy.standsFor = (standsFor as? any RSDCopyStep)?.copy(with: copy.identifier) ?? standsFor
    }

    open func instantiateViewController(
        with parent: (any RSDPathComponent)?
    ) -> (any UIViewController & RSDStepController)? {
        ORKHostedController(step: self, parent: parent)
    }
}
