// A countdown before a recording. It starts by itself, and goes to the next step by itself. If it has no action of its
// own for reviewing the instructions, it uses that of the next active step in the list.

/// A step that counts down to the next.
open class RSDCountdownUIStepObject: RSDActiveUIStepObject {
    /// The next step in the list, if it is an active one; weak, because the task owns the steps.
    final weak var following: RSDActiveUIStepObject?

    open override class func defaultType() -> RSDStepType { .countdown }

    open override class func defaultDuration() -> Double { 5 }

    open override class func standingCommands() -> RSDActiveUIStepCommand {
        .transitionAutomatically
    }

    open override func action(
        for actionType: RSDUIActionType,
        on step: any RSDStep
    ) -> (any RSDUIAction)? {
        if let own = super.action(for: actionType, on: step) { return own }
        guard actionType == .reviewInstructions, let following else { return nil }
        return following.action(for: actionType, on: step)
    }
}

extension RSDDeclaration<any RSDStep> {
    /// The declaration of countdown steps for task files.
    public static var countdown: Self {
        Self(
            .countdown,
            RSDCountdownUIStepObject.self,
            "A step that counts down to the next one, from 5 seconds if it has no duration.",
            keys: RSDKey.activeStep,
            rule: RSDActiveUIStepObject.durationRule
        )
    }
}
