// From the clock that the kernel stamps by to the clock of files. Where the kernel takes boottime, there
// is nothing to do but to see that time never goes backwards.

internal import Timebase

/// Turns a device's stamps into instants.
struct EventStamps: Sendable {
    let clock: EventClock
    private var device: DeviceClock
    /// The newest instant, or that from which on the device is listened to.
    var last: BootInstant { BootInstant(nanoseconds: device.last) }

    /// The stamps of a clock, by what the clocks show.
    init(
        _ clock: EventClock,
        _ reading: ClockPair,
        notBefore first: BootInstant = BootInstant(nanoseconds: .min)
    ) {
        self.clock = clock
        device =
            clock == .boottime ? .boottime : DeviceClock(reading: reading)
        device.pass(first.nanoseconds)
    }

    /// Takes that something else was at an instant: what follows is not before it.
    mutating func pass(_ instant: BootInstant) { device.pass(instant.nanoseconds) }

    /// Takes that the clocks may have been set, or the machine been asleep: stamps from before that stay
    /// where they are.
    mutating func follow(_ reading: ClockPair) {
        if clock != .boottime { device.note(reading) }
    }

    /// Converts a stamp.
    ///
    /// - Parameters:
    ///   - nanoseconds: The stamp.
    ///   - seen: When its event was read; asked only where the clock may have been set since.
    /// - Returns: The instant; never before that of an earlier event.
    mutating func instant(
        _ nanoseconds: Int64,
        seen: @autoclosure () -> BootInstant
    ) -> BootInstant {
        // Nobody sets boot time; a device that stamps its own events may still be late.
        if clock == .boottime {
            device.pass(nanoseconds)
        } else {
            _ = device.instant(of: nanoseconds, seen: seen().nanoseconds, spacing: nil)
        }
        return last
    }

    /// The pairs of the device's clock and boot time that were not taken yet.
    mutating func takePairs() -> [ClockPair] {
        clock == .boottime || !device.hasNewPairs ? [] : device.takePairs()
    }

    /// Keeps a last pair.
    mutating func end() { if clock != .boottime { device.end() } }
}

extension EventClock {
    /// The kernel's clock that it is.
    var kernel: KernelClock {
        switch self {
        case .boottime: .boottime
        case .monotonic: .monotonic
        case .realtime: .realtime
        }
    }
}
