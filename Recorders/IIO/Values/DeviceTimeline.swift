// What is missing between the samples of a device. The kernel throws away what finds no room without
// a word: the stamps are the only witness, and a late sample must not testify to a loss.

internal import Timebase

/// The instants of one device's samples, and the gaps between them.
///
/// Feed it the stamps in the order of the samples; it says what to do with each. It wants samples held back
/// until those that follow have shown whether a jump is a loss or only lateness.
struct DeviceTimeline: Sendable {
    /// What the stamps tell.
    enum Stamping: Sendable, Hashable {
        /// When samples were taken: a gap is a loss, and its length the count.
        case taken
        /// When samples arrived: only the count over a while decides.
        case arrived
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
        /// Tell of the gap, deliver so many of those that are kept, the oldest first, and keep this one
        /// behind the others.
        case settleSome(Gap?, count: Int, at: Int64)
    }

    /// What is told at the end.
    struct Remainder: Sendable, Hashable {
        var gap: Gap?
        /// How many of those that are kept are delivered behind it.
        var samples: Int
    }

    /// As many steps of another length are no lateness.
    private static let odd = 16

    private(set) var stamping: Stamping
    /// By how much of itself a time between two stamps may be wrong, by the clock that made them.
    var clockErrorFraction = 0.0
    private var tracker: PeriodTracker
    private var newest: Int64?
    /// How far the device has come by the newest sample: what the whole is counted against.
    private var course: Int64 = 0
    /// Decides of each jump, unless stamps are so uneven that only the count over a while tells.
    private var settling = LossSettling()
    private var settles: Bool
    /// Whether what is kept stands behind a loss that is certain.
    private var overflow: (from: Int64, to: Int64, course: Int64)?
    private var arrivals: ArrivalCount
    /// How uneven the last steps were.
    private var unevenness = 0.0
    private var oddRun = 0
    private var oddSum: Int64 = 0
    private var samples = 0
    /// Counts once more at the end what could not be told sooner.
    private var whole: WholeCount
    /// What it had found when the rate was set anew.
    private var foundEarlier: Int64 = 0
    private var isWholeCounted = false
    /// Whether the loss that is told next may be none, or was elsewhere.
    private var isLossUncertain = false

    /// A timeline that nothing has happened on.
    ///
    /// - Parameters:
    ///   - period: How far samples are apart, as far as it is known.
    ///   - stamping: What the stamps tell.
    init(periodInNanoseconds period: Double, stamping: Stamping) {
        tracker = PeriodTracker(nanoseconds: period)
        arrivals = ArrivalCount(periodInNanoseconds: tracker.nanoseconds)
        self.stamping = stamping
        settles = stamping == .taken
        whole = Self.wholeCount(settles: settles)
    }

    /// Even stamps show a step of the count by few samples, and uneven ones by many.
    private static let (fewForBlock, manyForBlock) = (16, 64)

    private static func wholeCount(settles: Bool) -> WholeCount {
        WholeCount(samplesOfBlock: settles ? fewForBlock : manyForBlock)
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
        settles = isEven
        whole = Self.wholeCount(settles: isEven)
    }

    /// How far samples are apart.
    var periodInNanoseconds: Double {
        settles ? tracker.nanoseconds : arrivals.periodInNanoseconds
    }

    /// How many samples are held back.
    var held: Int { overflow == nil ? settling.count : 1 }

    /// The instant of the newest sample, those held back included.
    var newestInstant: Int64? { newest }

    /// Whether a stamp would leave a gap behind the newest one.
    func isGap(before stamp: Int64) -> Bool {
        guard let newest else { return false }
        return Double(stamp.heldAsStamp &- newest) > 1.5 * periodInNanoseconds
    }

    /// Takes the next stamp.
    ///
    /// - Parameters:
    ///   - stamp: In nanoseconds, by the session's clock.
    ///   - course: How far the device has come, by its own clock where the session's is learned from arrivals.
    ///   - overflowed: Whether the kernel had no more room before this sample.
    /// - Returns: What to do with the sample.
    mutating func accept(_ stamp: Int64, course: Int64, overflowed: Bool = false) -> Verdict {
        let stamp = stamp.heldAsStamp
        self.course = newest == nil ? course : max(course, self.course)
        samples &+= 1
        guard let before = newest else {
            newest = stamp
            if settles {
                settling.begin(at: stamp)
                tracker.add(stamp)
            } else {
                _ = arrivals.add(stamp)
            }
            whole.add(course, period: periodInNanoseconds)
            return .deliver(at: stamp)
        }
        // Never backwards: what trembles is levelled.
        let time = max(stamp, before)
        newest = time
        guard settles else { return acceptArrived(time, after: before, overflowed: overflowed) }
        return acceptSettling(time, after: before, overflowed: overflowed)
    }

