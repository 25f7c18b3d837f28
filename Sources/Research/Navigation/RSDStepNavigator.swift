// Which step follows which, as a function of what has happened. A navigator holds nothing of a run.

/// Where one comes from.
public enum RSDStepDirection: Int, Sendable, Hashable, CaseIterable {
    case reverse = -1
    case none = 0
    case forward = 1
}

/// Decides which step follows which.
public protocol RSDStepNavigator {
    /// All steps, for a look at the task before it is run; `nil`, unless written, where that is open.
    var knownSteps: [any RSDStep]? { get }

    /// The step with an identifier.
    func step(with identifier: String) -> (any RSDStep)?

    /// Where the task goes on after a step; with `nil`, where it begins.
    func step(
        after step: (any RSDStep)?,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> StepDestination

    /// The step to go back to; `nil` where there is none, or a rule forbids it.
    func step(
        before step: any RSDStep,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> (any RSDStep)?

    /// How far the task has come at a step; `nil` where that is not to be shown.
    func progress(for step: any RSDStep, with result: any RSDTaskResult) -> RSDTaskProgress?

    /// The same, for a navigator that uses what the context knows; as without it unless written.
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

    /// Whether there is a step after another one, without going there.
    public func hasStep(
        after step: (any RSDStep)?,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> Bool {
        self.step(after: step, with: result, in: context.peeking).step != nil
    }

    /// Whether there is a step before another one.
    public func hasStep(
        before step: any RSDStep,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> Bool {
        self.step(before: step, with: result, in: context.peeking) != nil
    }
}

/// Where a navigator says that the task goes on.
public struct StepDestination {
    /// The step; `nil` where this level ends.
    public var step: (any RSDStep)?
    /// Whether the step was there before.
    public var direction: RSDStepDirection
    /// How the level ends, if it does.
    public var ending: Ending?

    /// How a level ends.
    public enum Ending: Sendable, Hashable {
        /// There is no more step.
        case end
        /// The whole task is left.
        case exit
        /// Only this section is left.
        case nextSection
        /// A step that is not here is named; the level above may know it.
        case unknown(String)
    }

    /// A step to go to.
    public static func go(
        to step: any RSDStep,
        _ direction: RSDStepDirection = .forward
    ) -> StepDestination {
        StepDestination(step: step, direction: direction, ending: nil)
    }

    /// The end of the level.
    public static func ends(_ ending: Ending) -> StepDestination {
        StepDestination(step: nil, direction: .forward, ending: ending)
    }
}

/// What a navigator knows besides the level's own result.
public struct NavigationContext {
    /// The cohorts that the participant is in.
    public var cohorts: Set<String>
    /// The rules that hold for every step of the task.
    public var trackingRules: [any RSDTrackingRule]
    /// Whether one only wants to know, and does not go there.
    public var isPeeking: Bool
    /// Where in the history each step is; `nil` to search the result.
    public var history: HistoryIndex?
    /// How the section or subtask ended after which one goes on; `nil` to find that in the result.
    public var innerEnding: StepDestination.Ending?
    /// Where somebody wants to go on, as a rule of the step would say it: the step has no say then.
    public var target: String?

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

    /// The same, for one who only wants to know.
    public var peeking: NavigationContext {
        var copy = self
        copy.isPeeking = true
        return copy
    }
}

/// How far a task has come.
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

/// The targets of rules that are no step.
public enum RSDIdentifier {
    /// Leaves the task.
    public static let exit = "exit"
    /// Leaves the section.
    public static let nextSection = "nextSection"
    /// The step that follows in order.
    public static let nextStep = "nextStep"
    /// The result by which a step says of the whole run whether its instructions are short.
    package static let abbreviatedInstructions = "shouldShowAbbreviatedInstructions"
}
