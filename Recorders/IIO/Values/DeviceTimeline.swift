// What is missing between the samples of a device. The kernel throws away what finds no room without
// a word: the stamps are the only witness, and a late sample must not testify to a loss.

/// The instants of one device's samples, and the gaps between them.
///
/// Feed it the stamps in the order of the samples; it says what to do with each. It may want a
/// sample held back until the next ones have shown whether a gap is a loss or only lateness.
public struct DeviceTimeline: Sendable {
    /// What the stamps tell.
    public enum Stamping: Sendable, Hashable {
        /// When samples were taken: a gap is a loss, and its length the count.
        case taken
        /// When samples arrived: only the count over a while decides.
        case arrived
    }

    /// Readings that are missing.
    public struct Gap: Sendable, Hashable {
        /// The instant of the first of them.
        public var from: Int64
        public var lost: Int64
        /// Whether the count is an estimate.
        public var isEstimated: Bool

        public init(from: Int64, lost: Int64, isEstimated: Bool) {
            self.from = from
            self.lost = lost
            self.isEstimated = isEstimated
        }
    }

    /// What to do with a sample.
    public enum Verdict: Sendable, Hashable {
        /// Deliver it at this instant.
        case deliver(at: Int64)
        /// Keep it, for this instant, behind those already kept.
        case hold(at: Int64)
        /// Tell of the gap, deliver all that is kept, then this one.
        case settle(Gap?, at: Int64)
        /// Tell of the gap, deliver all that is kept, then keep this one.
        case settleAndHold(Gap?, at: Int64)
    }

    /// How many samples it ever wants held back.
    public static let mostHeld = 4096
    private static let patience: Int64 = 100_000_000
    private static let odd = 16

    public private(set) var stamping: Stamping
    private var tracker: PeriodTracker
    private var newest: Int64?
    /// Added to stamps after a clock has been set back.
    private var shift: Int64 = 0
    private var suspicion = Suspicion()
    /// The earliest line that arrivals keep to, at the newest sample.
    private var base = 0.0
    private var oddRun = 0
    private var oddSum: Int64 = 0

    /// A gap that may be a loss.
    private struct Suspicion {
        /// Samples held back.
        var held = 0
        /// The last sample before the gap.
        var from: Int64 = 0
        /// The first sample behind it.
        var to: Int64 = 0
        /// The least that a sample since was late.
        var least = 0.0
    }

    /// A timeline that nothing has happened on.
    ///
    /// - Parameters:
    ///   - periodInNanoseconds: How far samples are apart, as far as it is known.
    ///   - stamping: What the stamps tell.
    public init(periodInNanoseconds period: Double, stamping: Stamping) {
        tracker = PeriodTracker(nanoseconds: max(1, period))
        self.stamping = stamping
    }

    /// A timeline for a device whose first stamps are known.
    public init(learningFrom stamps: [Int64], nominalPeriodInNanoseconds: Double?) {
        let (period, isEven) = PeriodTracker.learn(
            from: stamps,
            nominal: nominalPeriodInNanoseconds
        )
        self.init(periodInNanoseconds: period, stamping: isEven ? .taken : .arrived)
    }

    /// How far samples are apart.
    public var periodInNanoseconds: Double { tracker.nanoseconds }

    /// How many samples are held back.
    public var held: Int { suspicion.held }

    /// The instant of the newest sample, those held back included.
    public var newestInstant: Int64? { newest }

    /// Takes the next stamp.
    public mutating func accept(_ stamp: Int64) -> Verdict {
        guard let before = newest else {
            newest = stamp
            base = Double(stamp)
            tracker.add(stamp)
            return .deliver(at: stamp)
        }
        let time = forward(stamp, after: before)
        newest = time
        switch stamping {
        case .taken: return acceptTaken(time, after: before)
        case .arrived: return acceptArrived(time, after: before)
        }
    }

    /// Ends the holding back: there will be no more samples.
    public mutating func settle() -> Gap? {
        guard suspicion.held > 0 else { return nil }
        switch stamping {
        case .taken: return takenGap()
        case .arrived: return arrivedGap()
        }
    }

    // MARK: Time

    /// Never backwards: a step of a clock is taken out, a quiver is levelled.
    private mutating func forward(_ stamp: Int64, after before: Int64) -> Int64 {
        let time = stamp &+ shift
        guard time < before else { return time }
        let back = Double(before &- time)
        guard back > 8 * tracker.nanoseconds, back > 1e6 else { return before }
        let next = before &+ Int64(tracker.nanoseconds.rounded())
        shift = shift &+ (next &- time)
        return next
    }

