// Decides whether a jump of the timestamps is a loss or only lateness. After a late sample the following steps are
// too short, until the timestamps are where they would have been; after a loss they stay late. So the samples after
// a jump are held until it is clear which it is.

/// Decides whether a jump of a device's timestamps is a loss or lateness, from the steps that follow it.
///
/// It extrapolates a line through the samples in time, and compares every timestamp with it. Lateness can only add
/// to a timestamp. So the number of samples missing before a held one is the smallest whole number of periods by
/// which that sample or any later one is late.
struct LossSettling: Sendable {
    /// Samples that are missing before the first held one.
    struct Finding: Sendable {
        var lost: Int64
        /// The last instant before the missing samples (`before`), and the first after them (`behind`).
        var before: Int64
        var behind: Int64
        /// Whether lateness near the loss makes its count or its place an estimate.
        var isUnclear: Bool
        /// How many held samples are decided by this, beginning with the first one after the loss.
        var samples: Int
        /// Whether the samples after the loss have been delivered already.
        var isPast = false
    }

    /// A jump that later samples seemed to make up for.
    private struct MadeUp {
        var lost: Int64
        /// How many samples made up for it, and in what time.
        var steps: Int
        var nanoseconds: Double
        /// The timestamp of the newest of them.
        var end: Int64
    }

    /// The most samples that are ever held.
    static let most = 128
    /// A jump counts as a loss once as many samples have followed as `patience` nanoseconds contain.
    ///
    /// That is at least `fewestFollowers` samples (`fewestWhereUnclear` if the lateness is not close to whole
    /// periods), or fewer if those would take longer than `longestWait`, and at most `mostFollowers`.
    private static let patience = 160_000_000.0
    private static let longestWait = 1_000_000_000.0
    private static let fewestFollowers = 4.0
    private static let fewestWhereUnclear = 10.0
    private static let mostFollowers = 32.0
    /// A step that is shorter than a period by this part makes up for lateness.
    private static let catchingUp = 0.4
    /// Timestamps that are even to this many nanoseconds are computed from a count of samples, not read from a
    /// clock.
    private static let exact = 2000.0
    /// By which part of a period a timestamp next to a loss may be off while the count stays exact.
    private static let clear = 0.25

    /// The instant that the line gives to the newest sample that was in time.
    private(set) var line: Int64 = 0
    /// The largest recent distance of timestamps from the line.
    private(set) var jitter = 0.0
    private var kept: [Int64] = []
    private var before: Int64 = 0
    /// The lateness of the least late held sample.
    private var least = Double.infinity
    /// The largest distance of a held sample from a whole number of periods.
    private var farthest = 0.0
    /// How late the newest sample is.
    private var newest = Double.infinity
    /// How many samples were held since the lateness last fell clearly.
    private var sinceLower = 0
    private var madeUp: MadeUp?

    init() { kept.reserveCapacity(Self.most + 1) }

    /// The instant of the first held sample.
    var firstKept: Int64? { kept.first }

    /// How many samples are held.
    var count: Int { kept.count }

    /// Begins a line at a timestamp.
    mutating func begin(at time: Int64) {
        line = time
        forget()
    }

    /// By how many periods a timestamp is later than the line predicts for the next sample.
    @inline(__always)
    func lateness(of time: Int64, period: Double) -> Double {
        Double(time &- line) / period - Double(kept.count + 1)
    }

    /// Updates the line with a timestamp that is in time.
    @inline(__always)
    mutating func follow(_ time: Int64, period: Double) {
        line = line &+ Int64(period.rounded())
        let off = Double(time &- line)
        jitter = max(abs(off), jitter * (1 - 1.0 / 512))
        // An early sample shows where the line really is; a late one shows only that the line is no later.
        if off.magnitude > period {
            line = time
        } else {
            line = line &+ Int64(off < 0 ? off / 2 : off / 4)
        }
    }

    /// Holds a timestamp.
    ///
    /// - Parameters:
    ///   - time: The timestamp.
    ///   - last: The timestamp before it.
    ///   - period: The distance between samples.
    /// - Returns: Whether all held samples turned out to be in time; they are then no longer held.
    mutating func keep(_ time: Int64, after last: Int64, period: Double) -> Bool {
        let late = lateness(of: time, period: period)
        if kept.isEmpty { before = last }
        kept.append(time)
        guard late > 0.5 else {
            noteMadeUp(period: period)
            line = line &+ Int64((Double(kept.count) * period).rounded())
            let off = late * period
            line = line &+ Int64(max(-period, off < 0 ? off / 2 : off / 4))
            forget()
            return true
        }
        note(late)
        return false
    }

    /// Remembers a jump that seems made up for, in case it was a loss after all (see `madeUpLoss`).
    private mutating func noteMadeUp(period: Double) {
        guard let first = kept.first, let last = kept.last, kept.count > 1 else { return }
        let lost = (Double(first &- before) / period).rounded() - 1
        guard lost >= 1 else { return }
        madeUp = MadeUp(
            lost: Int64(min(lost, 1e15)),
            steps: kept.count - 1,
            nanoseconds: Double(last &- first),
            end: last
        )
    }

