// From the clock that the kernel stamps by to the clock of files. Where the kernel takes boottime, there
// is nothing to do but to see that time never goes backwards.

internal import Timebase

/// Turns a device's stamps into instants.
struct EventStamps: Sendable {
    /// From the device's clock to boottime, in nanoseconds.
    private(set) var offset: Int64
    let clock: EventClock
    private(set) var last: BootInstant

    /// The stamps of a clock, by what the clocks show.
    init(
        _ clock: EventClock,
        _ reading: ClockReading,
        notBefore first: BootInstant = BootInstant(nanoseconds: .min)
    ) {
        self.clock = clock
        offset = Self.offset(of: clock, reading)
        last = first
    }

    /// Takes that something else was at an instant: what follows is not before it.
    mutating func pass(_ instant: BootInstant) { last = max(last, instant) }

    /// Takes that the clocks may have been set, or the machine been asleep: then their distance is another.
    mutating func follow(_ reading: ClockReading) {
        let new = Self.offset(of: clock, reading)
        if (new &- offset).magnitude > Self.tolerance { offset = new }
    }

    /// What a reading of two clocks may be wrong by.
    private static let tolerance = 1_000_000

    private static func offset(of clock: EventClock, _ reading: ClockReading) -> Int64 {
        let shown =
            switch clock {
            case .boottime: reading.boottime.nanoseconds
            case .monotonic: reading.monotonicNanoseconds
            case .realtime: reading.realtime.nanosecondsSince1970
            }
        return reading.boottime.nanoseconds &- shown
    }

    /// The instant of an event; never before that of an earlier one.
    mutating func instant(_ nanoseconds: Int64) -> BootInstant {
        last = max(last, BootInstant(nanoseconds: nanoseconds &+ offset))
        return last
    }
}
