// The state of the connection between a board and its broker.

/// The state of a connection to a broker.
public enum BrokerState: Sendable, Hashable {
    /// The broker is being called for the first time; while it is called again, the state of the last failure stays.
    case connecting
    case connected
    /// The broker cannot be reached for now; the connection calls it again by itself.
    ///
    /// `since` is when the broker was lost or could first not be reached, in nanoseconds of `SystemClock.monotonic`.
    case waiting(BrokerProblem, since: Int64)
    /// The broker or this board refuses the other, and a user must fix that; the broker is still called again, rarely.
    case refused(BrokerProblem)
    /// The connection is closed for good.
    case closed

    /// Why there is no connection, if known.
    public var problem: BrokerProblem? {
        switch self {
        case .waiting(let problem, _), .refused(let problem): problem
        case .connecting, .connected, .closed: nil
        }
    }
}
