// The navigator of task files: the order of the steps, and the rules that change it. The navigator has no state; the
// history of the run is passed to each call, so that tests can cover every decision with a table of cases.

/// Goes from step to step in their order, unless a rule names another destination.
public struct RSDConditionalStepNavigatorObject: RSDStepNavigator {
    /// The steps, in their order.
    public let steps: [any RSDStep]
    /// The steps that count for progress.
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

    /// Returns the number of the progress marker that names this step; the last one if there are several.
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
            // Skipped steps may name each other in a circle; when one comes up again, the level ends.
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
    /// The destination by the rules, before the destination's own skip rules are evaluated.
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

    /// Returns the destination after a skipped step.
    ///
    /// The step was not shown, so it has no answers, and only its unconditional rule counts.
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
        step.rules((any RSDNavigationSkipRule).self).contains { rule in
            resultsAsked(by: rule, at: moment).allSatisfy {
                rule.shouldSkipStep(with: $0, isPeeking: moment.context.isPeeking)
            }
        }
    }

    /// Returns the results that a skip rule is evaluated with; the step is skipped if the rule demands it for all.
    ///
    /// A summary whose level lacks the answer shows that of an outer level, so its rule is evaluated with that level,
    /// too. The rules of other steps are evaluated only with their own level, to which their reasons may be limited.
    private func resultsAsked(
        by rule: any RSDNavigationSkipRule,
        at moment: NavigationMoment
    ) -> [any RSDTaskResult] {
        guard let summary = rule as? any RSDResultSummaryStep,
            summary.shownAnswer(in: moment.result) == nil,
            let around = moment.context.resultsAround.first(where: {
                summary.shownAnswer(in: $0) != nil
            })
        else { return [moment.result] }
        return [moment.result, around]
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

    /// Progress by the last marker that was reached; `nil` before the first marker and after the last.
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
