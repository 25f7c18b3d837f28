// What is missing between the samples of a device. The kernel throws away what finds no room without
// a word: the stamps are the only witness, and a late sample must not testify to a loss.

/// The instants of one device's samples, and the gaps between them.
///
/// Feed it the stamps in the order of the samples; it says what to do with each. It may want one
/// sample held back until the next has shown whether a gap is a loss or only lateness.
struct DeviceTimeline: Sendable {
    /// What the stamps tell.
    enum Stamping: Sendable, Hashable {
        /// When samples were taken: a gap is a loss, and its length the count.
        case taken
        /// When samples arrived: only the count over a while decides.
        case arrived
    }

    /// Readings that are missing.
    struct Gap: Sendable, Hashable {
        /// The instant of the first of them; of a loss that was found later, the instant of finding.
        var from: Int64
        /// The instant of the first reading behind them.
        var to: Int64
        var lost: Int64
        /// Whether the count is an estimate.
        var isEstimated: Bool
        /// Whether the kernel had no more room for them.
        var isOverflow = false

        /// What of it was due until an instant.
        ///
        /// - Parameters:
        ///   - limit: The instant.
        ///   - period: How far samples are apart.
        ///   - isFollowed: Whether the sample behind it is delivered whatever its instant: then all of it
        ///     is missing ahead of that one.
        /// - Returns: The gap to tell; `nil` when nothing was due.
        func due(
            until limit: Int64,
            periodInNanoseconds period: Double,
            isFollowed: Bool
        ) -> Gap? {
            if isFollowed { return self }
            var gap = self
            if from == to {
                // It was there before it was found.
                gap.from = min(from, limit)
                return gap
            }
            guard from <= limit else { return nil }
            guard to > limit else { return gap }
            let due = Double(limit &- from) / max(1, period)
            if due < 1e15 { gap.lost = min(lost, Int64(due) + 1) }
            return gap
        }
    }

    /// What to do with a sample.
    enum Verdict: Sendable, Hashable {
        /// Deliver it at this instant.
        case deliver(at: Int64)
        /// Keep it, for this instant, behind those already kept.
        case hold(at: Int64)
        /// Tell of the gap, deliver all that is kept, then this one.
        case settle(Gap?, at: Int64)
        /// Tell of the gap, deliver all that is kept, then keep this one.
        case settleAndHold(Gap?, at: Int64)
    }

    private static let odd = 16
    /// Stamps beyond are nonsense; within, every difference fits.
    private static let sane: Int64 = 1 << 61

    private(set) var stamping: Stamping
    private var tracker: PeriodTracker
    private var newest: Int64?
    /// Added to stamps after a clock has been set back.
    private(set) var shift: Int64 = 0
    private var suspicion = Suspicion()
    /// What is known of arrivals, once the stamps are taken for such.
    private var arrivals: ArrivalCount
    /// How uneven the last steps were.
    private var unevenness = 0.0
    private var oddRun = 0
    private var oddSum: Int64 = 0

    /// A gap that may be a loss.
    private struct Suspicion {
        /// Samples held back: the first behind the gap, and those that follow it too soon.
        var held = 0
        /// The last sample before the gap.
        var from: Int64 = 0
        /// The first sample behind it.
        var to: Int64 = 0
        var isOverflow = false
    }

    /// More than as many never wait behind one that is late.
    private static let crowd = 64

    /// A timeline that nothing has happened on.
    ///
    /// - Parameters:
    ///   - period: How far samples are apart, as far as it is known.
    ///   - stamping: What the stamps tell.
    init(periodInNanoseconds period: Double, stamping: Stamping) {
        tracker = PeriodTracker(nanoseconds: max(1, period))
        arrivals = ArrivalCount(periodInNanoseconds: period)
        self.stamping = stamping
    }