    // MARK: Stamps of when samples were taken

    private mutating func acceptTaken(_ time: Int64, after before: Int64) -> Verdict {
        let step = Double(time &- before)
        let period = tracker.nanoseconds
        let isGap = step > 1.5 * period
        watchRate(step, isGap: isGap)
        if suspicion.held == 0 {
            guard isGap else {
                tracker.add(time)
                return .deliver(at: time)
            }
            suspect(from: before, to: time)
            return .hold(at: time)
        }
        if step < 0.6 * period {
            // It catches up: the gap was lateness, and these stamps are of arrivals.
            stamping = .arrived
            base = Double(suspicion.from) + period
            suspicion.least = Double(suspicion.to) - base
            return weigh(time)
        }
        let gap = takenGap()
        guard isGap else {
            tracker.add(time)
            return .settle(gap, at: time)
        }
        suspect(from: before, to: time)
        return .settleAndHold(gap, at: time)
    }

    private mutating func takenGap() -> Gap? {
        let period = tracker.nanoseconds
        let steps = (Double(suspicion.to &- suspicion.from) / period).rounded()
        let lost = Int64(min(max(1, steps - 1), 1e15))
        let gap = Gap(
            from: suspicion.from &+ Int64(period.rounded()),
            lost: lost,
            isEstimated: false
        )
        tracker.add(suspicion.to, lost: lost)
        suspicion = Suspicion()
        return gap
    }

    /// Somebody may set another rate while it runs.
    private mutating func watchRate(_ step: Double, isGap: Bool) {
        let isOdd = isGap || step < 0.75 * tracker.nanoseconds
        let mean = oddRun > 0 ? Double(oddSum) / Double(oddRun) : step
        guard isOdd, abs(step - mean) <= 0.25 * mean else {
            oddRun = 0
            oddSum = 0
            return
        }
        oddRun += 1
        oddSum &+= Int64(step)
        guard oddRun >= Self.odd, oddSum > 0 else { return }
        tracker.restart(Double(oddSum) / Double(oddRun))
        oddRun = 0
        oddSum = 0
    }

    // MARK: Stamps of when samples arrived

    private mutating func acceptArrived(_ time: Int64, after before: Int64) -> Verdict {
        if suspicion.held > 0 { return weigh(time) }
        let period = tracker.nanoseconds
        let expected = base + period
        let late = Double(time) - expected
        guard late > 1.5 * period else {
            // The line follows at once to what is early, and slowly to what is late.
            base = late < 0 ? Double(time) : expected + min(late, 0.01 * period)
            tracker.add(time)
            return .deliver(at: time)
        }
        suspect(from: before, to: time)
        base = expected
        suspicion.least = late
        return .hold(at: time)
    }

    /// Weighs a sample behind a gap: does it still come as late as the first one?
    private mutating func weigh(_ time: Int64) -> Verdict {
        let period = tracker.nanoseconds
        base += period
        let late = Double(time) - base
        suspicion.least = min(suspicion.least, late)
        if late < 0.75 * period {
            for _ in 0..<suspicion.held { tracker.add(suspicion.to) }
            tracker.add(time)
            if late < 0 { base = Double(time) }
            suspicion = Suspicion()
            return .settle(nil, at: time)
        }
        let isLong = time &- suspicion.to >= Self.patience && suspicion.held >= 2
        guard isLong || suspicion.held >= Self.mostHeld - 1 else {
            suspicion.held += 1
            return .hold(at: time)
        }
        let gap = arrivedGap()
        tracker.add(time)
        return .settle(gap, at: time)
    }

    private mutating func arrivedGap() -> Gap? {
        let period = tracker.nanoseconds
        let lost = Int64(min(max(0, (suspicion.least / period + 0.25).rounded(.down)), 1e15))
        let gap = Gap(
            from: suspicion.from &+ Int64(period.rounded()),
            lost: lost,
            isEstimated: true
        )
        base += Double(lost) * period
        for place in 0..<suspicion.held { tracker.add(suspicion.to, lost: place == 0 ? lost : 0) }
        suspicion = Suspicion()
        return lost > 0 ? gap : nil
    }

    private mutating func suspect(from: Int64, to: Int64) {
        suspicion = Suspicion(held: 1, from: from, to: to)
    }
}
