// How patient a connection is. Fifty boards that have lost one broker call it again at different times.

internal import SystemCalls

/// How patient a connection to a broker is.
public struct BrokerLimits: Sendable, Hashable {
    /// After how long without a word each side takes the other for gone; 5 seconds at least.
    public var keepAlive = Duration.seconds(30)
    /// How long a call may take until the broker has taken this board in.
    public var answer = Duration.seconds(15)
    /// The pause after the first call that failed, and the longest one.
    public var firstPause = Duration.seconds(1)
    public var longestPause = Duration.seconds(60)
    /// The pause after a refusal, which somebody has to mend.
    public var refusalPause = Duration.seconds(120)

    public init() {}

    /// What the library takes.
    var keepAliveSeconds: Int32 {
        Int32(clamping: max(5, min(keepAlive.components.seconds, 65_535)))
    }
}
