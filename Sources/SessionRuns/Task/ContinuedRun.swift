// The run that --continue names: whether there is one, and what to do where it cannot be gone on with.

internal import FoundationEssentials
internal import Research
internal import SessionFolder
internal import SystemCalls
internal import TaskEngine
public import TaskSession
public import Timebase

/// A run that was left, or died, and is to go on.
public struct ContinuedRun: Sendable {
    /// The session folder, from the root.
    public let session: String

    /// When it ended, as far as its session says.
    private let end: WallInstant?

    /// Looks at a session folder, which nobody else's link leads to.
    ///
    /// - Throws: What is wrong with it, if it is the run of another task, or of none.
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

    /// Refuses the session of another task before anything in it is closed, as far as that shows by then.
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

    /// The folder that the session lies in.
    public var folder: String { FileSystem.parent(of: session) ?? "." }

    /// When it goes on: not before it had come so far.
    public func resumption(notBefore start: ClockReading) -> ClockReading {
        guard let end else { return start }
        let (rest, isTooLong) = end.nanosecondsSince1970
            .subtractingReportingOverflow(start.realtime.nanosecondsSince1970)
        return rest > 0 && !isTooLong ? start.advanced(by: .nanoseconds(rest)) : start
    }

    /// The failure to go on with the run, of which nothing is lost.
    public func failure(_ nothing: NothingToTakeUp) async -> RunFailure {
        let path = session
        let isOver = try? await StoreThread().perform { try Session(opening: path).hasWholeEnd }
        if isOver == true {
            return RunFailure(
                "--continue: \(session): its run came to its end, and everything of it is there; to run "
                    + "the task again, begin anew, without --continue"
            )
        }
        guard !nothing.reasons.isEmpty else {
            return RunFailure(
                "--continue: \(session): no progress is kept in it, so its run was killed before the first "
                    + "step, or was not begun by `footfall run`; begin anew, without --continue"
            )
        }
        return RunFailure(
            "--continue: \(nothing); what it has is still in it: come back when that is mended, or begin "
                + "anew, without --continue"
        )
    }

    /// What somebody is told who can go on with a run.
    public static func invitation(to session: String) -> String {
        "note: \(session): this run of the task has not come to its end; add --continue \(session) "
            + "to go on with it"
    }
}
