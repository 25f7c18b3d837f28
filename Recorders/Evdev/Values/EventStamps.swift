// From the clock that the kernel stamps by to the clock of files. Where the kernel takes boottime, there
// is nothing to do but to see that time never goes backwards.

internal import Timebase

/// Turns a device's stamps into instants.
struct EventStamps: Sendable {
    /// From the device's clock to boottime, in nanoseconds.
    let offset: Int64
    private(set) var last: BootInstant

    /// The stamps of a clock, by what the clocks show.
    init(
        _ clock: EventClock,
        _ reading: ClockReading,
        notBefore first: BootInstant = BootInstant(nanoseconds: .min)
    ) {
        let shown =
            switch clock {
            case .boottime: reading.boottime.nanoseconds
            case .monotonic: reading.monotonicNanoseconds
            case .realtime: reading.realtime.nanosecondsSince1970
            }
        offset = reading.boottime.nanoseconds &- shown
        last = first
    }

    /// Takes that something else was at an instant: what follows is not before it.
    mutating func pass(_ instant: BootInstant) { last = max(last, instant) }

    /// The instant of an event; never before that of an earlier one.
    mutating func instant(_ nanoseconds: Int64) -> BootInstant {
        last = max(last, BootInstant(nanoseconds: nanoseconds &+ offset))
        return last
    }
}
