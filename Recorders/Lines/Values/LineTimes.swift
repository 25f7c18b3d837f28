// Computes when lines were measured. If lines contain the device's own time, its relation to our clock is learned from
// the arrivals; otherwise the arrivals are used as times.

internal import RecorderKinds
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Gives the lines of each read their times.
struct LineTimes: Sendable {
    /// A line whose time is not set yet.
    struct Line: BitwiseCopyable, Sendable {
        /// The time by the device's clock; without one, the arrival.
        var timestamp: Int64
        var seen: Int64
        /// How many lines are missing before it.
        var lost: Int64
        /// Whether the device's clock has restarted.
        var isNewClock: Bool
        /// How many gaps precede its samples, and how many samples it has.
        var gaps: Int
        var samples: Int
    }

    private let hasClock: Bool
    private var clock: DeviceClock?
    private var lines: [Line] = []
    /// The pairs of clocks that have ended by a restart.
    private var pairs: [ClockPair] = []
    /// The instant of the newest line.
    private(set) var newest: Int64?
    private var ration = ClockPairRation(pairsPerSecond: 1)
    /// When the newest line had arrived.
    private var seen: Int64 = 0

    /// How many pairs were withheld.
    var withheld: Int64 { ration.withheld }

    /// Times for lines with or without the device's own time.
    init(hasClock: Bool) {
        self.hasClock = hasClock
        lines.reserveCapacity(1024)
    }

    @inline(__always)
    mutating func add(_ line: Line) { lines.append(line) }

    /// Sets the times of all lines since the last call.
    ///
    /// - Parameters:
    ///   - samples: All samples; those of the lines are at the end.
    ///   - spacing: The spacing of lines, if known.
    mutating func set(_ samples: inout [ValueSample], spacing: Int64?) {
        guard !lines.isEmpty else { return }
        var place = samples.count - lines.reduce(0) { $0 + $1.gaps + $1.samples }
        var first = 0
        while first < lines.count {
            // A restarted clock is learned separately.
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

    /// Prepares the clock for a range of lines; returns the arrival of the newest one.
    private mutating func begin(_ range: Range<Int>, _ spacing: Int64?) -> ClockArrival {
        let newest = lines[range.upperBound - 1]
        seen = newest.seen
        let arrival = ClockArrival(timestamp: newest.timestamp, seen: newest.seen)
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
        let told =
            clock?.instant(of: line.timestamp, seen: line.seen, spacing: spacing) ?? line.seen
        let time = max(told, before ?? told)
        if line.gaps > 0 {
            // The first missing line was one spacing after the previous line.
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

    /// Adds a last pair of the clock.
    mutating func end() {
        clock?.end()
        pairs += clock?.takePairs() ?? []
    }

    /// The pairs since the last call; if the clock jumps often, only as many as a session should record.
    mutating func takePairs() -> [ClockPair] {
        guard !pairs.isEmpty || clock?.hasNewPairs == true else { return [] }
        defer { pairs = [] }
        return ration.take(pairs + (clock?.takePairs() ?? []), at: seen)
    }
}