    /// Ends the holding back of samples that wait until a jump is settled, as where there are too many of them: from
    /// here on only the count over a while tells what is missing.
    ///
    /// - Returns: Whether any waited; all of them are to be delivered.
    mutating func stopWaiting() -> Bool {
        guard settles, settling.count > 0, let newest else { return false }
        turnToArrivals(at: newest)
        return true
    }

    /// Takes that what is missing ahead of the next stamp, or of those that wait, is no certain loss, or was elsewhere.
    mutating func noteUncertainLoss() { isLossUncertain = true }

    /// Ends the holding back, a gap at a time: there will be no more samples.
    ///
    /// The last one is what only the recording as a whole shows to be missing.
    mutating func settle() -> Remainder? {
        if let rest = settleWaiting() { return rest }
        guard !isWholeCounted else { return nil }
        isWholeCounted = true
        let missing = foundEarlier &+ whole.missing()
        let gap = newest.flatMap { Self.gap(of: missing, at: $0) }
        return gap.map { Remainder(gap: $0, samples: 0) }
    }

    private mutating func settleWaiting() -> Remainder? {
        guard settles else {
            let missing = arrivals.end()
            countFound()
            let gap = newest.flatMap { Self.gap(of: missing, at: $0) }
            return gap.map { Remainder(gap: $0, samples: 0) }
        }
        if let gap = overflowGap() { return Remainder(gap: gap, samples: 1) }
        let period = tracker.nanoseconds
        return settling.decide(period: period, isEnd: true).map {
            Remainder(gap: note($0), samples: $0.samples)
        }
    }

    // MARK: Settling

    private mutating func acceptSettling(
        _ time: Int64,
        after before: Int64,
        overflowed: Bool
    ) -> Verdict {
        let step = Double(time &- before)
        let period = tracker.nanoseconds
        let hasNewRate = watchRate(step)
        if overflowed, step > 1.5 * period {
            // What waited is decided of with what it knows.
            let gap = waitingGap()
            overflow = (before, time, course)
            return gap.map { .settleAndHold($0.gap, at: time) } ?? .hold(at: time)
        }
        if let gap = overflowGap() {
            guard settling.lateness(of: time, period: period) > 0.5 else {
                deliver(time)
                return .settle(gap, at: time)
            }
            _ = settling.keep(time, after: before, period: period)
            return .settleAndHold(gap, at: time)
        }
        if hasNewRate { return beginRate(at: time, after: period) }
        if settling.count == 0 {
            guard settling.lateness(of: time, period: period) > 0.5 else {
                if unevenness > 6 {
                    turnToArrivals(at: time)
                } else {
                    deliver(time)
                }
                return .deliver(at: time)
            }
            _ = settling.keep(time, after: before, period: period)
            return .hold(at: time)
        }
        // What waited behind a late one comes at once: these stamps are of arrivals.
        if step < 0.6 * period { stamping = .arrived }
        let kept = settling.count
        if settling.keep(time, after: before, period: period) {
            tracker.add(settling.line, lost: Int64(kept))
            whole.pass(Int64(kept) &+ 1)
            return .settle(nil, at: time)
        }
        guard settling.isSettled(period: period) else {
            guard settling.isFull else { return .hold(at: time) }
            // Whether those that are to come have waited, too, only the count over a while tells.
            turnToArrivals(at: time)
            return .settle(nil, at: time)
        }
        guard let found = settling.decide(period: period) else { return .hold(at: time) }
        let gap = note(found)
        return settling.count == 0
            ? .settle(gap, at: time) : .settleSome(gap, count: found.samples, at: time)
    }

    private mutating func deliver(_ time: Int64) {
        isLossUncertain = false
        settling.follow(time, period: tracker.nanoseconds)
        tracker.add(settling.line)
        whole.add(course, period: tracker.nanoseconds)
    }

    /// Delivers all that waits, as the device has another rate; what is missing among it is told.
    ///
    /// - Parameters:
    ///   - time: The newest stamp.
    ///   - old: The period of the rate before.
    /// - Returns: What to do with all of them.
    private mutating func beginRate(at time: Int64, after old: Double) -> Verdict {
        let found = settling.endRate(old: old, new: tracker.nanoseconds, steps: Self.odd)
        settling.begin(at: time)
        // No course goes on from one rate to another.
        foundEarlier &+= whole.missing()
        whole = Self.wholeCount(settles: true)
        whole.add(course, period: tracker.nanoseconds)
        guard let found, found.lost > 0 else { return .settle(nil, at: time) }
        let gap = Gap(
            from: found.isPast ? time : min(found.before &+ Int64(old.rounded()), found.behind),
            to: found.isPast ? time : found.behind,
            lost: found.lost,
            isEstimated: true
        )
        return .settle(gap, at: time)
    }