    /// Decides all held samples, and jumps that seemed made up for, because the device's rate has changed.
    ///
    /// - Parameters:
    ///   - old: The distance between samples before the change.
    ///   - new: The distance since the change.
    ///   - steps: How many steps of the new rate there were, including the one to the newest sample.
    /// - Returns: What was missing before the change, if anything; never an exact count.
    mutating func endRate(old: Double, new: Double, steps: Int) -> Finding? {
        defer { madeUp = nil }
        guard let first = kept.first else { return madeUpLoss(new: new, steps: steps) }
        // The samples of the new rate show nothing about the old one, so only the first of them is examined.
        let last = max(1, kept.count - steps + 1)
        let step = { [kept, before] (index: Int) in
            Double(kept[index] &- (index > 0 ? kept[index - 1] : before))
        }
        // After the last step of the old rate, a step that the new rate explains is not a loss.
        let lastOld = (0..<last).last { step($0) <= 1.5 * old } ?? -1
        var (least, explained) = (Double.infinity, 0.0)
        for index in 0..<last {
            if index > lastOld, step(index) <= 1.5 * max(old, new) {
                explained += step(index) / old - 1
            }
            least = min(least, lateness(at: index, period: old) - explained)
        }
        let lost = max(0, (least + 0.5).rounded(.down))
        return Finding(
            lost: Int64(min(lost, 1e15)),
            before: before,
            behind: first,
            isUnclear: true,
            samples: kept.count
        )
    }

    /// A loss whose following samples only seemed to make up for lateness; `nil` if there was none.
    ///
    /// Those samples were the first of a faster rate.
    private func madeUpLoss(new: Double, steps: Int) -> Finding? {
        guard let madeUp else { return nil }
        let step = madeUp.nanoseconds / Double(madeUp.steps)
        let since = Double(line &- madeUp.end) / new
        guard abs(step - new) <= 0.25 * new, since <= Double(4 * steps) else { return nil }
        return Finding(
            lost: madeUp.lost,
            before: madeUp.end,
            behind: madeUp.end,
            isUnclear: true,
            samples: 0,
            isPast: true
        )
    }

    /// True if the jump before the first held sample has lasted long enough.
    func isSettled(period: Double) -> Bool {
        // A sample that is late by whole periods to the microsecond is not late: samples are missing.
        if jitter <= Self.exact, farthest * period <= Self.exact { return sinceLower >= 1 }
        let fitting = Self.patience / period
        let isClear = abs(least - least.rounded()) < Self.clear
        let fewest = isClear ? Self.fewestFollowers : Self.fewestWhereUnclear
        // A slow sensor is never late by whole periods for long, so fewer samples are enough.
        let soonest = min(fewest, max(1, Self.longestWait / period))
        let followers = min(max(fitting, soonest), Self.mostFollowers)
        return sinceLower >= Int(followers)
    }

    /// True if no more samples may be held, although it is not clear yet whether the lateness ends.
    var isFull: Bool { kept.count >= Self.most }

    /// Decides the first jump, and the held samples up to the next jump.
    ///
    /// - Parameters:
    ///   - period: The distance between samples.
    ///   - isEnd: Whether no more samples follow. If so, a last sample counts as following a loss only if it is late
    ///     by almost a whole period.
    /// - Returns: What is missing, and which samples are decided.
    mutating func decide(period: Double, isEnd: Bool = false) -> Finding? {
        guard let first = kept.first else { return nil }
        let isYoung = isEnd && !isSettled(period: period)
        let lost = max(0, (least + (isYoung ? 0.25 : 0.5)).rounded(.down))
        let samples = firstJump(over: lost, period: period)
        var (nearest, isUnclear) = (Double.infinity, isYoung && kept.count < 2)
        for index in 0..<samples {
            let late = lateness(at: index, period: period)
            nearest = min(nearest, late)
            if abs(late - lost) > Self.clear { isUnclear = true }
        }
        let finding = Finding(
            lost: Int64(min(lost, 1e15)),
            before: before,
            behind: first,
            isUnclear: isUnclear,
            samples: samples
        )
        let moved = (nearest + Double(samples)) * period
        line = moved < 2e18 ? line &+ Int64(moved) : kept[samples - 1]
        before = kept[samples - 1]
        kept.removeFirst(samples)
        (least, newest, farthest, sinceLower) = (.infinity, .infinity, 0, 0)
        for index in kept.indices { note(lateness(at: index, period: period)) }
        return finding
    }

    /// Returns the held timestamps, and holds them no longer.
    mutating func takeAll() -> [Int64] {
        let all = kept
        forget()
        return all
    }

    /// Discards the held timestamps.
    mutating func forget() {
        kept.removeAll(keepingCapacity: true)
        (least, newest, farthest, sinceLower) = (.infinity, .infinity, 0, 0)
    }

    private func lateness(at index: Int, period: Double) -> Double {
        Double(kept[index] &- line) / period - Double(index + 1)
    }

    private mutating func note(_ late: Double) {
        // This sample shows that fewer samples are missing than it seemed before.
        let isLower = (late + 0.5).rounded(.down) < (least + 0.5).rounded(.down)
        sinceLower = isLower || late < newest - Self.catchingUp ? 0 : sinceLower + 1
        least = min(least, late)
        newest = late
        farthest = max(farthest, abs(late - late.rounded()))
    }

    /// The index of the first held sample before which even more samples are missing for good; `kept.count` if
    /// there is none.
    private func firstJump(over lost: Double, period: Double) -> Int {
        var (least, jump) = (Double.infinity, kept.count)
        for index in kept.indices.reversed() where index > 0 {
            least = min(least, lateness(at: index, period: period))
            if (least + 0.5).rounded(.down) > lost { jump = index }
        }
        return jump
    }
}
