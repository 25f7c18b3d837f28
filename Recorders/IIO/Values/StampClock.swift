// What a device's stamps are: of which clock, and how they become instants of the session.

internal import Timebase

/// The clock that stamps a device's samples.
struct StampClock: Sendable {
    /// Where the stamps come from.
    enum Origin: Sendable, Hashable {
        /// This kernel's clock of the session: as it is.
        case session
        /// Another clock of this kernel, by readings of both.
        case kernel(KernelClock)
        /// A clock that cannot be read here, by when its samples arrived.
        case arrival
        /// There are none: the samples are stamped when they arrive.
        case none
    }

    let origin: Origin
    private var clock: DeviceClock

    /// How late the newest sample of a batch may be and still be this kernel's.
    private static let trusted: ClosedRange<Int64> = -5_000_000...500_000_000
    /// Over how long a device's clock is known: its error is that of a difference over as long.
    private static let span = 10e9

    private init(origin: Origin, clock: DeviceClock) {
        self.origin = origin
        self.clock = clock
    }

    /// The clock of a device that gives no stamps.
    static let none = StampClock(origin: .none, clock: .boottime)

    /// Decides what the stamps are.
    ///
    /// - Parameters:
    ///   - clock: The clock that the device says it stamps by.
    ///   - isLocal: Whether the device is on this machine.
    ///   - arrivals: The first batches; a sensor can have a clock of its own whatever it says.
    ///   - reading: Reads a clock of this kernel.
    init(
        clock: String?,
        isLocal: Bool,
        arrivals: [ClockArrival],
        reading: (KernelClock) -> ClockPair
    ) {
        let name = clock ?? "realtime"
        let kernel = KernelClock(named: name)
        // The batch that came soonest after its newest stamp was the least delayed.
        let soonest = arrivals.map { $0.seen &- $0.stamp }.min()
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

    /// The instant of a stamp in the session's clock, in nanoseconds; see `DeviceClock`.
    @inline(__always)
    mutating func instant(of stamp: Int64, seen: Int64, spacing: Int64?) -> Int64 {
        clock.instant(of: stamp, seen: seen, spacing: spacing)
    }

    /// How far the device has come by the newest stamp, as its own clock tells; see `DeviceClock`.
    @inline(__always)
    var course: Int64 { clock.course }

    /// Follows a clock that is set, or sleeps, while the other runs on.
    mutating func follow(_ reading: (KernelClock) -> ClockPair) {
        if case .kernel(let kernel) = origin { clock.note(reading(kernel)) }
    }

    /// Takes the next batch ahead of its stamps, where nothing else tells that the device's clock was set.
    mutating func expect(_ batch: ClockArrival, count: Int, spacing: Int64) {
        clock.expect(batch, count: count, spacing: spacing)
    }

    /// True if what is missing ahead of the batch that is expected is no certain loss, or not lost there.
    var isLossUncertain: Bool { clock.isLossUncertain }

    /// Takes note of when a batch came, where nothing else tells of the device's clock.
    mutating func follow(_ arrival: ClockArrival) { clock.note(arrival) }

    /// Keeps a last pair.
    mutating func end() { if origin != .none, origin != .session { clock.end() } }

    /// True if there are pairs that `takePairs` has not given.
    var hasNews: Bool { origin != .none && origin != .session && clock.hasNewPairs }

    /// The pairs of both clocks that were not taken yet.
    mutating func takePairs() -> [ClockPair] { clock.takePairs() }

    /// By how much an instant may be wrong, in nanoseconds.
    var errorNanoseconds: Int64 { clock.errorNanoseconds }

    /// By how much of itself a time between two stamps may be wrong.
    var errorFraction: Double {
        origin == .arrival ? Double(clock.errorNanoseconds) / Self.span : 0
    }

    /// Whether it has to follow.
    var needsReadings: Bool {
        if case .kernel = origin { true } else { false }
    }

    /// What it is, for the manifest.
    var text: String {
        switch origin {
        case .session: "kernel"
        case .kernel(let clock): "kernel, from \(clock.rawValue) by readings of both clocks"
        case .arrival: "device, by when its batches arrived, drift included"
        case .none: "estimated"
        }
    }
}