    /// What is missing ahead of, and between, those that wait, in one: it stands ahead of all of them.
    private mutating func waitingGap() -> Remainder? {
        let first = settling.firstKept
        var all: Remainder?
        while let next = settleWaiting() {
            guard var known = all else {
                all = next
                continue
            }
            known.samples += next.samples
            if let gap = next.gap {
                var sum = known.gap ?? gap
                if known.gap != nil { sum.lost &+= gap.lost }
                sum.from = min(sum.from, first ?? sum.from)
                sum.isEstimated = true
                known.gap = sum
            }
            all = known
        }
        return all
    }

    private mutating func overflowGap() -> Gap? {
        guard let (from, to, course) = overflow else { return nil }
        overflow = nil
        let period = tracker.nanoseconds
        let steps = (Double(to &- from) / period).rounded()
        let lost = Int64(min(max(1, steps - 1), 1e15))
        let gap = Gap(
            from: from &+ Int64(period.rounded()),
            to: to,
            lost: lost,
            isEstimated: isLossUncertain || stamping == .arrived || !isCountable(lost),
            isOverflow: true
        )
        isLossUncertain = false
        tracker.add(to, lost: lost)
        settling.begin(at: to)
        whole.pass(lost)
        whole.add(course, period: period)
        return gap
    }

    private mutating func note(_ found: LossSettling.Finding) -> Gap? {
        tracker.add(settling.line, lost: found.lost &+ Int64(found.samples - 1))
        whole.pass(found.lost &+ Int64(found.samples))
        guard found.lost > 0 else { return nil }
        defer { isLossUncertain = false }
        let isCertain = !isLossUncertain && !found.isUnclear && stamping == .taken
        return Gap(
            // Behind one that is late the next may follow sooner.
            from: min(found.before &+ Int64(tracker.nanoseconds.rounded()), found.behind),
            to: found.behind,
            lost: found.lost,
            isEstimated: !isCertain || !isCountable(found.lost)
        )
    }

    /// Whether so many periods are known to less than half of one.
    private func isCountable(_ lost: Int64) -> Bool {
        let error = tracker.errorFraction(jitter: settling.jitter) + clockErrorFraction
        return error * Double(lost) < 0.5
    }

    /// Somebody may set another rate while it runs; answers whether it is another one now.
    private mutating func watchRate(_ step: Double) -> Bool {
        let isOdd = step > 1.5 * tracker.nanoseconds || step < 0.75 * tracker.nanoseconds
        let mean = oddRun > 0 ? Double(oddSum) / Double(oddRun) : step
        unevenness *= 63 / 64
        // What makes up for lateness is no rate.
        let makesUp = settling.count > 0 && step < tracker.nanoseconds
        guard isOdd, !makesUp, abs(step - mean) <= 0.25 * mean else {
            oddRun = 0
            oddSum = 0
            // A step that is a quarter too short is no rate of its own, and no great lateness.
            let isUneven = isOdd && (step > tracker.nanoseconds || step < 0.6 * tracker.nanoseconds)
            if isUneven, !makesUp { unevenness += 1 }
            return false
        }
        oddRun += 1
        oddSum &+= Int64(step)
        guard oddRun >= Self.odd, oddSum > 0 else { return false }
        tracker.restart(Double(oddSum) / Double(oddRun))
        oddRun = 0
        oddSum = 0
        return true
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
            whole.pass(lost)
            whole.add(course, period: period)
            countFound()
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
        let missing = arrivals.add(time)
        whole.add(course, period: period)
        countFound()
        guard let gap = Self.gap(of: missing, at: time) else { return .deliver(at: time) }
        return .settle(gap, at: time)
    }

    /// Counts with the whole what the count of arrivals has found, where it was.
    @inline(__always)
    private mutating func countFound() {
        for found in arrivals.found { whole.pass(found.lost, ago: found.ago) }
    }

    private static func gap(of lost: Int64, at time: Int64) -> Gap? {
        lost > 0 ? Gap(from: time, to: time, lost: lost, isEstimated: true) : nil
    }

    /// Counts by arrivals from here on; what was in time before, and what waits, counts with them.
    private mutating func turnToArrivals(at time: Int64) {
        stamping = .arrived
        settles = false
        let waiting = settling.takeAll()
        arrivals = ArrivalCount(
            periodInNanoseconds: tracker.nanoseconds,
            after: settling.line,
            samples: samples &- max(1, waiting.count)
        )
        for stamp in waiting { _ = arrivals.add(stamp) }
        if waiting.isEmpty { _ = arrivals.add(time) }
        whole.coarsen(toSamplesOfBlock: Self.manyForBlock)
        whole.pass(Int64(max(1, waiting.count)))
    }
}
