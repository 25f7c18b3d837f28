// Sums up the counted steps of a walk. Whether a step belongs to a walk is known only after it was made, and
// results are queried at the end. So steps are assigned to the visits of the task's steps by time: sums are
// kept for each visit, and only the newest steps individually.

internal import Gait
internal import Recording

/// The counted steps, summed for each stay in a step of the task.
struct StepTally: Sendable {
    /// A time spent in one step of the task.
    private struct Stay: Sendable {
        var stepPath: String
        /// The time of its first sample, on the clock of the samples.
        var start: Double
        var figures = WalkFigures()
    }

    /// One of the newest steps, kept individually because a query may refer to an earlier moment.
    private struct Recent: Sendable {
        enum News: Sendable {
            case counted(CountedStep)
            case measured(MeasuredStep)
        }

        var news: News
        /// The time of the sample at which the step was reported.
        var told: Double

        var seconds: Double {
            switch news {
            case .counted(let step): step.seconds
            case .measured(let step): step.seconds
            }
        }
    }

    /// What was known when a step was reported.
    struct Moment: Sendable {
        var seconds: Double
        var steps: Int
        var cadence: Double?
    }

    /// How far back a query may reach.
    private static let longestHistoryInSeconds = 600.0
    /// More steps than a person makes in that time.
    private static let longestHistory = 2400
    /// A pause this long ends the walking.
    private static let pauseInSeconds = 3.0
    /// How many steps are kept individually: more than are made while a query waits for its result.
    private static let mostRecent = 256
    /// How late a foot contact may be reported, in seconds.
    private static let delayOfContacts = 1.2
    /// How late the length of a step may be reported, in seconds, during slow steps.
    private static let delayOfLengths = 30.0
    /// From how many steps the present cadence is computed.
    private static let stepsOfCadence = 8

    private var stays: [Stay] = []
    private var recent: [Recent] = []
    private var durations: [Double] = []
    private var history: [Moment] = []
    private(set) var steps = 0
    private(set) var lastStep: Double?

    /// Begins a stay in a step of the task.
    mutating func move(to stepPath: String, at seconds: Double) {
        guard stays.last?.stepPath != stepPath else { return }
        stays.append(Stay(stepPath: stepPath, start: seconds))
    }

    /// Adds a counted step that was reported at a sample.
    mutating func add(_ step: CountedStep, toldAt seconds: Double) {
        steps += 1
        lastStep = step.seconds
        if step.isFirst { durations = [] }
        if let duration = step.duration {
            if durations.count == Self.stepsOfCadence { durations.removeFirst() }
            durations.append(duration)
        }
        keep(Recent(news: .counted(step), told: seconds))
        let moment = Moment(seconds: seconds, steps: steps, cadence: cadence(at: step.seconds))
        remember(moment)
    }

    /// Adds the measured length of a step, reported at a sample.
    mutating func add(_ step: MeasuredStep, toldAt seconds: Double) {
        keep(Recent(news: .measured(step), told: seconds))
    }

    /// Adds a moment to the history.
    ///
    /// Old ones are removed many at a time, because removing moves all later ones.
    private mutating func remember(_ moment: Moment) {
        history.append(moment)
        guard history.count >= 2 * Self.longestHistory else { return }
        let oldest = moment.seconds - Self.longestHistoryInSeconds
        // If the clock is set back again and again, no moment is ever old enough, so remove by number.
        let kept = history.lastIndex { $0.seconds <= oldest } ?? 0
        history.removeFirst(max(kept, Self.longestHistory))
    }

    private mutating func keep(_ step: Recent) {
        recent.append(step)
        guard recent.count > Self.mostRecent else { return }
        let oldest = recent.removeFirst()
        guard let index = index(ofStayAt: oldest.seconds) else { return }
        Self.add(oldest, to: &stays[index].figures)
    }

    private func index(ofStayAt seconds: Double) -> Int? {
        stays.isEmpty ? nil : stays.lastIndex { $0.start <= seconds } ?? 0
    }

    private static func add(_ step: Recent, to figures: inout WalkFigures) {
        switch step.news {
        case .counted(let step): figures.add(step)
        case .measured(let step): figures.add(step)
        }
    }

    // MARK: Asking

    /// The present steps a minute; `nil` if the participant does not walk.
    func cadence(at seconds: Double) -> Double? {
        guard let lastStep, seconds - lastStep < Self.pauseInSeconds, durations.count >= 2 else {
            return nil
        }
        return 60 * Double(durations.count) / durations.reduce(0, +)
    }

    /// What was known at the given ascending instants; `nil` before the first step.
    ///
    /// After a pause, the cadence is `nil`.
    func moments(at instants: [Double]) -> [Moment?] {
        var next = history.startIndex
        return instants.map { instant in
            while next < history.endIndex, history[next].seconds <= instant { next += 1 }
            guard next > history.startIndex else { return nil }
            var moment = history[next - 1]
            if instant - moment.seconds > Self.pauseInSeconds { moment.cadence = nil }
            return moment
        }
    }

    /// The sums of a walk, as far as they are known.
    ///
    /// - Parameters:
    ///   - step: The step or section during which to count; if it is entered again, the count starts over, as
    ///     for the distance by satellite. If `nil`, everything counts.
    ///   - end: Later steps do not count, nor do those that were reported too late to wait for.
    /// - Returns: The sums; `nil` if the participant was never in that step.
    func figures(of step: String? = nil, until end: Double = .infinity) -> WalkFigures? {
        guard let walk = walk(of: step, until: end) else { return nil }
        var figures = WalkFigures()
        for stay in stays[walk] { figures.add(stay.figures) }
        let latest = settledAt(step, until: end)
        for step in recent where step.seconds <= end && step.told <= latest {
            if let index = index(ofStayAt: step.seconds), walk.contains(index) {
                Self.add(step, to: &figures)
            }
        }
        return figures
    }

    /// The time after which the sums of a walk no longer change, so that every later query gets the same.
    func settledAt(_ step: String?, until end: Double) -> Double {
        let settled = end + Self.delayOfContacts
        guard let walk = walk(of: step, until: end), walk.upperBound < stays.count else {
            return settled
        }
        return min(settled, stays[walk.upperBound].start + Self.delayOfLengths)
    }

    /// The last consecutive stays that belong to the walk, of those that began by `end`.
    private func walk(of step: String?, until end: Double) -> Range<Int>? {
        guard let step else { return stays.indices }
        func isWalked(_ stay: Stay) -> Bool { StepPath.leads(stay.stepPath, through: step) }
        guard let last = stays.lastIndex(where: { $0.start <= end && isWalked($0) }) else {
            return nil
        }
        let before = stays[...last].lastIndex { !isWalked($0) }
        return (before.map { $0 + 1 } ?? 0)..<(last + 1)
    }
}
