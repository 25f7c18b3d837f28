// One device's time. Its stamps are of a clock that may be set, may stop while the machine sleeps, may
// drift, or may not even be readable; files need instants of boot time. Pairs of the two are all that is
// known, and each stamp is converted by those that held when it was taken.

/// Converts a device's stamps to boot time.
///
/// Between two steps of a clock lies a stretch. A stamp from before a step is converted by the stretch
/// before it, wherever in a batch it stands. Within a stretch a clock that can be read keeps its distances to
/// the nanosecond; one that is known by its arrivals is followed, drift included, without a jump.
public struct DeviceClock: Sendable {
    /// The pairs so far: the first, one for each stretch, one a minute, and the last.
    public private(set) var pairs: [ClockPair] = []

    /// From stamps to boot time, on a stretch.
    private struct Line: Sendable {
        var stamp: Int64
        var boot: Int64
        /// How much faster boot time runs.
        var drift = 0.0
        /// What is added while the line goes over to what was learned, and for how long.
        var slew = 0.0
        var slewNanoseconds = 0.0
        var error: Int64
        /// The earliest instant that a stamp of this stretch can have.
        var since = -DeviceClock.sane
        /// The latest instant that a stamp of the stretch before it can have.
        var until = Int64.max

        func boot(_ stamp: Int64) -> Int64 {
            let ahead = stamp &- self.stamp
            guard drift != 0 || slew != 0 else { return boot &+ ahead }
            let distance = Double(ahead)
            return boot &+ ahead
                &+ Int64(drift * distance + slew * min(max(distance, 0), slewNanoseconds))
        }
    }

    private var line: Line
    /// Stretches that have begun, and of which no stamp has been seen.
    private var next: [Line] = []
    /// The newest reading, where the clock can be read.
    private var newest: ClockPair?
    private var envelope: ArrivalEnvelope?
    /// The newest instant that was given.
    public private(set) var last = Int64.min
    private var hasStamps = false
    private var lastStamp: Int64 = 0
    private var untold = 0

    /// Below this the difference of two readings is the readings' own.
    private static let noise: Int64 = 50_000
    /// What a stamp may be ahead of its arrival, or of a reading beside it.
    private static let slack: Int64 = 5_000_000
    /// How often a pair is kept.
    private static let interval: Int64 = 60_000_000_000
    /// More than these readings would grow without end: then only steps are kept.
    private static let mostPairs = 4096
    /// The most that a line is bent to come to what was learned.
    private static let mostSlew = 0.005
    private static let mostDrift = 0.001
    /// Stamps beyond are nonsense; within, every difference fits.
    private static let sane: Int64 = 1 << 61

    /// A clock that can be read, by a first reading of it.
    public init(reading: ClockPair) {
        line = Line(
            stamp: reading.deviceNanoseconds,
            boot: reading.boottimeNanoseconds,
            error: max(reading.errorNanoseconds, Self.noise)
        )
        newest = reading
        add(reading, isStretch: true)
    }

    /// A clock whose stamps are boot time.
    public static var boottime: DeviceClock {
        var clock = DeviceClock(
            reading: ClockPair(deviceNanoseconds: 0, boottimeNanoseconds: 0, errorNanoseconds: 0)
        )
        clock.line.error = 0
        return clock
    }

    /// A clock that cannot be read, by the first batches that arrived.
    public init(arrivals: [ClockArrival]) {
        let first = arrivals.first ?? ClockArrival(stamp: 0, seen: 0)
        var envelope = ArrivalEnvelope(Self.sane(first))
        for arrival in arrivals.dropFirst() { _ = envelope.add(Self.sane(arrival)) }
        self.envelope = envelope
        let known = envelope.line
        line = Line(stamp: known.stamp, boot: known.stamp &+ known.delay, error: 0)
        line.error = Int64(known.errorNanoseconds)
        add(
            ClockPair(
                deviceNanoseconds: line.stamp,
                boottimeNanoseconds: line.boot,
                errorNanoseconds: line.error
            ),
            isStretch: true
        )
    }

    /// By how much an instant may be wrong at present.
    ///
    /// Where only arrivals are known this is beside the shortest delay that there is, of which nothing tells.
    public var errorNanoseconds: Int64 { line.error }

