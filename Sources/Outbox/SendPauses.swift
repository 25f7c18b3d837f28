// How long a service waits before it tries again: what is in vain is tried less and less often, so that fifty boards do
// not wear out a server that comes back, and each by chance a little sooner or later than the others.

/// The pauses between looks.
public struct SendPauses: Hashable, Sendable {
    /// Between looks that went well.
    public var usual: Duration
    private var failures = 0

    /// After a first look in vain, and the longest ever: a home may have ten minutes of network a day, and whoever tried
    /// once an hour would miss most of them.
    static let first: Duration = .seconds(30)
    static let longest: Duration = .seconds(120)

    public init(usual: Duration) { self.usual = usual }

    /// The pause after a look.
    ///
    /// - Parameters:
    ///   - wentWell: Whether all that could leave is there.
    ///   - word: A number by chance.
    /// - Returns: The pause, from three quarters to five quarters of what it is without chance.
    public mutating func next(afterGood wentWell: Bool, by word: UInt64) -> Duration {
        failures = wentWell ? 0 : min(failures + 1, 20)
        let plain =
            wentWell
            ? usual : min(max(Self.longest, usual), Self.first * (1 << min(failures - 1, 12)))
        return plain * (0.75 + 0.5 * (Double(word >> 11) / Double(1 << 53)))
    }
}
