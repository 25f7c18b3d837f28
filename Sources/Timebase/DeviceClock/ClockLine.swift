// The line that converts a device's timestamps to boot time, valid until either clock is set.

/// Converts timestamps to boot time within one stretch: the time between two steps of a clock.
struct ClockLine: Sendable {
    var timestamp: Int64
    var boot: Int64
    /// How much faster boot time runs than the device's clock.
    var drift = 0.0
    /// The correction per nanosecond while the line moves smoothly to a new estimate; `slewNanoseconds` is how long
    /// that takes.
    var slew = 0.0
    var slewNanoseconds = 0.0
    var error: Int64
    /// The error of the reading that the line goes through.
    var readingError: Int64 = 0
    /// The earliest instant that a timestamp of this stretch can have.
    var since = -Int64.farthestTimestamp
    /// The latest instant that a timestamp of the previous stretch can have.
    var until = Int64.max

    /// Two readings that differ by less than this many nanoseconds count as equal: reading a clock is not more
    /// exact.
    static let noise: Int64 = 50_000

    /// Converts a timestamp.
    @inline(__always)
    func boot(_ timestamp: Int64) -> Int64 {
        let ahead = timestamp &- self.timestamp
        guard drift != 0 || slew != 0 else { return boot &+ ahead }
        let distance = Double(ahead)
        return boot &+ ahead
            &+ Int64(bounded: drift * distance + slew * min(max(distance, 0), slewNanoseconds))
    }

    /// Converts a timestamp as if the line had already reached the new estimate.
    func aim(_ timestamp: Int64) -> Int64 {
        guard slew != 0 else { return boot(timestamp) }
        let ahead = timestamp &- self.timestamp
        return boot &+ ahead &+ Int64(bounded: drift * Double(ahead) + slew * slewNanoseconds)
    }
}

extension ClockLine {
    /// A line through one reading of the clock.
    init(through reading: ClockPair, since: Int64 = -Int64.farthestTimestamp, until: Int64 = .max) {
        self.init(
            timestamp: reading.deviceNanoseconds,
            boot: reading.boottimeNanoseconds,
            error: max(reading.errorNanoseconds, Self.noise),
            readingError: reading.errorNanoseconds,
            since: since,
            until: until
        )
    }
}
