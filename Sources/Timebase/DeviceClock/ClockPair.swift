// What one clock showed when another showed something else. All that is known of a device's time is a
// list of these: a sample's instant comes from the pairs that held when it was taken.

/// What a device's clock showed at an instant of boot time.
public struct ClockPair: Sendable, Hashable, Codable, BitwiseCopyable {
    /// What the device's clock showed, in nanoseconds.
    public var deviceNanoseconds: Int64
    /// The instant, in nanoseconds of `CLOCK_BOOTTIME`.
    public var boottimeNanoseconds: Int64
    /// By how much an instant that is converted with this pair may be wrong.
    ///
    /// A pair that is told again, with another error, is known better since: that error holds for it.
    public var errorNanoseconds: Int64
    /// True if a clock was set, or started anew, between the pair before and this one.
    public var beginsStretch: Bool

    /// A pair that goes on with the stretch before it, unless told otherwise.
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

/// A device's newest stamp of a batch, and when the batch had arrived.
public struct ClockArrival: Sendable, Hashable, BitwiseCopyable {
    /// The newest stamp of the batch, in nanoseconds of the device's clock.
    public var stamp: Int64
    /// When the batch was there, in nanoseconds of `CLOCK_BOOTTIME`.
    public var seen: Int64

    /// A batch's newest stamp, and when it was there.
    public init(stamp: Int64, seen: Int64) {
        self.stamp = stamp
        self.seen = seen
    }
}
