// One reading of a device's clock, on its way from a source to the session's journal. Clock readings are rare and not
// part of a sample file, so they have a queue of their own.

public import Timebase

/// What a device's clock and the boot-time clock showed at the same instant.
public struct ClockNote: Sendable, Hashable {
    /// The device that the clock belongs to.
    public var device: String
    /// The two readings.
    public var pair: ClockPair

    public init(device: String, pair: ClockPair) {
        self.device = device
        self.pair = pair
    }
}
