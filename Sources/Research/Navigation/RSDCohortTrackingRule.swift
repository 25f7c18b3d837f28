// A tracking rule that stores cohorts itself. A run already tracks the participant's cohorts; this class is for code
// written for SageResearch that sets and reads cohorts through such a rule.

/// A rule that stores the cohorts of a participant, and applies the cohort rules of steps to them.
///
/// When the participant leaves a step, the run passes the cohort changes of the step's answers to each such rule in
/// `trackingRules`, even if a rule of the step itself decides the next step. The run evaluates the cohort rules for its
/// own cohorts as well.
open class RSDCohortTrackingRule: RSDTrackingRule {
    /// The cohorts before the task.
    public let initialCohorts: Set<String>
    /// The cohorts after the answers so far.
    open private(set) var currentCohorts: Set<String>

    public init(initialCohorts: Set<String> = []) {
        self.initialCohorts = initialCohorts
        currentCohorts = initialCohorts
    }

    open func skipToIdentifier(
        before step: any RSDStep,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String? {
        CohortTracking.target(before: step, for: currentCohorts)
    }

    open func nextStepIdentifier(
        after step: (any RSDStep)?,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String? {
        context.isPeeking ? nil : CohortTracking.target(after: step, for: currentCohorts)
    }

    /// Applies the cohort changes of a step's answers.
    final func take(_ change: CohortChange) { currentCohorts = change.applied(to: currentCohorts) }
}

extension RSDTrackingRule {
    /// The method with SageResearch's name; the cohorts of a run are not taken into account.
    public func skipToStepIdentifier(
        before step: any RSDStep,
        with result: (any RSDTaskResult)?,
        isPeeking: Bool
    ) -> String? {
        skipToIdentifier(before: step, with: result, in: NavigationContext(isPeeking: isPeeking))
    }

    /// The method with SageResearch's name; the cohorts of a run are not taken into account.
    public func nextStepIdentifier(
        after step: (any RSDStep)?,
        with result: (any RSDTaskResult)?,
        isPeeking: Bool
    ) -> String? {
        nextStepIdentifier(after: step, with: result, in: NavigationContext(isPeeking: isPeeking))
    }
}
