// The navigator of task files: the order of the steps, and the rules that change it. It is a value
// made once of the steps; what has happened is given in, so every decision can be put in a table.

/// Goes from step to step in their order, unless a rule says otherwise.
public struct RSDConditionalStepNavigatorObject: RSDStepNavigator {
    /// The steps, in their order.
    public let steps: [any RSDStep]
    /// The steps by which progress is counted.
    public let progressMarkers: [String]?
    private let places: [String: Int]
    private let markerPlaces: [String: Int]

    public var knownSteps: [any RSDStep]? { steps }

    public init(steps: [any RSDStep], progressMarkers: [String]? = nil) {
        self.steps = steps
        self.progressMarkers = progressMarkers
        var places: [String: Int] = [:]
        places.reserveCapacity(steps.count)
        for (place, step) in steps.enumerated().reversed() { places[step.identifier] = place }
        self.places = places
        var markerPlaces: [String: Int] = [:]
        for (place, marker) in (progressMarkers ?? []).enumerated() { markerPlaces[marker] = place }
        self.markerPlaces = markerPlaces
    }

    public func step(with identifier: String) -> (any RSDStep)? {
        places[identifier].map { steps[$0] }
    }

    /// Which of the markers of progress a step is; the last, if it is several.
    func placeOfMarker(_ identifier: String) -> Int? { markerPlaces[identifier] }

    public func step(
        after step: (any RSDStep)?,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> StepDestination {
        let moment = NavigationMoment(result: result, context: context)
        var candidate = candidate(after: step, at: moment)
        if case .step(let place, _) = candidate {
            candidate = applyingRulesBefore(place, to: candidate, at: moment)
        }
        var skipped: Set<Int> = []
        while case .step(let place, _) = candidate, isSkipped(steps[place], at: moment) {
            // Steps that are skipped may name each other; the second time round there is no end.
            guard skipped.insert(place).inserted else { return .ends(.end) }
            candidate = candidateAfterSkipped(place, at: moment)
        }
        switch candidate {
        case .ends(let ending):
            return .ends(ending)
        case .step(let place, let isNamed):
            let isBehind = isNamed && moment.wasShown(steps[place].identifier)
            return .go(to: steps[place], isBehind ? .reverse : .forward)
        }
    }

    public func step(
        before step: any RSDStep,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> (any RSDStep)? {
        if step.forbidsGoingBack(with: result) { return nil }
        let moment = NavigationMoment(result: result, context: context)
        let history = result.stepHistory
        let end = moment.place(of: step.identifier) ?? history.count
        for entry in history[..<end].reversed() {
            if let earlier = self.step(with: entry.identifier) { return earlier }
        }
        return nil
    }
}

extension RSDConditionalStepNavigatorObject {
    /// Where rules lead to, before it is asked whether that step wants to be shown.
    private enum Candidate {
        /// A step, and whether a rule has named it.
        case step(Int, isNamed: Bool)
        case ends(StepDestination.Ending)
    }

    private func candidate(after step: (any RSDStep)?, at moment: NavigationMoment) -> Candidate {
        guard let step else {
            return moment.trackedTarget(after: nil).map { resolve($0, after: -1) }
                ?? inOrder(after: -1)
        }
        guard let place = places[step.identifier] else { return .ends(.end) }
        if let target = moment.context.target { return resolve(target, after: place) }
        switch moment.context.innerEnding ?? moment.endingOfInner(step) {
        case .exit:
            return .ends(.exit)
        case .unknown(let identifier):
            return resolve(identifier, after: place)
        case .end, .nextSection, nil:
            break
        }
        if let target = moment.target(of: step) ?? moment.trackedTarget(after: step) {
            return resolve(target, after: place)
        }
        return inOrder(after: place)
    }

    /// A step that was not shown has no answers: only what it says always counts.
    private func candidateAfterSkipped(_ place: Int, at moment: NavigationMoment) -> Candidate {
        let rule = steps[place] as? any RSDNavigationRule
        let target = rule?.nextStepIdentifier(with: moment.result, isPeeking: true)
        return target.map { resolve($0, after: place) } ?? inOrder(after: place)
    }

    private func applyingRulesBefore(
        _ place: Int,
        to candidate: Candidate,
        at moment: NavigationMoment
    ) -> Candidate {
        guard let target = moment.trackedTarget(before: steps[place]) else { return candidate }
        return target == steps[place].identifier ? candidate : resolve(target, after: place)
    }

    private func resolve(_ target: String, after place: Int) -> Candidate {
        switch target {
        case RSDIdentifier.exit: .ends(.exit)
        case RSDIdentifier.nextSection: .ends(.nextSection)
        case RSDIdentifier.nextStep: inOrder(after: place)
        case let identifier:
            places[identifier].map { .step($0, isNamed: true) } ?? .ends(.unknown(identifier))
        }
    }

    private func inOrder(after place: Int) -> Candidate {
        place + 1 < steps.count ? .step(place + 1, isNamed: false) : .ends(.end)
    }

    private func isSkipped(_ step: any RSDStep, at moment: NavigationMoment) -> Bool {
        step.rules((any RSDNavigationSkipRule).self).contains {
            $0.shouldSkipStep(with: moment.result, isPeeking: moment.context.isPeeking)
        }
    }
}

extension RSDConditionalStepNavigatorObject {
    public func progress(
        for step: any RSDStep,
        with result: any RSDTaskResult
    ) -> RSDTaskProgress? {
        progress(for: step, with: result, in: NavigationContext())
    }

    public func progress(
        for step: any RSDStep,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> RSDTaskProgress? {
        let index = context.history ?? HistoryIndex(result.stepHistory, of: self)
        if let progressMarkers { return progress(at: step, by: progressMarkers, index) }
        let others = index.contains(step.identifier) ? index.count - 1 : index.count
        return RSDTaskProgress(
            current: others + 1,
            total: places.count + index.foreignCount,
            isEstimated: true
        )
    }

    /// By the last marker that was reached; nothing is shown ahead of the first, nor behind the
    /// last.
    private func progress(
        at step: any RSDStep,
        by markers: [String],
        _ history: HistoryIndex
    ) -> RSDTaskProgress? {
        let reached = max(history.lastMarker, placeOfMarker(step.identifier) ?? -1)
        guard reached >= 0 else { return nil }
        if reached == markers.count - 1, markers[reached] != step.identifier { return nil }
        return RSDTaskProgress(current: reached + 1, total: markers.count, isEstimated: false)
    }
}
