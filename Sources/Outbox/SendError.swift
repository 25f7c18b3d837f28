// One error for all that can keep a session from leaving: a person who reads it needs the same three things each time,
// and a service has to know whether trying again can help.

public import SessionFolder
public import SystemCalls

/// What went wrong with sending, where, and what mends it.
public struct SendError: Error, Hashable, Sendable {
    /// What an error means for what is done next.
    public enum Kind: String, Hashable, Sendable {
        /// It may go better later, as when the network is gone.
        case passing
        /// A person has to decide: something else has the session's name there.
        case conflict
        /// The session has changed while it was sent: it is sent anew.
        case changed
        /// Something is wrong with this session alone: others do not wait for it.
        case session
        /// Nothing can be sent until somebody mends what is wrong with this machine or the command line.
        case setUp
        /// It was asked to stop.
        case stopped
    }

    public var kind: Kind
    /// What is wrong, in one line.
    public var what: String
    /// The session, the destination or the file that it is about.
    public var `where`: String
    /// What a person can do.
    public var remedy: String

    /// Says what is wrong, where, and what mends it.
    public init(_ kind: Kind, _ what: String, where place: String, remedy: String) {
        self.kind = kind
        self.what = what
        self.where = place
        self.remedy = remedy
    }

    /// A call of this machine that failed; `deed` says what for.
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

    /// What is wrong with a session here.
    public init(_ cause: SessionError) {
        self.init(.passing, cause.what, where: cause.where, remedy: cause.remedy)
    }

    /// That it was asked to stop.
    static func stopped(_ place: String) -> SendError {
        SendError(.stopped, "it was stopped", where: place, remedy: "run it again: it goes on")
    }
}

extension SendError: CustomStringConvertible {
    public var description: String { "\(`where`): \(what); \(remedy)" }
}
