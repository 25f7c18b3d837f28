// One error type for everything that can keep a session from being sent. The user always needs the same three facts
// (what, where, remedy), and a service must know whether trying again can help.

public import SessionFolder
public import SystemCalls

/// What went wrong while sending, where, and the remedy.
public struct SendError: Error, Hashable, Sendable {
    /// What the error means for the next step.
    public enum Kind: String, Hashable, Sendable {
        /// It may succeed later, as after a network failure.
        case passing
        /// The user has to decide: something else has the session's name there.
        case conflict
        /// The session changed while it was sent; it is sent again.
        case changed
        /// The fault concerns only this session; other sessions are sent.
        case session
        /// Nothing can be sent until the user fixes this machine or the command line.
        case setUp
        /// The sender was asked to stop.
        case stopped
    }

    public var kind: Kind
    /// What is wrong, in one line.
    public var what: String
    /// The session, the destination or the file concerned.
    public var `where`: String
    /// What the user can do.
    public var remedy: String

    /// An error with its kind, what is wrong, where, and the remedy.
    public init(_ kind: Kind, _ what: String, where place: String, remedy: String) {
        self.kind = kind
        self.what = what
        self.where = place
        self.remedy = remedy
    }

    /// An error for a failed system call; `deed` names what the call was for.
    public init(
        _ cause: SystemError,
        _ deed: String,
        where place: String,
        kind: Kind = .setUp
    ) {
        self.init(
            kind,
            "cannot \(deed): \(cause.errno)",
            where: cause.path ?? place,
            remedy: cause.remedy ?? "see that the storage is in order and try again"
        )
    }

    /// A fault of a session on this machine.
    public init(_ cause: SessionError) {
        self.init(.passing, cause.what, where: cause.where, remedy: cause.remedy)
    }

    /// An error for a sender that was asked to stop.
    static func stopped(_ place: String) -> SendError {
        SendError(.stopped, "it was stopped", where: place, remedy: "run it again: it goes on")
    }
}

extension SendError: CustomStringConvertible {
    public var description: String { "\(`where`): \(what); \(remedy)" }
}
