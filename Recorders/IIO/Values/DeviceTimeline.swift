// Finds what is missing between the samples of a device. When its buffer is full, the kernel drops samples
// silently, so the timestamps are the only evidence. A sample that is merely late must not be mistaken for a
// loss.

internal import Timebase

/// The instants of one device's samples, and the gaps between them.
///
/// Pass it the timestamps in the order of the samples; it decides what to do with each. After a jump of the
/// timestamps, it asks the caller to hold samples back until later ones have shown whether the jump is a loss
/// or only lateness.
struct DeviceTimeline: Sendable {
    /// The meaning of the timestamps.
    enum Timestamping: Sendable, Hashable {
        /// When samples were taken: a gap is a loss, and its length gives the count.
        case taken
        /// When samples arrived: only the count over a longer time shows a loss.
        case arrived
    }

    /// What to do with a sample.
    enum Verdict: Sendable, Hashable {
        /// Deliver it at this instant.
        case deliver(at: Int64)
        /// Hold it back, for delivery at this instant after those already held.
        case hold(at: Int64)
        /// Report the gap, deliver all held samples, then this one.
        case settle(Gap?, at: Int64)
        /// Report the gap, deliver all held samples, then hold this one.
        case settleAndHold(Gap?, at: Int64)
        /// Report the gap, deliver this many held samples, oldest first, and hold this one after the rest.
        case settleSome(Gap?, count: Int, at: Int64)
    }

    /// What is left to do at the end.
    struct Remainder: Sendable, Hashable {
        var gap: Gap?
        /// How many held samples to deliver after the gap.
        var samples: Int
    }

    /// This many odd steps of similar length in a row are a new rate, not lateness.
    private static let odd = 16

    private(set) var timestamping: Timestamping
    /// The relative error of a time between two timestamps, due to the clock that made them.
    var clockErrorFraction = 0.0
    private var tracker: PeriodTracker
    private var newest: Int64?
    /// The device's progress by the newest sample, on its own clock; `whole` compares the number of samples with it.
    private var course: Int64 = 0
    /// Decides whether each jump is a loss or lateness.
    ///
    /// It is not used (`settles` is false) if the timestamps are so uneven that only the count over a longer time
    /// shows a loss.
    private var settling = LossSettling()
    private var settles: Bool
    /// A certain loss, if the sample at `to`, right after it, is still held back.
    private var overflow: (from: Int64, to: Int64, course: Int64)?
    private var arrivals: ArrivalCount
    /// How uneven the last steps were.
    private var unevenness = 0.0
    private var oddRun = 0
    private var oddSum: Int64 = 0
    private var samples = 0
    /// Finds, at the end of the recording, the losses that could not be found sooner.
    private var whole: WholeCount
    /// What `whole` had found before the rate changed.
    private var foundEarlier: Int64 = 0
    private var isWholeCounted = false
    /// Whether the next reported gap may not be a loss, or the loss may have happened elsewhere.
    private var isLossUncertain = false

    /// A timeline without samples.
    ///
    /// - Parameters:
    ///   - period: The distance between samples, as far as it is known.
    ///   - timestamping: What the timestamps mean.
    init(periodInNanoseconds period: Double, timestamping: Timestamping) {
        tracker = PeriodTracker(nanoseconds: period)
        arrivals = ArrivalCount(periodInNanoseconds: tracker.nanoseconds)
        self.timestamping = timestamping
        settles = timestamping == .taken
        whole = Self.wholeCount(settles: settles)
    }

    /// Samples for each block: few are enough if timestamps are even, many are needed if they are not.
    private static let (fewForBlock, manyForBlock) = (16, 64)

    private static func wholeCount(settles: Bool) -> WholeCount {
        WholeCount(samplesOfBlock: settles ? fewForBlock : manyForBlock)
    }

    /// A timeline for a device whose first timestamps are known.
    ///
    /// - Parameters:
    ///   - timestamps: The first timestamps.
    ///   - nominalPeriodInNanoseconds: The period that the device states.
    ///   - areArrivals: Whether the driver is known to take timestamps when samples arrive.
    init(
        learningFrom timestamps: [Int64],
        nominalPeriodInNanoseconds: Double?,
        areArrivals: Bool = false
    ) {
        let (period, isEven) = PeriodTracker.learn(
            from: timestamps,
            nominal: nominalPeriodInNanoseconds
        )
        self.init(
            periodInNanoseconds: period,
            timestamping: isEven && !areArrivals ? .taken : .arrived
        )
        settles = isEven
        whole = Self.wholeCount(settles: isEven)
    }

    /// The distance between samples.
    var periodInNanoseconds: Double {
        settles ? tracker.nanoseconds : arrivals.periodInNanoseconds
    }

    /// How many samples are held back.
    var held: Int { overflow == nil ? settling.count : 1 }

    /// The instant of the newest sample, those held back included.
    var newestInstant: Int64? { newest }

    /// Whether a timestamp would leave a gap after the newest one.
    func isGap(before timestamp: Int64) -> Bool {
        guard let newest else { return false }
        return Double(timestamp.heldAsTimestamp &- newest) > 1.5 * periodInNanoseconds
    }

