// Decides which step follows which, as a function of the history. A navigator holds no state of a run.

/// The direction in which a step was reached.
public enum RSDStepDirection: Int, Sendable, Hashable, CaseIterable {
    case reverse = -1
    case none = 0
    case forward = 1
}

/// Decides which step follows which.
public protocol RSDStepNavigator {
    /// All steps, for checks before a run; `nil`, the default, if they are not known in advance.
    var knownSteps: [any RSDStep]? { get }

    /// The step with an identifier.
    func step(with identifier: String) -> (any RSDStep)?

    /// Returns the destination after `step`; if `step` is `nil`, that at the start.
    func step(
        after step: (any RSDStep)?,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> StepDestination

    /// Returns the step to go back to; `nil` if there is none, or if a rule forbids it.
    func step(
        before step: any RSDStep,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> (any RSDStep)?

    /// Returns the progress of the task at a step; `nil` if it should not be shown.
    func progress(for step: any RSDStep, with result: any RSDTaskResult) -> RSDTaskProgress?

    /// The same, for a navigator that uses the context; by default the context is ignored.
    func progress(
        for step: any RSDStep,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> RSDTaskProgress?
}

extension RSDStepNavigator {
    public var knownSteps: [any RSDStep]? { nil }

    public func progress(
        for step: any RSDStep,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> RSDTaskProgress? {
        progress(for: step, with: result)
    }

    /// True if there is a step after `step`; the run does not go there.
    public func hasStep(
        after step: (any RSDStep)?,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> Bool {
        self.step(after: step, with: result, in: context.peeking).step != nil
    }

    /// True if there is a step to go back to from `step`.
    public func hasStep(
        before step: any RSDStep,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> Bool {
        self.step(before: step, with: result, in: context.peeking) != nil
    }
}

/// The decision of a navigator: a step to go to, or the end of the level.
public struct StepDestination {
    /// The step; `nil` if the level ends.
    public var step: (any RSDStep)?
    /// `reverse` if a rule names the step and the step was shown before; otherwise `forward`.
    public var direction: RSDStepDirection
    /// How the level ends; `nil` if it does not.
    public var ending: Ending?

    /// How a level ends.
    public enum Ending: Sendable, Hashable {
        /// There are no more steps.
        case end
        /// The whole task is left.
        case exit
        /// Only this section is left.
        case nextSection
        /// A rule names a step that this level does not have; the level above may have it.
        case unknown(String)
    }

    /// Creates a destination: the step to go to.
    public static func go(
        to step: any RSDStep,
        _ direction: RSDStepDirection = .forward
    ) -> StepDestination {
        StepDestination(step: step, direction: direction, ending: nil)
    }

    /// Creates a destination: the end of the level.
    public static func ends(_ ending: Ending) -> StepDestination {
        StepDestination(step: nil, direction: .forward, ending: ending)
    }
}

/// The data for a navigator's decision, in addition to the result of the level.
public struct NavigationContext {
    /// The cohorts that the participant is in.
    public var cohorts: Set<String>
    /// The rules that apply to every step of the task.
    public var trackingRules: [any RSDTrackingRule]
    /// Whether the caller only asks for the destination, and does not go there.
    public var isPeeking: Bool
    /// The index of the history; `nil` to search the result.
    public var history: HistoryIndex?
    /// How the section or subtask that was just left has ended; `nil` to determine this from its result.
    public var innerEnding: StepDestination.Ending?
    /// A destination that replaces the rules of the step: a step identifier, or a word of `RSDIdentifier`.
    public var target: String?
    /// The results of the levels that contain this one, innermost first; a summary may show an answer from them.
    var resultsAround: [any RSDTaskResult] = []

    public init(
        cohorts: Set<String> = [],
        trackingRules: [any RSDTrackingRule] = [],
        isPeeking: Bool = false,
        history: HistoryIndex? = nil,
        innerEnding: StepDestination.Ending? = nil
    ) {
        self.cohorts = cohorts
        self.trackingRules = trackingRules
        self.isPeeking = isPeeking
        self.history = history
        self.innerEnding = innerEnding
    }

    /// The same context, for a caller that only asks for the destination.
    public var peeking: NavigationContext {
        var copy = self
        copy.isPeeking = true
        return copy
    }
}

/// How far a task has progressed.
public struct RSDTaskProgress: Sendable, Hashable {
    public var current: Int
    public var total: Int
    /// Whether the total may change.
    public var isEstimated: Bool

    public init(current: Int, total: Int, isEstimated: Bool) {
        self.current = current
        self.total = total
        self.isEstimated = isEstimated
    }
}

/// The words that a rule may name instead of a step.
public enum RSDIdentifier {
    /// Leaves the task.
    public static let exit = "exit"
    /// Leaves the section.
    public static let nextSection = "nextSection"
    /// Goes to the step that follows in order.
    public static let nextStep = "nextStep"
    /// The result by which a step sets, for the whole run, whether its instructions are abbreviated.
    package static let abbreviatedInstructions = "shouldShowAbbreviatedInstructions"
}
