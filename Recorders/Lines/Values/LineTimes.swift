// When lines were measured: by the device's own time, which is learned from when its lines arrive; without one, by
// when they arrived.

internal import RecorderKinds
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Gives the lines of each read their times.
struct LineTimes: Sendable {
    /// A line whose time is not set yet.
    struct Line: BitwiseCopyable, Sendable {
        /// By the device's clock, or when it was there.
        var stamp: Int64
        var seen: Int64
        /// How many are missing ahead of it.
        var lost: Int64
        /// Whether the device's clock has begun anew.
        var isNewClock: Bool
        /// How many gaps stand ahead of its samples, and how many samples it has.
        var gaps: Int
        var samples: Int
    }

    private let hasClock: Bool
    private var clock: DeviceClock?
    private var lines: [Line] = []
    /// The pairs of clocks that have ended.
    private var pairs: [ClockPair] = []
    /// The instant of the newest line.
    private(set) var newest: Int64?
    private var ration = ClockPairRation(pairsPerSecond: 1)
    /// When the newest line was there.
    private var seen: Int64 = 0

    /// How many pairs were withheld.
    var withheld: Int64 { ration.withheld }

    /// Times of lines that have the device's own, or have not.
    init(hasClock: Bool) {
        self.hasClock = hasClock
        lines.reserveCapacity(1024)
    }

    @inline(__always)
    mutating func add(_ line: Line) { lines.append(line) }

    /// Sets the times of all lines since the last call.
    ///
    /// - Parameters:
    ///   - samples: Those of the lines are the last of them.
    ///   - spacing: How far lines are apart, where that is known.
    mutating func set(_ samples: inout [ValueSample], spacing: Int64?) {
        guard !lines.isEmpty else { return }
        var place = samples.count - lines.reduce(0) { $0 + $1.gaps + $1.samples }
        var first = 0
        while first < lines.count {
            // A clock that begins anew is learned for itself.
            var end = first + 1
            while end < lines.count, !lines[end].isNewClock { end += 1 }
            let arrival = hasClock ? begin(first..<end, spacing) : nil
            for index in first..<end {
                set(&samples, &place, index, spacing)
            }
            if let arrival { clock?.note(arrival) }
            first = end
        }
        lines.removeAll(keepingCapacity: true)
    }

    /// Tells the clock of the lines that follow.
    private mutating func begin(_ range: Range<Int>, _ spacing: Int64?) -> ClockArrival {
        let newest = lines[range.upperBound - 1]
        seen = newest.seen
        let arrival = ClockArrival(stamp: newest.stamp, seen: newest.seen)
        if clock == nil || lines[range.lowerBound].isNewClock {
            end()
            clock = DeviceClock(arrivals: [arrival])
            if let last = self.newest { clock?.pass(last) }
        }
        let count = range.reduce(Int64(0)) { $0 &+ 1 &+ lines[$1].lost }
        clock?.expect(arrival, count: Int(clamping: count), spacing: spacing ?? 0)
        return arrival
    }

    private mutating func set(
        _ samples: inout [ValueSample],
        _ place: inout Int,
        _ index: Int,
        _ spacing: Int64?
    ) {
        let line = lines[index]
        let before = newest
        let told = clock?.instant(of: line.stamp, seen: line.seen, spacing: spacing) ?? line.seen
        let time = max(told, before ?? told)
        if line.gaps > 0 {
            // The first that is missing stood behind the line before, as far as lines are apart.
            let start = before ?? time
            let step = (time &- start) / (line.lost &+ 1)
            for _ in 0..<line.gaps {
                samples[place].time = BootInstant(nanoseconds: start &+ step)
                place += 1
            }
        }
        let isEstimated = !hasClock && index + 1 < lines.count && lines[index + 1].seen == line.seen
        for _ in 0..<line.samples {
            samples[place].time = BootInstant(nanoseconds: time)
            if isEstimated { samples[place].isEstimated = true }
            place += 1
        }
        newest = time
    }

    /// Keeps a last pair of the clock.
    mutating func end() {
        clock?.end()
        pairs += clock?.takePairs() ?? []
    }

    /// The pairs that were not taken yet, as many as a session can bear: of a clock that jumps about some are withheld.
    mutating func takePairs() -> [ClockPair] {
        guard !pairs.isEmpty || clock?.hasNewPairs == true else { return [] }
        defer { pairs = [] }
        return ration.take(pairs + (clock?.takePairs() ?? []), at: seen)
    }
}