    /// Processes the next timestamp.
    ///
    /// - Parameters:
    ///   - timestamp: In nanoseconds, on the session's clock.
    ///   - course: The device's progress: the timestamp itself, or, if the session's clock is learned from arrivals,
    ///     the device's own clock without its steps.
    ///   - overflowed: Whether the kernel's buffer was full before this sample.
    /// - Returns: What to do with the sample.
    mutating func accept(_ timestamp: Int64, course: Int64, overflowed: Bool = false) -> Verdict {
        let timestamp = timestamp.heldAsTimestamp
        self.course = newest == nil ? course : max(course, self.course)
        samples &+= 1
        guard let before = newest else {
            newest = timestamp
            if settles {
                settling.begin(at: timestamp)
                tracker.add(timestamp)
            } else {
                _ = arrivals.add(timestamp)
            }
            whole.add(course, period: periodInNanoseconds)
            return .deliver(at: timestamp)
        }
        // Time never goes backwards: an earlier timestamp is raised to the newest.
        let time = max(timestamp, before)
        newest = time
        guard settles else { return acceptArrived(time, after: before, overflowed: overflowed) }
        return acceptSettling(time, after: before, overflowed: overflowed)
    }

    /// Stops holding back samples, for example when too many wait.
    ///
    /// From here on, only the count over a longer time shows what is missing.
    ///
    /// - Returns: Whether samples were held; the caller must deliver all of them.
    mutating func stopWaiting() -> Bool {
        guard settles, settling.count > 0, let newest else { return false }
        turnToArrivals(at: newest)
        return true
    }

    /// Notes that a gap before the next timestamp, or before the held ones, may not be a loss, or that the loss may
    /// have happened elsewhere.
    mutating func noteUncertainLoss() { isLossUncertain = true }

    /// Decides the held samples because no more samples will come; returns one gap for each call, and `nil` when
    /// none is left.
    ///
    /// The last gap counts the samples that only the recording as a whole shows to be missing.
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
            // Decide the held samples with what is known so far.
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
        // If samples follow a late one in quick succession, the timestamps are those of arrivals.
        if step < 0.6 * period { timestamping = .arrived }
        let kept = settling.count
        if settling.keep(time, after: before, period: period) {
            tracker.add(settling.line, lost: Int64(kept))
            whole.pass(Int64(kept) &+ 1)
            return .settle(nil, at: time)
        }
        guard settling.isSettled(period: period) else {
            guard settling.isFull else { return .hold(at: time) }
            // Only the count over a longer time can show whether the later samples were late too.
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

    /// Delivers all held samples because the device has changed its rate; reports what is missing among them.
    ///
    /// - Parameters:
    ///   - time: The newest timestamp.
    ///   - old: The period before the change.
    /// - Returns: What to do with all of them.
    private mutating func beginRate(at time: Int64, after old: Double) -> Verdict {
        let found = settling.endRate(old: old, new: tracker.nanoseconds, steps: Self.odd)
        settling.begin(at: time)
        // `whole` cannot continue over a change of the rate.
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

    /// The sum of what is missing before and between the held samples, as one gap before all of them.
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
            isEstimated: isLossUncertain || timestamping == .arrived || !isCountable(lost),
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
        let isCertain = !isLossUncertain && !found.isUnclear && timestamping == .taken
        return Gap(
            // The next sample after a late one may follow sooner than a period.
            from: min(found.before &+ Int64(tracker.nanoseconds.rounded()), found.behind),
            to: found.behind,
            lost: found.lost,
            isEstimated: !isCertain || !isCountable(found.lost)
        )
    }

    /// True if the period is known well enough that the error over `lost` periods is less than half of one.
    private func isCountable(_ lost: Int64) -> Bool {
        let error = tracker.errorFraction(jitter: settling.jitter) + clockErrorFraction
        return error * Double(lost) < 0.5
    }

    /// Detects a rate that was changed during the recording; returns whether it has changed now.
    private mutating func watchRate(_ step: Double) -> Bool {
        let isOdd = step > 1.5 * tracker.nanoseconds || step < 0.75 * tracker.nanoseconds
        let mean = oddRun > 0 ? Double(oddSum) / Double(oddRun) : step
        unevenness *= 63 / 64
        // Short steps that make up for lateness do not show a new rate.
        let makesUp = settling.count > 0 && step < tracker.nanoseconds
        guard isOdd, !makesUp, abs(step - mean) <= 0.25 * mean else {
            oddRun = 0
            oddSum = 0
            // A step that is only a quarter too short is neither a new rate nor great lateness.
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

    // MARK: Timestamps of when samples arrived

    /// Processes the timestamp of an arrival; lateness alone does not count as a loss.
    ///
    /// A loss is certain only if the kernel's buffer was full. Otherwise only the count over a longer time
    /// shows it.
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
        // The samples after the loss were delivered already, so the gap is reported here, where the loss has become
        // certain.
        let missing = arrivals.add(time)
        whole.add(course, period: period)
        countFound()
        guard let gap = Self.gap(of: missing, at: time) else { return .deliver(at: time) }
        return .settle(gap, at: time)
    }

    /// Reports to `whole` how many samples `arrivals` found missing, and where.
    @inline(__always)
    private mutating func countFound() {
        for found in arrivals.found { whole.pass(found.lost, ago: found.ago) }
    }

    private static func gap(of lost: Int64, at time: Int64) -> Gap? {
        lost > 0 ? Gap(from: time, to: time, lost: lost, isEstimated: true) : nil
    }

    /// Counts by arrivals from now on; the earlier samples that were in time and the held ones are included.
    private mutating func turnToArrivals(at time: Int64) {
        timestamping = .arrived
        settles = false
        let waiting = settling.takeAll()
        arrivals = ArrivalCount(
            periodInNanoseconds: tracker.nanoseconds,
            after: settling.line,
            samples: samples &- max(1, waiting.count)
        )
        for timestamp in waiting { _ = arrivals.add(timestamp) }
        if waiting.isEmpty { _ = arrivals.add(time) }
        whole.coarsen(toSamplesOfBlock: Self.manyForBlock)
        whole.pass(Int64(max(1, waiting.count)))
    }
}
