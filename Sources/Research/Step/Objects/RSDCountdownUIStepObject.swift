// The countdown before a recording: it starts, and goes to the next step, by itself. Its button for reviewing the
// instructions does what the same button of the following step does.

/// A step that counts down to the next.
open class RSDCountdownUIStepObject: RSDActiveUIStepObject {
    /// The step that the countdown leads to; the task owns it.
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
    /// A step that counts down to the next.
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
