// Decides what the buttons of a step do. The step has precedence, then the levels that contain it, innermost first.

internal import FoundationEssentials

extension RSDTaskViewModel {
    /// Returns what a button of a step does; `nil` if neither the step nor a level that contains it declares an action.
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

    /// Returns whether a button of a step is hidden; `nil` if neither the step nor a level that contains it decides.
    ///
    /// A button that the step hides is hidden. A button that only a level hides is hidden unless it has an action.
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

    /// Sets, in the result of a step, the step that follows it; the answers are kept.
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
    /// Performs the action of a standard button, whatever step is shown.
    ///
    /// The runner goes forward, goes back, or leaves the task without saving it. Other buttons belong to the step's
    /// controller and do nothing here. Without a runner, the call does nothing.
    public final func perform(actionType: RSDUIActionType) { root.performAction?(actionType) }
}
