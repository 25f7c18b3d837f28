// How a device's clock runs against boot time, from one step of either to the next.

/// From stamps to boot time, on a stretch.
struct ClockLine: Sendable {
    var stamp: Int64
    var boot: Int64
    /// How much faster boot time runs.
    var drift = 0.0
    /// What is added while the line goes over to what was learned, and for how long.
    var slew = 0.0
    var slewNanoseconds = 0.0
    var error: Int64
    /// By how much the reading that it goes through may be wrong.
    var readingError: Int64 = 0
    /// The earliest instant that a stamp of this stretch can have.
    var since = -Int64.farthestStamp
    /// The latest instant that a stamp of the stretch before it can have.
    var until = Int64.max

    /// Below this the difference of two readings is the readings' own.
    static let noise: Int64 = 50_000

    /// The instant of a stamp.
    @inline(__always)
    func boot(_ stamp: Int64) -> Int64 {
        let ahead = stamp &- self.stamp
        guard drift != 0 || slew != 0 else { return boot &+ ahead }
        let distance = Double(ahead)
        return boot &+ ahead
            &+ Int64(bounded: drift * distance + slew * min(max(distance, 0), slewNanoseconds))
    }

    /// What the instant of a stamp would be if the line had gone over to what was learned.
    func aim(_ stamp: Int64) -> Int64 {
        guard slew != 0 else { return boot(stamp) }
        let ahead = stamp &- self.stamp
        return boot &+ ahead &+ Int64(bounded: drift * Double(ahead) + slew * slewNanoseconds)
    }
}

extension ClockLine {
    /// A line through a reading of the clock.
    init(through reading: ClockPair, since: Int64 = -Int64.farthestStamp, until: Int64 = .max) {
        self.init(
            stamp: reading.deviceNanoseconds,
            boot: reading.boottimeNanoseconds,
            error: max(reading.errorNanoseconds, Self.noise),
            readingError: reading.errorNanoseconds,
            since: since,
            until: until
        )
    }
}
