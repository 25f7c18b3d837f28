// Which steps belong to a walk is known later than they are made: each is put where it happened, and the walk is asked
// for at the end. So sums are kept by the stays in the task's steps, and only the newest steps one by one.

internal import Gait
internal import Recording

/// What was counted, stay by stay.
struct StepTally: Sendable {
    /// A time in one step of the task.
    private struct Stay: Sendable {
        var stepPath: String
        /// When its first sample was, on the clock of the samples.
        var start: Double
        var figures = WalkFigures()
    }

    /// A step of the newest, of which somebody may ask as of an earlier moment.
    private struct Recent: Sendable {
        enum News: Sendable {
            case counted(CountedStep)
            case measured(MeasuredStep)
        }

        var news: News
        /// Which sample it was told at.
        var told: Double

        var seconds: Double {
            switch news {
            case .counted(let step): step.seconds
            case .measured(let step): step.seconds
            }
        }
    }

    /// What was known when a step was told.
    struct Moment: Sendable {
        var seconds: Double
        var steps: Int
        var cadence: Double?
    }

    /// As long as somebody may look back.
    private static let longestHistoryInSeconds = 600.0
    /// Nobody makes more steps in that time.
    private static let longestHistory = 2400
    /// A pause as long as this is no walking any more.
    private static let pauseInSeconds = 3.0
    /// So many are known one by one: more than are made while somebody waits for an answer.
    private static let mostRecent = 256
    /// A contact is told within a second.
    private static let delayOfContacts = 1.2
    /// And how long a step was, within a row of slow steps.
    private static let delayOfLengths = 30.0
    /// So many steps tell how fast somebody walks now.
    private static let stepsOfCadence = 8

    private var stays: [Stay] = []
    private var recent: [Recent] = []
    private var durations: [Double] = []
    private var history: [Moment] = []
    private(set) var steps = 0
    private(set) var lastStep: Double?

    /// Begins a stay.
    mutating func move(to stepPath: String, at seconds: Double) {
        guard stays.last?.stepPath != stepPath else { return }
        stays.append(Stay(stepPath: stepPath, start: seconds))
    }

    /// Takes a step that counts, told at a sample.
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

    /// Takes how long a step was, told at a sample.
    mutating func add(_ step: MeasuredStep, toldAt seconds: Double) {
        keep(Recent(news: .measured(step), told: seconds))
    }

    /// Those that are too old go many at once, as what is behind moves up.
    private mutating func remember(_ moment: Moment) {
        history.append(moment)
        guard history.count >= 2 * Self.longestHistory else { return }
        let oldest = moment.seconds - Self.longestHistoryInSeconds
        // Of a clock that is set back again and again, none is too old.
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

    /// How many steps a minute somebody makes now, where somebody walks.
    func cadence(at seconds: Double) -> Double? {
        guard let lastStep, seconds - lastStep < Self.pauseInSeconds, durations.count >= 2 else {
            return nil
        }
        return 60 * Double(durations.count) / durations.reduce(0, +)
    }

    /// What was known at some instants, the earliest first; nothing before the first step.
    ///
    /// A cadence is known no longer once a pause has come.
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
    ///   - step: The step or section that is walked in: one that is entered again begins anew, as for the distance
    ///     by satellite. Without it, all counts.
    ///   - end: What is later does not count, nor what is known so late only that nobody waits for it.
    /// - Returns: The sums; `nil` where nobody was in that step.
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

    /// The sample after which the sums of a walk change no more: they are the same, whoever asks later.
    func settledAt(_ step: String?, until end: Double) -> Double {
        let settled = end + Self.delayOfContacts
        guard let walk = walk(of: step, until: end), walk.upperBound < stays.count else {
            return settled
        }
        return min(settled, stays[walk.upperBound].start + Self.delayOfLengths)
    }

    /// The last stays in a row that are of the walk, of those that have begun by then.
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
