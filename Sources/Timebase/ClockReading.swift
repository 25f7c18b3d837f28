// Reads all clocks of the machine at one moment. Samples have timestamps in boot time, but people name instants by
// the time of day. These readings relate the two, so they go into the manifest.

internal import SystemCalls

/// What three clocks of the kernel showed at one moment.
public struct ClockReading: Sendable, Hashable {
    /// The time of day.
    public var realtime: WallInstant
    /// `CLOCK_MONOTONIC`: since the machine started, without suspension.
    public var monotonicNanoseconds: Int64
    /// `CLOCK_BOOTTIME`: since the machine started, suspension included.
    public var boottime: BootInstant

    /// Creates a reading from values taken elsewhere.
    public init(realtime: WallInstant, monotonicNanoseconds: Int64, boottime: BootInstant) {
        self.realtime = realtime
        self.monotonicNanoseconds = monotonicNanoseconds
        self.boottime = boottime
    }

    /// A reading and its uncertainty.
    package struct Bracket: Sendable, Hashable {
        package var reading: ClockReading
        /// The greatest error of the boot time relative to the two other clocks.
        package var errorNanoseconds: Int64

        package init(_ reading: ClockReading, errorNanoseconds: Int64) {
            self.reading = reading
            self.errorNanoseconds = errorNanoseconds
        }

        /// Reads the clocks now; of several tries, keeps the one that took the shortest time.
        package static func now(tries: Int = 5) -> Bracket {
            var best = once()
            for _ in 1..<max(2, tries) {
                let next = once()
                if next.errorNanoseconds < best.errorNanoseconds { best = next }
            }
            return best
        }

        private static func once() -> Bracket {
            let before = SystemClock.boottime.nanoseconds
            let realtime = SystemClock.realtime.nanoseconds
            let monotonic = SystemClock.monotonic.nanoseconds
            let after = SystemClock.boottime.nanoseconds
            let width = after - before
            let reading = ClockReading(
                realtime: WallInstant(nanosecondsSince1970: realtime),
                monotonicNanoseconds: monotonic,
                boottime: BootInstant(nanoseconds: before + width / 2)
            )
            return Bracket(reading, errorNanoseconds: width - width / 2)
        }
    }

    /// Reads the clocks now; of several tries, keeps the one that took the shortest time.
    public static func now(tries: Int = 5) -> ClockReading { Bracket.now(tries: tries).reading }

    /// The time of day at another instant, if nobody set the clock in between; clamped to the range of 64 bits.
    public func wall(at instant: BootInstant) -> WallInstant {
        let distance = boottime.duration(to: instant).wholeNanoseconds
        return WallInstant(
            nanosecondsSince1970: realtime.nanosecondsSince1970.addingClamped(distance)
        )
    }

    /// The reading that the same clocks show `duration` later.
    ///
    /// Each clock stops at the end of the 64-bit range, because a task file may give any duration.
    public func advanced(by duration: Duration) -> ClockReading {
        let distance = duration.wholeNanoseconds
        return ClockReading(
            realtime: WallInstant(
                nanosecondsSince1970: realtime.nanosecondsSince1970.addingClamped(distance)
            ),
            monotonicNanoseconds: monotonicNanoseconds.addingClamped(distance),
            boottime: boottime.advanced(by: duration)
        )
    }
}

extension ClockReading: Codable {
    private enum CodingKeys: String, CodingKey {
        case realtimeNanoseconds, monotonicNanoseconds, boottimeNanoseconds
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            realtime: WallInstant(
                nanosecondsSince1970: try values.decode(Int64.self, forKey: .realtimeNanoseconds)
            ),
            monotonicNanoseconds: try values.decode(Int64.self, forKey: .monotonicNanoseconds),
            boottime: BootInstant(
                nanoseconds: try values.decode(Int64.self, forKey: .boottimeNanoseconds)
            )
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(realtime.nanosecondsSince1970, forKey: .realtimeNanoseconds)
        try values.encode(monotonicNanoseconds, forKey: .monotonicNanoseconds)
        try values.encode(boottime.nanoseconds, forKey: .boottimeNanoseconds)
    }
}
