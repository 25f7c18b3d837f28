// What a source learns of its device's clock goes beside the samples: it is rare, and no record of a sample file.

public import Timebase

/// A pair of a device's clock and boot time, on its way into the session's journal.
public struct ClockNote: Sendable, Hashable {
    /// The device whose clock it is.
    public var device: String
    /// The two clocks.
    public var pair: ClockPair

    public init(device: String, pair: ClockPair) {
        self.device = device
        self.pair = pair
    }
}