    /// True if the clock can be read: then its stretches keep their distances.
    public var isReadable: Bool { envelope == nil }

    // MARK: What is learned

    /// Takes a reading of the clock; a step since the last one begins a new stretch.
    public mutating func note(_ reading: ClockPair) {
        guard let before = newest else { return }
        newest = reading
        let known = (next.last ?? line)
        let off = reading.boottimeNanoseconds &- known.boot(reading.deviceNanoseconds)
        guard off.magnitude > UInt64(Self.noise &+ reading.errorNanoseconds) else {
            if isDue(reading.boottimeNanoseconds) { add(reading, isStretch: false) }
            return
        }
        if next.count >= 16 { next.removeFirst() }
        next.append(
            Line(
                stamp: reading.deviceNanoseconds,
                boot: reading.boottimeNanoseconds,
                error: max(reading.errorNanoseconds, Self.noise),
                since: before.boottimeNanoseconds,
                until: reading.boottimeNanoseconds
            )
        )
        add(reading, isStretch: true)
    }

    /// Takes when a batch arrived, where nothing else tells of the clock.
    public mutating func note(_ arrival: ClockArrival) {
        let arrival = Self.sane(arrival)
        guard var learning = envelope else { return }
        let isNew = learning.add(arrival)
        envelope = learning
        guard isNew else { return }
        let known = learning.line
        let now = line.boot(arrival.stamp)
        let off = Double((arrival.stamp &+ known.delay) &- now)
        // Within two seconds the line comes to what is known.
        let horizon = 2e9
        line = Line(
            stamp: arrival.stamp,
            boot: now,
            drift: min(max(known.drift, -Self.mostDrift), Self.mostDrift),
            slew: min(max(off / horizon, -Self.mostSlew), Self.mostSlew),
            slewNanoseconds: horizon,
            error: Int64(min(known.errorNanoseconds + abs(off), 1e15)),
            since: line.since,
            until: line.until
        )
        if isDue(now) { addPresent(at: arrival.stamp) }
    }

    /// Keeps a last pair.
    public mutating func end() {
        if let newest {
            if pairs.last?.boottimeNanoseconds != newest.boottimeNanoseconds {
                add(newest, isStretch: false)
            }
        } else if hasStamps {
            addPresent(at: lastStamp)
        }
    }

    /// True if there are pairs that `takePairs` has not given yet.
    public var hasNewPairs: Bool { untold < pairs.count }

    /// The pairs that this call has not given yet.
    public mutating func takePairs() -> ArraySlice<ClockPair> {
        defer { untold = pairs.count }
        return pairs[min(untold, pairs.count)...]
    }

    // MARK: Conversion

    /// Converts a stamp.
    ///
    /// - Parameters:
    ///   - stamp: In nanoseconds of the device's clock.
    ///   - seen: When it had arrived.
    ///   - spacing: How far samples are apart; `nil` for events, which come when they come.
    /// - Returns: The instant; never before that of an earlier stamp.
    @inline(__always)
    public mutating func instant(of stamp: Int64, seen: Int64, spacing: Int64?) -> Int64 {
        let stamp = Self.sane(stamp)
        let time = line.boot(stamp)
        // The usual case: no step is known of, and time goes on as it did.
        if next.isEmpty, time >= last, time <= seen &+ Self.slack {
            (last, lastStamp, hasStamps) = (time, stamp, true)
            return time
        }
        return unusualInstant(of: stamp, seen: Self.sane(seen), spacing: spacing)
    }

    /// Takes that something else was at an instant: what follows is not before it.
    public mutating func pass(_ instant: Int64) { last = max(last, instant) }

