// How it stands between this board and its broker, for whoever wants to know.

/// The state of a connection to a broker.
public enum BrokerState: Sendable, Hashable {
    /// Somebody is being called, for the first time or again.
    case connecting
    case connected
    /// The broker cannot be reached for now; it is called again by itself.
    ///
    /// `since` is when it was lost or first not reached, in nanoseconds of `SystemClock.monotonic`.
    case waiting(BrokerProblem, since: Int64)
    /// The broker or this board refuses the other one, and somebody has to mend that; it is still called again, rarely.
    case refused(BrokerProblem)
    /// Nobody calls any more.
    case closed

    /// Why there is no connection, where that is known.
    public var problem: BrokerProblem? {
        switch self {
        case .waiting(let problem, _), .refused(let problem): problem
        case .connecting, .connected, .closed: nil
        }
    }
}
