// One instant shown by two clocks. All knowledge of a device's time is a list of these pairs: a sample's instant is
// computed from the pairs that held when it was taken.

/// What a device's clock showed at an instant of boot time.
public struct ClockPair: Sendable, Hashable, Codable, BitwiseCopyable {
    /// What the device's clock showed, in nanoseconds.
    public var deviceNanoseconds: Int64
    /// The instant, in nanoseconds of `CLOCK_BOOTTIME`.
    public var boottimeNanoseconds: Int64
    /// The greatest error of an instant between the previous pair and this one.
    ///
    /// An instant between two pairs is wrong by at most the greater of their errors; an instant after the last pair,
    /// by at most the error of the last. If the same pair is reported again with another error, the newer error
    /// holds.
    public var errorNanoseconds: Int64
    /// True if a clock was set or restarted between the previous pair and this one.
    public var beginsStretch: Bool

    /// A pair; by default it continues the stretch of the previous pair.
    public init(
        deviceNanoseconds: Int64,
        boottimeNanoseconds: Int64,
        errorNanoseconds: Int64,
        beginsStretch: Bool = false
    ) {
        self.deviceNanoseconds = deviceNanoseconds
        self.boottimeNanoseconds = boottimeNanoseconds
        self.errorNanoseconds = errorNanoseconds
        self.beginsStretch = beginsStretch
    }
}

/// The newest timestamp of a batch, and the time at which the batch had arrived.
public struct ClockArrival: Sendable, Hashable, BitwiseCopyable {
    /// The newest timestamp of the batch, in nanoseconds of the device's clock.
    public var timestamp: Int64
    /// When the batch had arrived, in nanoseconds of `CLOCK_BOOTTIME`.
    public var seen: Int64

    /// The newest timestamp of a batch, and its arrival.
    public init(timestamp: Int64, seen: Int64) {
        self.timestamp = timestamp
        self.seen = seen
    }
}