    private mutating func unusualInstant(of stamp: Int64, seen: Int64, spacing: Int64?) -> Int64 {
        var best: (index: Int, distance: UInt64)?
        // Samples follow each other evenly; events are read when they come.
        let wanted = spacing.map { hasStamps ? last &+ $0 : -Self.sane } ?? seen
        for index in -1..<next.count {
            let line = index < 0 ? line : next[index]
            let time = line.boot(stamp)
            let later = index + 1 < next.count ? next[index + 1] : nil
            guard
                isPossible(stamp, on: line, before: later, seen: seen, spacing: spacing)
            else { continue }
            let distance = (time &- wanted).magnitude
            if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
        }
        switch best {
        case .some(let found):
            if found.index >= 0 {
                line = next[found.index]
                next.removeSubrange(...found.index)
            }
        case .none where isReallyElsewhere(stamp, seen: seen, spacing: spacing):
            guess(stamp, at: max(hasStamps ? min(wanted, seen) : seen, last), seen: seen)
        case .none:
            break
        }
        let time = max(Self.sane(line.boot(stamp)), last)
        (last, lastStamp, hasStamps) = (time, stamp, true)
        return time
    }

    /// Whether a stamp can be of a stretch.
    private func isPossible(
        _ stamp: Int64,
        on line: Line,
        before later: Line?,
        seen: Int64,
        spacing: Int64?
    ) -> Bool {
        let time = line.boot(stamp)
        let until = later?.until ?? .max
        guard time <= seen &+ Self.slack, time >= line.since &- Self.slack else { return false }
        if until != .max, time > until &+ Self.slack { return false }
        if let later, later.boot(stamp) > later.until, later.boot(stamp) <= seen &+ Self.slack {
            // It was taken behind the reading that shows the step.
            return false
        }
        return !isBack(time, spacing: spacing)
    }

    /// Whether time would go back by more than stamps tremble.
    private func isBack(_ time: Int64, spacing: Int64?) -> Bool {
        guard hasStamps, time < last else { return false }
        let trembling = max(1_000_000, 8 &* (spacing ?? 1_000_000))
        return (last &- time).magnitude > UInt64(trembling)
    }

    /// Whether a stamp fits no stretch by so much that a clock must have been set.
    private func isReallyElsewhere(_ stamp: Int64, seen: Int64, spacing: Int64?) -> Bool {
        let time = line.boot(stamp)
        return isBack(time, spacing: spacing) || time > seen &+ Self.farAhead
    }

    /// What no stamp is ahead of its arrival by, unless a clock was set.
    private static let farAhead: Int64 = 100_000_000

    /// Begins a stretch at a stamp of which nobody has read the clock.
    private mutating func guess(_ stamp: Int64, at time: Int64, seen: Int64) {
        let error = max(Self.noise, max(seen, last) &- max(last, -Self.sane))
        if envelope != nil {
            envelope = ArrivalEnvelope(ClockArrival(stamp: stamp, seen: time))
        }
        line = Line(stamp: stamp, boot: time, error: hasStamps ? error : Self.noise)
        // The newest reading holds again as soon as stamps fit it.
        if let newest, next.isEmpty {
            next = [
                Line(
                    stamp: newest.deviceNanoseconds,
                    boot: newest.boottimeNanoseconds,
                    error: max(newest.errorNanoseconds, Self.noise)
                )
            ]
        }
        addPresent(at: stamp, isStretch: true)
    }

    // MARK: Pairs

    private func isDue(_ time: Int64) -> Bool {
        guard pairs.count < Self.mostPairs, let last = pairs.last else { return false }
        return time &- last.boottimeNanoseconds >= Self.interval
    }

    private mutating func addPresent(at stamp: Int64, isStretch: Bool = false) {
        add(
            ClockPair(
                deviceNanoseconds: stamp,
                boottimeNanoseconds: line.boot(stamp),
                errorNanoseconds: line.error
            ),
            isStretch: isStretch
        )
    }

    private mutating func add(_ pair: ClockPair, isStretch: Bool) {
        guard pairs.count < 2 * Self.mostPairs else { return }
        var pair = pair
        pair.beginsStretch = isStretch
        // What two readings may differ by without a step, nobody sees.
        if isReadable { pair.errorNanoseconds = max(pair.errorNanoseconds, Self.noise) }
        pairs.append(pair)
    }

    private static func sane(_ arrival: ClockArrival) -> ClockArrival {
        ClockArrival(stamp: sane(arrival.stamp), seen: sane(arrival.seen))
    }

    @inline(__always)
    private static func sane(_ time: Int64) -> Int64 { min(max(time, -sane), sane) }
}
