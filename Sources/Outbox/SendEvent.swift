// What happens while sessions are sent, for people and programs who watch.

/// What happens while sessions are sent, as it is told to people and programs.
public enum SendEvent: Hashable, Sendable {
    /// A session is being sent.
    case begins(session: String, files: Int, bytes: Int64)
    /// A session is there whole.
    case sent(session: String, files: Int, bytes: Int64, verifiedBy: String)
    /// A session could not be sent.
    case failed(session: String, SendError)
    /// What had an earlier name of a session there is gone.
    case replaced(session: String, earlier: String)
}
