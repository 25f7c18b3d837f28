// The events of sending, for users and programs that watch it.

/// An event while sessions are sent.
public enum SendEvent: Hashable, Sendable {
    /// Sending a session begins.
    case begins(session: String, files: Int, bytes: Int64)
    /// A session is complete at the destination.
    case sent(session: String, files: Int, bytes: Int64, verifiedBy: String)
    /// Sending a session failed.
    case failed(session: String, SendError)
    /// The copy of a session under an earlier name was deleted at the destination.
    case replaced(session: String, earlier: String)
}
