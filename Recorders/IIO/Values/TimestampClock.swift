// Decides which clock a device's timestamps come from, and converts them to instants of the session.

internal import Timebase

/// The clock from which a device's timestamps come.
struct TimestampClock: Sendable {
    /// Where the timestamps come from.
    enum Origin: Sendable, Hashable {
        /// The session's own clock: timestamps are used as they are.
        case session
        /// Another clock of this kernel, converted by pairs of readings of both.
        case kernel(KernelClock)
        /// A clock that cannot be read here, estimated from when samples arrived.
        case arrival
        /// The device gives no timestamps: samples are timestamped when they arrive.
        case none
    }

    let origin: Origin
    private var clock: DeviceClock

    /// How late the newest sample of a batch may be if its timestamp comes from a clock of this kernel.
    private static let trusted: ClosedRange<Int64> = -5_000_000...500_000_000
    /// The time, in nanoseconds, over which the rate of a device's clock was measured: the error of the rate is the
    /// error of an instant divided by this time.
    private static let span = 10e9

    private init(origin: Origin, clock: DeviceClock) {
        self.origin = origin
        self.clock = clock
    }

    /// The clock of a device that gives no timestamps.
    static let none = TimestampClock(origin: .none, clock: .boottime)

    /// Decides where the timestamps come from.
    ///
    /// - Parameters:
    ///   - clock: The name of the clock that the device states; `nil` if it states none.
    ///   - isLocal: Whether the device is on this machine.
    ///   - arrivals: The first batches: they show whether a sensor has a clock of its own, whatever it states.
    ///   - reading: Reads a clock of this kernel.
    init(
        clock: String?,
        isLocal: Bool,
        arrivals: [ClockArrival],
        reading: (KernelClock) -> ClockPair
    ) {
        let name = clock ?? "realtime"
        let kernel = KernelClock(named: name)
        // The batch that arrived soonest after its newest timestamp was delayed least.
        let soonest = arrivals.map { $0.seen &- $0.timestamp }.min()
        if isLocal, let kernel {
            let pair = reading(kernel)
            let known = pair.boottimeNanoseconds &- pair.deviceNanoseconds
            if soonest.map({ Self.trusted.contains($0 &- known) }) ?? true {
                self.init(
                    origin: kernel == .boottime ? .session : .kernel(kernel),
                    clock: kernel == .boottime
                        ? .boottime
                        : DeviceClock(reading: pair, lag: KernelClock.lag(ofClockNamed: name))
                )
                return
            }
        }
        self.init(origin: .arrival, clock: DeviceClock(arrivals: arrivals))
    }

    /// Converts a timestamp to an instant of the session's clock, in nanoseconds; see `DeviceClock`.
    @inline(__always)
    mutating func instant(of timestamp: Int64, seen: Int64, spacing: Int64?) -> Int64 {
        clock.instant(of: timestamp, seen: seen, spacing: spacing)
    }

    /// The device's progress by the newest timestamp, on its own clock; see `DeviceClock`.
    @inline(__always)
    var course: Int64 { clock.course }

    /// Notes new readings of both clocks, because one of them may be set, or may stop during sleep.
    mutating func follow(_ reading: (KernelClock) -> ClockPair) {
        if case .kernel(let kernel) = origin { clock.note(reading(kernel)) }
    }

    /// Announces the next batch before its timestamps are converted, to detect that a clock was set that is known
    /// only by arrivals.
    mutating func expect(_ batch: ClockArrival, count: Int, spacing: Int64) {
        clock.expect(batch, count: count, spacing: spacing)
    }

    /// True if a gap before the announced batch may not be a loss, or if samples were lost elsewhere.
    var isLossUncertain: Bool { clock.isLossUncertain }

    /// Notes when a batch arrived; has an effect only if the device's clock cannot be read.
    mutating func follow(_ arrival: ClockArrival) { clock.note(arrival) }

    /// Adds a last pair of readings for `takePairs`.
    mutating func end() { if origin != .none, origin != .session { clock.end() } }

    /// True if there are pairs that `takePairs` has not returned.
    var hasNews: Bool { origin != .none && origin != .session && clock.hasNewPairs }

    /// Returns the pairs of readings of both clocks that were not returned yet.
    mutating func takePairs() -> [ClockPair] { clock.takePairs() }

    /// The error of an instant, in nanoseconds.
    var errorNanoseconds: Int64 { clock.errorNanoseconds }

    /// The relative error of a time between two timestamps.
    var errorFraction: Double {
        origin == .arrival ? Double(clock.errorNanoseconds) / Self.span : 0
    }

    /// True if `follow` needs readings of both clocks.
    var needsReadings: Bool {
        if case .kernel = origin { true } else { false }
    }

    /// The origin of the timestamps, as text for the manifest.
    var text: String {
        switch origin {
        case .session: "kernel"
        case .kernel(let clock): "kernel, from \(clock.rawValue) by readings of both clocks"
        case .arrival: "device, by when its batches arrived, drift included"
        case .none: "estimated"
        }
    }
}
