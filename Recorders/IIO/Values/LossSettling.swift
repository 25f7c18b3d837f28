// Whether a jump of the stamps is a loss or only lateness. A late sample is followed by steps that are too
// short, until the stamps are where they would have been; a loss stays. So what comes behind a jump is kept
// until it has stayed, or gone, for a while.

/// Settles what jumps of a device's stamps are, with the steps that follow them.
///
/// Every stamp is compared with the line of those in time. Lateness only adds: so as many samples are missing
/// ahead of one as the least late of those from it on is behind the line, in whole periods.
struct LossSettling: Sendable {
    /// Samples that are missing ahead of the first that is kept.
    struct Finding: Sendable {
        var lost: Int64
        /// The last instant ahead of them, and the first behind.
        var before: Int64
        var behind: Int64
        /// Whether lateness beside it makes the count, or the place, an estimate.
        var isUnclear: Bool
        /// Kept samples that it decides of, the one behind the loss first.
        var samples: Int
        /// Whether the samples behind it are delivered already.
        var isPast = false
    }

    /// A jump that the samples behind it made up for, as it seemed.
    private struct MadeUp {
        var lost: Int64
        /// How many samples made up for it, and in what time.
        var steps: Int
        var nanoseconds: Double
        /// Where the newest of them is.
        var end: Int64
    }

    /// More than as many never wait.
    static let most = 128
    /// A jump has stayed when it has for so long, or for so many samples.
    private static let patience = 160_000_000.0
    private static let longestWait = 1_000_000_000.0
    private static let fewestFollowers = 4.0
    private static let fewestWhereUnclear = 10.0
    private static let mostFollowers = 32.0
    /// A step that is so much shorter than a period makes up for lateness.
    private static let catchingUp = 0.4
    /// Stamps that are no farther from their places, in nanoseconds, are counted, not taken.
    private static let exact = 2000.0
    /// By how much of a period a stamp beside a loss may be off, and the count be exact.
    private static let clear = 0.25

    /// Where the newest sample in time is on the line.
    private(set) var line: Int64 = 0
    /// How far stamps were from the line at most, of late.
    private(set) var jitter = 0.0
    private var kept: [Int64] = []
    private var before: Int64 = 0
    /// The least late of those kept, and how many came since there was one so little late.
    private var least = Double.infinity
    /// By how much one of those kept is off a whole number of periods, at most.
    private var farthest = 0.0
    /// How late the newest is.
    private var newest = Double.infinity
    private var sinceLower = 0
    private var madeUp: MadeUp?

    init() { kept.reserveCapacity(Self.most + 1) }

    /// The instant of the first that is kept.
    var firstKept: Int64? { kept.first }

    /// How many samples are kept.
    var count: Int { kept.count }

    /// Begins at a stamp.
    mutating func begin(at time: Int64) {
        line = time
        forget()
    }

    /// By how many periods a stamp is behind the place of the next sample.
    @inline(__always)
    func lateness(of time: Int64, period: Double) -> Double {
        Double(time &- line) / period - Double(kept.count + 1)
    }

    /// Takes a stamp in time.
    @inline(__always)
    mutating func follow(_ time: Int64, period: Double) {
        line = line &+ Int64(period.rounded())
        let off = Double(time &- line)
        jitter = max(abs(off), jitter * (1 - 1.0 / 512))
        // Who is early shows where the line is; who is late only that it is not later.
        if off.magnitude > period {
            line = time
        } else {
            line = line &+ Int64(off < 0 ? off / 2 : off / 4)
        }
    }

    /// Keeps a stamp.
    ///
    /// - Parameters:
    ///   - time: The stamp.
    ///   - last: The one before it.
    ///   - period: How far samples are apart.
    /// - Returns: Whether all that were kept have come in time after all; then they are forgotten.
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

    /// What a jump would have been a loss of, had the samples behind it not made up for it.
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

    /// Decides of all that is kept, and of what seemed to be made up for, as the device gives samples at another rate.
    ///
    /// - Parameters:
    ///   - old: How far samples were apart.
    ///   - new: How far they are.
    ///   - steps: How many steps of the new rate there were, the one to the newest sample included.
    /// - Returns: What was missing before the rate was another, if anything: never exact.
    mutating func endRate(old: Double, new: Double, steps: Int) -> Finding? {
        defer { madeUp = nil }
        guard let first = kept.first else { return madeUpLoss(new: new, steps: steps) }
        // The first of the new rate have no other sample of it ahead of them, and tell nothing.
        let last = max(1, kept.count - steps + 1)
        let step = { [kept, before] (index: Int) in
            Double(kept[index] &- (index > 0 ? kept[index - 1] : before))
        }
        // Behind the last step of the old rate, one that the new rate explains is no loss.
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

    /// What seemed to make up for lateness were the first samples of a faster rate: then there was a loss.
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

    /// Whether the jump ahead of the first has stayed for long enough.
    func isSettled(period: Double) -> Bool {
        // A stamp that is late by whole periods to the microsecond is none.
        if jitter <= Self.exact, farthest * period <= Self.exact { return sinceLower >= 1 }
        let fitting = Self.patience / period
        let isClear = abs(least - least.rounded()) < Self.clear
        let fewest = isClear ? Self.fewestFollowers : Self.fewestWhereUnclear
        // Of a slow sensor nobody is late by whole periods for long.
        let soonest = min(fewest, max(1, Self.longestWait / period))
        let followers = min(max(fitting, soonest), Self.mostFollowers)
        return sinceLower >= Int(followers)
    }

    /// Whether no more may wait, and the end of the lateness has not come.
    var isFull: Bool { kept.count >= Self.most }

    /// Decides of the first jump, and of the samples up to the next one.
    ///
    /// - Parameters:
    ///   - period: How far samples are apart.
    ///   - isEnd: Whether nothing will follow: then a last one that is only rather late is none behind a loss.
    /// - Returns: What is missing, and which samples are decided of.
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

    /// Gives what is kept, and keeps it no longer.
    mutating func takeAll() -> [Int64] {
        let all = kept
        forget()
        return all
    }

    /// Forgets what is kept.
    mutating func forget() {
        kept.removeAll(keepingCapacity: true)
        (least, newest, farthest, sinceLower) = (.infinity, .infinity, 0, 0)
    }

    private func lateness(at index: Int, period: Double) -> Double {
        Double(kept[index] &- line) / period - Double(index + 1)
    }

    private mutating func note(_ late: Double) {
        // A whole period less is missing than it seemed before.
        let isLower = (late + 0.5).rounded(.down) < (least + 0.5).rounded(.down)
        sinceLower = isLower || late < newest - Self.catchingUp ? 0 : sinceLower + 1
        least = min(least, late)
        newest = late
        farthest = max(farthest, abs(late - late.rounded()))
    }

    /// Behind which of those kept more is missing for good.
    private func firstJump(over lost: Double, period: Double) -> Int {
        var (least, jump) = (Double.infinity, kept.count)
        for index in kept.indices.reversed() where index > 0 {
            least = min(least, lateness(at: index, period: period))
            if (least + 0.5).rounded(.down) > lost { jump = index }
        }
        return jump
    }
}
