// The navigator of task files: the order of the steps, and the rules that change it.

/// Goes from step to step in their order, unless a rule says otherwise.
public struct RSDConditionalStepNavigatorObject: RSDStepNavigator {
    /// The steps, in their order.
    public let steps: [any RSDStep]
    /// The steps by which progress is counted.
    public let progressMarkers: [String]?
    private let places: [String: Int]

    public init(steps: [any RSDStep], progressMarkers: [String]? = nil) {
        self.steps = steps
        self.progressMarkers = progressMarkers
        let numbered = steps.enumerated().map { ($0.element.identifier, $0.offset) }
        places = Dictionary(numbered) { first, _ in first }
    }

    public func step(with identifier: String) -> (any RSDStep)? {
        places[identifier].map { steps[$0] }
    }

    public func step(
        after step: (any RSDStep)?,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> StepDestination {
        let place = step.flatMap { places[$0.identifier] } ?? -1
        guard place + 1 < steps.count else { return .ends(.end) }
        return .go(to: steps[place + 1])
    }

    public func step(
        before step: any RSDStep,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> (any RSDStep)? {
        let history = result.stepHistory.prefix { $0.identifier != step.identifier }
        return history.last.flatMap { self.step(with: $0.identifier) }
    }

    public func progress(
        for step: any RSDStep,
        with result: any RSDTaskResult
    ) -> RSDTaskProgress? {
        guard let place = places[step.identifier] else { return nil }
        return RSDTaskProgress(current: place + 1, total: steps.count, isEstimated: true)
    }
}
