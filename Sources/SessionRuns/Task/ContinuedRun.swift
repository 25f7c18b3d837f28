// The run that `--continue` names: checks that it can be resumed, and explains what to do if it cannot.

internal import FoundationEssentials
internal import Research
internal import SessionFolder
internal import SystemCalls
internal import TaskEngine
public import TaskSession
public import Timebase

/// A run to resume, which the participant has left or which has crashed.
public struct ContinuedRun: Sendable {
    /// The absolute path of the session folder.
    public let session: String

    /// When the run ended, by its manifest; `nil` if the manifest does not say.
    private let end: WallInstant?

    /// Opens the session of a run; refuses a symbolic link that another user has made.
    ///
    /// - Throws: `RunFailure` if the folder is not a session, or is the session of another task.
    public init(_ path: String, of task: String) async throws {
        let found: Session
        do {
            found = try await StoreThread().perform { try Session(opening: path) }
        } catch {
            throw RunFailure("--continue: \(error)")
        }
        session = found.path
        end = found.manifest.endDate?.instant
        try Self.require(task, of: found)
    }

    /// Refuses the session of another task before its crashed run is closed, if its manifest can already be read.
    public static func refuseOther(than task: String, at path: String) async throws {
        let found = try? await StoreThread().perform { try Session(opening: path) }
        if let found { try require(task, of: found) }
    }

    private static func require(_ task: String, of found: Session) throws {
        guard found.manifest.identifier != task else { return }
        throw RunFailure(
            "--continue: \(found.path): it is a session of the task '\(found.manifest.identifier)', "
                + "and the task file is '\(task)'; name the session's task file"
        )
    }

    /// The folder that contains the session folder.
    public var folder: String { FileSystem.parent(of: session) ?? "." }

    /// Returns when the run resumes: at `start`, or at the end of its session if that is later.
    public func resumption(notBefore start: ClockReading) -> ClockReading {
        guard let end else { return start }
        let (rest, isTooLong) = end.nanosecondsSince1970
            .subtractingReportingOverflow(start.realtime.nanosecondsSince1970)
        return rest > 0 && !isTooLong ? start.advanced(by: .nanoseconds(rest)) : start
    }

    /// Explains why the run cannot be resumed, and changes nothing in its session.
    public func failure(_ nothing: NothingToTakeUp) async -> RunFailure {
        let path = session
        let whole = try? await StoreThread().perform { () throws -> Session? in
            let found = try Session(opening: path)
            return found.hasWholeEnd ? found : nil
        }
        if let whole {
            let end =
                whole.manifest.endedEarly == true
                ? "its run was ended early, for example by Ctrl-C, and such a run is final; what it had "
                    + "by then is in it"
                : "its run came to its end, and everything of it is there"
            return RunFailure(
                "--continue: \(session): \(end); to run the task again, start a new run, without --continue"
            )
        }
        guard !nothing.reasons.isEmpty else {
            return RunFailure(
                "--continue: \(session): no progress is kept in it, so its run was killed before the first "
                    + "step, or was not begun by `footfall run`; start a new run, without --continue"
            )
        }
        return RunFailure(
            "--continue: \(nothing); what it has is still in it: come back when that is fixed, or start "
                + "a new run, without --continue"
        )
    }

    /// The message that a run can be resumed.
    public static func invitation(to session: String) -> String {
        "note: \(session): this run of the task has not come to its end; add --continue \(session) "
            + "to go on with it"
    }

    /// The message that an unfinished run cannot be resumed.
    ///
    /// - Parameters:
    ///   - session: The session folder.
    ///   - obstacle: Why the run cannot be resumed.
    /// - Returns: The message.
    package static func refusal(of session: String, _ obstacle: String) -> String {
        "note: \(session): this run of the task has not come to its end, and cannot be taken up: "
            + "\(obstacle); keep the session"
    }
}
