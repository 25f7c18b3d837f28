// The data on which a navigator bases a decision, and the rules that it evaluates with them.

/// The result and the context of one decision.
struct NavigationMoment {
    let result: any RSDTaskResult
    let context: NavigationContext

    /// Returns the place of a step in the history.
    func place(of identifier: String) -> Int? {
        if let history = context.history { return history.place(of: identifier) }
        return result.stepHistory.lastIndex { $0.identifier == identifier }
    }

    /// True if the history has a result of the step.
    func wasShown(_ identifier: String) -> Bool { place(of: identifier) != nil }

    /// Returns the step that the rules or the result of `step` name as the next; `nil` if they name none.
    func target(of step: any RSDStep) -> String? {
        // `RSDFormUIStepObject` evaluates its survey rules in `nextStepIdentifier`, which a subclass may override.
        if !context.isPeeking, let form = step.shownAs as? any RSDFormUIStep,
            !(form is RSDFormUIStepObject),
            let target = SurveyNavigation.target(of: form, in: result)
        {
            return target
        }
        if let rule = step as? any RSDNavigationRule {
            return rule.nextStepIdentifier(with: result, isPeeking: context.isPeeking)
        }
        guard !context.isPeeking, let place = place(of: step.identifier) else { return nil }
        return (result.stepHistory[place] as? any RSDNavigationResult)?.skipToIdentifier
    }

    /// Returns the step to go to after `step` by the cohort and tracking rules; `nil` if no rule applies.
    func trackedTarget(after step: (any RSDStep)?) -> String? {
        if !context.isPeeking,
            let target = CohortTracking.target(after: step, for: context.cohorts)
        {
            return target
        }
        for rule in context.trackingRules {
            if let target = rule.nextStepIdentifier(after: step, with: result, in: context) {
                return target
            }
        }
        return nil
    }

    /// Returns the step to go to instead of showing `step` by the cohort and tracking rules; `nil` if no rule applies.
    func trackedTarget(before step: any RSDStep) -> String? {
        if let target = CohortTracking.target(before: step, for: context.cohorts) { return target }
        for rule in context.trackingRules {
            if let target = rule.skipToIdentifier(before: step, with: result, in: context) {
                return target
            }
        }
        return nil
    }

    /// Returns how a section or subtask has ended by the rules of its last step; `nil` if they did not end it.
    func endingOfInner(_ step: any RSDStep) -> StepDestination.Ending? {
        let inner: any RSDTask
        if let section = step as? any RSDSectionStep {
            inner = section
        } else if let subtask = step as? any RSDSubtaskStep {
            inner = subtask.task
        } else {
            return nil
        }
        guard let innerResult = result.findResult(for: step.identifier) as? any RSDTaskResult,
            let last = innerResult.stepHistory.last,
            let lastStep = inner.stepNavigator.step(with: last.identifier)
        else { return nil }
        let moment = NavigationMoment(
            result: innerResult,
            context: NavigationContext(isPeeking: context.isPeeking)
        )
        if let ending = moment.endingOfInner(lastStep) {
            guard case .unknown(let identifier) = ending else {
                return ending == .exit ? .exit : nil
            }
            return inner.stepNavigator.step(with: identifier) == nil ? ending : nil
        }
        switch moment.target(of: lastStep) {
        case nil, RSDIdentifier.nextStep: return nil
        case RSDIdentifier.exit: return .exit
        case RSDIdentifier.nextSection: return .nextSection
        case let target?:
            return inner.stepNavigator.step(with: target) == nil ? .unknown(target) : nil
        }
    }
}