    /// A timeline for a device whose first stamps are known.
    ///
    /// - Parameters:
    ///   - stamps: The first ones.
    ///   - nominalPeriodInNanoseconds: What the device claims.
    ///   - areArrivals: Whether the driver is known to stamp when samples arrive.
    init(
        learningFrom stamps: [Int64],
        nominalPeriodInNanoseconds: Double?,
        areArrivals: Bool = false
    ) {
        let (period, isEven) = PeriodTracker.learn(
            from: stamps,
            nominal: nominalPeriodInNanoseconds
        )
        self.init(periodInNanoseconds: period, stamping: isEven && !areArrivals ? .taken : .arrived)
    }

    /// How far samples are apart.
    var periodInNanoseconds: Double {
        switch stamping {
        case .taken: tracker.nanoseconds
        case .arrived: arrivals.periodInNanoseconds
        }
    }

    /// How many samples are held back.
    var held: Int { suspicion.held }

    /// The instant of the newest sample, those held back included.
    var newestInstant: Int64? { newest }

    /// Whether a stamp would leave a gap behind the newest one.
    func isGap(before stamp: Int64) -> Bool {
        guard let newest else { return false }
        return Double(Self.sane(Self.sane(stamp) &+ shift) &- newest) > 1.5 * periodInNanoseconds
    }

    /// Takes the next stamp.
    ///
    /// - Parameters:
    ///   - stamp: In nanoseconds, by the session's clock.
    ///   - overflowed: Whether the kernel had no more room before this sample.
    /// - Returns: What to do with the sample.
    mutating func accept(_ stamp: Int64, overflowed: Bool = false) -> Verdict {
        let stamp = Self.sane(stamp)
        guard let before = newest else {
            newest = stamp
            switch stamping {
            case .taken: tracker.add(stamp)
            case .arrived: _ = arrivals.add(stamp)
            }
            return .deliver(at: stamp)
        }
        let time = forward(stamp, after: before)
        newest = time
        switch stamping {
        case .taken: return acceptTaken(time, after: before, overflowed: overflowed)
        case .arrived: return acceptArrived(time, after: before, overflowed: overflowed)
        }
    }

    /// Ends the holding back: there will be no more samples.
    mutating func settle() -> Gap? {
        switch stamping {
        case .taken:
            suspicion.held > 1
                ? crowdedGap(until: newest ?? 0) : suspicion.held > 0 ? takenGap() : nil
        case .arrived: newest.flatMap { Self.gap(of: arrivals.end(), at: $0) }
        }
    }

    // MARK: Time

    /// Never backwards: a step of a clock is taken out, a quiver is levelled.
    private mutating func forward(_ stamp: Int64, after before: Int64) -> Int64 {
        let time = Self.sane(stamp &+ shift)
        guard time < before else { return time }
        let back = Double(before &- time)
        guard back > 8 * periodInNanoseconds, back > 1e6 else { return before }
        let next = Self.sane(before &+ Int64(periodInNanoseconds.rounded()))
        shift = shift &+ (next &- time)
        return next
    }

    @inline(__always)
    private static func sane(_ time: Int64) -> Int64 { min(max(time, -sane), sane) }

    // MARK: Stamps of when samples were taken

    private mutating func acceptTaken(
        _ time: Int64,
        after before: Int64,
        overflowed: Bool
    ) -> Verdict {
        let step = Double(time &- before)
        let period = tracker.nanoseconds
        let isGap = step > 1.5 * period
        watchRate(step, isGap: isGap)
        if suspicion.held == 0 {
            guard isGap else {
                tracker.add(time)
                return .deliver(at: time)
            }
            suspect(from: before, to: time, overflowed)
            return .hold(at: time)
        }
        if step < 0.6 * period {
            // It catches up: these stamps are of arrivals. How much of the gap was lateness shows when
            // all that waited have come.
            let isOver = suspicion.isOverflow || suspicion.held >= Self.crowd
            guard isOver else {
                suspicion.held += 1
                return .hold(at: time)
            }
            let gap = suspicion.isOverflow ? takenGap() : crowdedGap(until: before)
            turnToArrivals(at: time)
            return .settle(gap, at: time)
        }
        if suspicion.held > 1 {
            let gap = crowdedGap(until: before)
            turnToArrivals(at: time)
            return .settle(gap, at: time)
        }
        let gap = takenGap()
        guard isGap else {
            tracker.add(time)
            return .settle(gap, at: time)
        }
        suspect(from: before, to: time, overflowed)
        return .settleAndHold(gap, at: time)
    }

