// The buttons of a step, as the step says, or else the innermost level around it that says anything.

internal import FoundationEssentials

extension RSDTaskViewModel {
    /// What a button of a step does; `nil` where neither the step nor a level around it says so.
    public final func action(
        for button: RSDUIActionType,
        of step: any RSDStep
    ) -> (any RSDUIAction)? {
        if let own = (step as? any RSDUIActionHandler)?.action(for: button, on: step) { return own }
        var level: RSDTaskViewModel? = self
        while let here = level {
            if let action = here.task?.action(for: button, on: step) { return action }
            level = here.parentLevel
        }
        return nil
    }

    /// Whether a button of a step is hidden, as far as anybody says: by the step whatever it does, by a
    /// level around it only if it does nothing of its own.
    public final func shouldHideAction(
        for button: RSDUIActionType,
        of step: any RSDStep
    ) -> Bool? {
        if let own = (step as? any RSDUIActionHandler)?.shouldHideAction(for: button, on: step),
            own
        {
            return true
        }
        var level: RSDTaskViewModel? = self
        while let here = level {
            if let hides = here.task?.shouldHideAction(for: button, on: step) {
                return hides && action(for: button, of: step) == nil
            }
            level = here.parentLevel
        }
        return nil
    }

    /// Says in the result of a step where the run goes on behind it; what was answered stays.
    public final func assignSkip(to identifier: String, of step: any RSDStep) {
        let date = now
        let result = findResult(for: step.identifier)
        var navigation =
            result as? any RSDNavigationResult
            ?? RSDCollectionResultObject(
                identifier: step.identifier,
                startDate: result?.startDate ?? date,
                endDate: result?.endDate ?? date,
                inputResults: result.map { [$0] } ?? []
            )
        navigation.skipToIdentifier = identifier
        updateResult(navigation)
    }
}

extension RSDTaskViewModel {
    /// Has whoever runs the task do what a button of the framework does, whatever step is shown.
    ///
    /// It goes forward, back or leaves the task without saving it; other buttons are those of the step's controller,
    /// and do nothing here. Without an engine nothing does.
    public final func perform(actionType: RSDUIActionType) { root.performAction?(actionType) }
}
