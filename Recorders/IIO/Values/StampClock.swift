// From the clock that stamped a sample to the clock of the session. One distance for a whole
// recording, so that the distances between samples stay those of the kernel to the nanosecond.

/// What one clock shows when another shows something else.
struct StampClock: Sendable, Hashable {
    /// Where the stamps come from.
    enum Origin: Sendable, Hashable {
        /// This kernel's clock of the session: as it is.
        case session
        /// Another clock of this kernel, by readings of both.
        case kernel(String)
        /// A clock that cannot be read here, by when its samples arrived.
        case arrival
        /// There are none: the samples are stamped when they arrive.
        case none
    }

    private(set) var origin: Origin
    /// What is added to a stamp.
    private(set) var offset: Int64
    /// How much later than its stamp says a sample really was taken, by when the last batches came.
    ///
    /// Two clocks never run alike: in an hour they are a tenth of a second apart, or more. The stamps
    /// keep their distances all the same; what is due at an instant of the session is not told by them
    /// alone.
    private(set) var drift: Int64 = 0
    private var way: Way?
    /// The limit of a recording that is about to end.
    private var end: Int64?

    /// The shortest way of the batches of a span, and of the span before it.
    private struct Way: Sendable, Hashable {
        var now: Int64
        var before: Int64?
        var until: Int64
    }

    /// A batch's newest stamp, and when the batch was there.
    struct Arrival: Sendable, Hashable {
        var stamp: Int64
        var seen: Int64

        init(stamp: Int64, seen: Int64) {
            self.stamp = stamp
            self.seen = seen
        }
    }

    /// What the clocks of this machine show at one moment, in nanoseconds.
    struct Reading: Sendable, Hashable {
        var boottime: Int64
        var monotonic: Int64
        var realtime: Int64

        init(boottime: Int64, monotonic: Int64, realtime: Int64) {
            self.boottime = boottime
            self.monotonic = monotonic
            self.realtime = realtime
        }
    }

    /// How late the newest sample of a batch may be and still be this kernel's.
    private static let trusted: ClosedRange<Int64> = -5_000_000...500_000_000
    /// Below this the difference of two readings is the reading's own.
    private static let noise: Int64 = 50_000
    /// Long enough for one batch to come without delay, too short for clocks to part.
    private static let span: Int64 = 20_000_000_000

    init(origin: Origin, offset: Int64) {
        self.origin = origin
        self.offset = offset
    }

    /// Decides what the stamps are.
    ///
    /// - Parameters:
    ///   - clock: The clock that the device says it stamps by.
    ///   - isLocal: Whether the device is on this machine.
    ///   - arrivals: The first batches; a sensor can have a clock of its own whatever it says.
    ///   - reading: The clocks now.
    init(
        clock: String?,
        isLocal: Bool,
        arrivals: [Arrival],
        reading: Reading
    ) {
        let clock = clock ?? "realtime"
        let known = Self.distance(of: clock, reading)
        // The batch that came soonest after its newest stamp was the least delayed.
        let delays = arrivals.map { $0.seen &- $0.stamp }
        let soonest = delays.min()
        if isLocal, let known, soonest.map({ Self.trusted.contains($0 &- known) }) ?? true {
            origin = clock == "boottime" ? .session : .kernel(clock)
            offset = known
        } else {
            origin = .arrival
            offset = soonest ?? 0
        }
    }

    /// The instant in the session's clock, in nanoseconds.
    func session(_ stamp: Int64) -> Int64 { stamp &+ offset }

    /// Follows a clock that is set, or sleeps, while the other runs on.
    mutating func follow(_ reading: Reading) {
        guard case .kernel(let clock) = origin, let now = Self.distance(of: clock, reading),
            (now &- offset).magnitude > UInt64(Self.noise)
        else { return }
        offset = now
    }

    /// Takes note of when a batch came, where nothing else tells of the device's clock.
    mutating func follow(_ arrival: Arrival) {
        guard origin == .arrival else { return }
        let delay = arrival.seen &- arrival.stamp
        let until = arrival.seen &+ Self.span
        guard let known = way else {
            way = Way(now: delay, until: until)
            return
        }
        if arrival.seen < known.until {
            way?.now = min(known.now, delay)
        } else {
            way = Way(now: delay, before: known.now, until: until)
        }
        // A span that has just begun may have had slow batches only.
        if let way, let before = way.before { drift = min(way.now, before) &- offset }
    }

    /// Until which stamp, on the session's clock, samples are due that were taken until the end; `.max`
    /// while none is known.
    ///
    /// It stays as it was first asked for, whatever is learned of the drift behind it: a sample must not
    /// be due when those ahead of it were not.
    mutating func limit(of end: Int64) -> Int64 {
        guard end != .max else { return .max }
        let limit = self.end ?? (end &- drift)
        self.end = limit
        return limit
    }

    /// Whether it has to follow.
    var needsReadings: Bool {
        if case .kernel = origin { true } else { false }
    }

    /// What it is, for the manifest.
    var text: String {
        switch origin {
        case .session: "kernel"
        case .kernel(let clock): "kernel, from \(clock) by readings of both clocks"
        case .arrival: "device, moved by one distance: the shortest way of the first batches"
        case .none: "estimated"
        }
    }

    private static func distance(of clock: String, _ reading: Reading) -> Int64? {
        switch clock {
        case "boottime": 0
        case "monotonic", "monotonic_coarse":
            reading.boottime &- reading.monotonic
        case "realtime", "realtime_coarse": reading.boottime &- reading.realtime
        default: nil
        }
    }
}
