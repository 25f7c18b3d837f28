// The time limits of a connection. Their pauses are randomized, so that fifty boards that lose one broker do not all
// call it again at once.

internal import SystemCalls

/// The time limits of a connection to a broker.
public struct BrokerLimits: Sendable, Hashable {
    /// After how long without a message each side considers the other gone; at least 5 seconds.
    public var keepAlive = Duration.seconds(30)
    /// How long the broker may take to accept this board, and later to acknowledge a message.
    public var answer = Duration.seconds(15)
    /// The pause after the first failed call, and the longest one.
    public var firstPause = Duration.seconds(1)
    public var longestPause = Duration.seconds(60)
    /// The pause after a refusal, which a user has to fix.
    public var refusalPause = Duration.seconds(120)

    public init() {}

    /// `keepAlive` in seconds, limited to what the library accepts.
    var keepAliveSeconds: Int32 {
        Int32(clamping: max(5, min(keepAlive.components.seconds, 65_535)))
    }
}
