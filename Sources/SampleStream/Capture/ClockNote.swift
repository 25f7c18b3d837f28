// Carries what a source learns about its device's clock. Such notes are rare and not part of a sample file, so they
// travel beside the samples.

public import Timebase

/// A pair of a device's clock and boot time, for the session's journal.
public struct ClockNote: Sendable, Hashable {
    /// The device that the clock belongs to.
    public var device: String
    /// The two clocks.
    public var pair: ClockPair

    public init(device: String, pair: ClockPair) {
        self.device = device
        self.pair = pair
    }
}