    private mutating func takenGap() -> Gap? {
        let period = tracker.nanoseconds
        let steps = (Double(suspicion.to &- suspicion.from) / period).rounded()
        let lost = Int64(min(max(1, steps - 1), 1e15))
        let gap = Gap(
            from: suspicion.from &+ Int64(period.rounded()),
            to: suspicion.to,
            lost: lost,
            isEstimated: false,
            isOverflow: suspicion.isOverflow
        )
        tracker.add(suspicion.to, lost: lost)
        suspicion = Suspicion()
        return gap
    }

    /// What is missing still when those that waited behind a late one have come.
    ///
    /// - Parameter last: The last of them.
    /// - Returns: The gap; `nil` when all have come.
    private mutating func crowdedGap(until last: Int64) -> Gap? {
        let period = tracker.nanoseconds
        // The last one may be a little late itself, but not as much as would be one more.
        let due = (Double(last &- suspicion.from) / period + 0.25).rounded(.down)
        let lost = Int64(min(max(0, due - Double(suspicion.held)), 1e15))
        let gap = Gap(
            from: suspicion.from &+ Int64(period.rounded()),
            to: suspicion.to,
            lost: lost,
            isEstimated: true
        )
        suspicion = Suspicion()
        return lost > 0 ? gap : nil
    }

    /// Somebody may set another rate while it runs.
    private mutating func watchRate(_ step: Double, isGap: Bool) {
        let isOdd = isGap || step < 0.75 * tracker.nanoseconds
        let mean = oddRun > 0 ? Double(oddSum) / Double(oddRun) : step
        unevenness *= 63 / 64
        guard isOdd, abs(step - mean) <= 0.25 * mean else {
            oddRun = 0
            oddSum = 0
            if isOdd { unevenness += 1 }
            if unevenness > 6, suspicion.held == 0, !isGap {
                turnToArrivals(at: newest ?? 0)
            }
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

    /// Takes lateness for no loss: only a kernel that had no room has surely lost some.
    ///
    /// Else only the count over a while tells.
    private mutating func acceptArrived(
        _ time: Int64,
        after before: Int64,
        overflowed: Bool
    ) -> Verdict {
        let period = periodInNanoseconds
        let step = Double(time &- before)
        if overflowed, step > 1.5 * period {
            let lost = Int64(min((step / period).rounded() - 1, 1e15))
            let more = arrivals.add(time, lost: lost)
            let from = before &+ Int64(period.rounded())
            return .settle(
                Gap(
                    from: from,
                    to: time,
                    lost: lost &+ more,
                    isEstimated: true,
                    isOverflow: true
                ),
                at: time
            )
        }
        // What came since is told already: the gap stands where it is certain.
        guard let gap = Self.gap(of: arrivals.add(time), at: time) else {
            return .deliver(at: time)
        }
        return .settle(gap, at: time)
    }

    private static func gap(of lost: Int64, at time: Int64) -> Gap? {
        lost > 0 ? Gap(from: time, to: time, lost: lost, isEstimated: true) : nil
    }

    private mutating func turnToArrivals(at time: Int64) {
        stamping = .arrived
        arrivals = ArrivalCount(periodInNanoseconds: tracker.nanoseconds)
        _ = arrivals.add(time)
    }

    private mutating func suspect(from: Int64, to: Int64, _ overflowed: Bool) {
        suspicion = Suspicion(held: 1, from: from, to: to, isOverflow: overflowed)
    }
}
