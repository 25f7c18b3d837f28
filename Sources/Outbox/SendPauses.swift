// How long a service waits before it tries again. After failures the pauses grow, so that fifty boards do not overload
// a server that comes back; each pause is varied at random, so that the boards do not come at the same moment.

/// The pauses between rounds.
public struct SendPauses: Hashable, Sendable {
    /// The pause after a success.
    public var usual: Duration
    private var failures = 0

    /// The first and the longest pause after failures; the longest is `usual` if that is longer.
    ///
    /// A home may have ten minutes of network a day, and a sender that tried once an hour would miss most of them.
    static let first: Duration = .seconds(30)
    static let longest: Duration = .seconds(120)

    public init(usual: Duration) { self.usual = usual }

    /// Returns the pause after a round.
    ///
    /// - Parameters:
    ///   - wentWell: True if everything that could be sent is there.
    ///   - word: A random number.
    /// - Returns: The pause, varied at random from three quarters to five quarters.
    public mutating func next(afterGood wentWell: Bool, by word: UInt64) -> Duration {
        failures = wentWell ? 0 : min(failures + 1, 20)
        let plain =
            wentWell
            ? usual : min(max(Self.longest, usual), Self.first * (1 << min(failures - 1, 12)))
        return plain * (0.75 + 0.5 * (Double(word >> 11) / Double(1 << 53)))
    }
}
