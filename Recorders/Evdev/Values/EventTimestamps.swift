// Converts the kernel's timestamps to the clock of files. If the kernel uses boot time, only one thing remains
// to do: keep the time from going backwards.

internal import Timebase

/// Converts a device's timestamps to instants.
struct EventTimestamps: Sendable {
    let clock: EventClock
    private var device: DeviceClock
    /// The newest instant; before the first event, the instant from which the device is read.
    var last: BootInstant { BootInstant(nanoseconds: device.last) }

    /// Converts timestamps of a clock, given readings of both clocks.
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

    /// Notes another instant; no later event is placed before it.
    mutating func pass(_ instant: BootInstant) { device.pass(instant.nanoseconds) }

    /// Notes new readings of both clocks, because one may have been set or the machine may have slept.
    ///
    /// Earlier timestamps keep their instants.
    mutating func follow(_ reading: ClockPair) {
        if clock != .boottime { device.note(reading) }
    }

    /// Converts a timestamp.
    ///
    /// - Parameters:
    ///   - nanoseconds: The timestamp.
    ///   - seen: When its event was read; evaluated only if the clock is not boot time.
    /// - Returns: The instant, never before that of an earlier event.
    mutating func instant(
        _ nanoseconds: Int64,
        seen: @autoclosure () -> BootInstant
    ) -> BootInstant {
        // Boot time cannot be set. But a device that timestamps its own events may send an earlier timestamp after a
        // later one, so the instants are kept in order.
        if clock == .boottime {
            device.pass(nanoseconds)
        } else {
            _ = device.instant(of: nanoseconds, seen: seen().nanoseconds, spacing: nil)
        }
        return last
    }

    /// Returns the pairs of clock readings that were not returned yet.
    mutating func takePairs() -> [ClockPair] {
        clock == .boottime || !device.hasNewPairs ? [] : device.takePairs()
    }

    /// Adds a last pair of readings for `takePairs`.
    mutating func end() { if clock != .boottime { device.end() } }
}

extension EventClock {
    /// The corresponding clock of the kernel.
    var kernel: KernelClock {
        switch self {
        case .boottime: .boottime
        case .monotonic: .monotonic
        case .realtime: .realtime
        }
    }
}
