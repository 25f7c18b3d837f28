// A run knows the participant's cohorts by itself. This is for code of the field, which puts them into a rule of its
// own and reads them from there.

/// A rule that keeps the cohorts of a participant, and applies the cohort rules of steps to them.
///
/// The run tells each one in its `trackingRules` what the answers say when a step is left, also where a step's own rule
/// leads elsewhere. The cohorts of the run hold beside it.
open class RSDCohortTrackingRule: RSDTrackingRule {
    /// The cohorts before the task.
    public let initialCohorts: Set<String>
    /// The cohorts by the answers until now.
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

    /// Takes in what the answers of a step say.
    final func take(_ change: CohortChange) { currentCohorts = change.applied(to: currentCohorts) }
}

extension RSDTrackingRule {
    /// The same as the field calls it, without the cohorts of a run.
    public func skipToStepIdentifier(
        before step: any RSDStep,
        with result: (any RSDTaskResult)?,
        isPeeking: Bool
    ) -> String? {
        skipToIdentifier(before: step, with: result, in: NavigationContext(isPeeking: isPeeking))
    }

    /// The same as the field calls it, without the cohorts of a run.
    public func nextStepIdentifier(
        after step: (any RSDStep)?,
        with result: (any RSDTaskResult)?,
        isPeeking: Bool
    ) -> String? {
        nextStepIdentifier(after: step, with: result, in: NavigationContext(isPeeking: isPeeking))
    }
}
