// Closes crashed sessions in the background of a new run. Reading what ten of them have left may take minutes, and
// the first sample of the new run must not wait for that.

internal import PlainWords
internal import SessionFolder
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// Closes crashed sessions on its own thread, so that their data need not wait until a user notices them.
public final class CrashedSessionClosing: Sendable {
    private let output: String
    private let thread: WorkThread
    private let outcomes = Mutex<[CrashedSessions.Outcome]>([])
    /// Whether the new run is over.
    private let isOver = Atomic(false)

    /// Begins to close all crashed sessions in the folder that contains the new run's session.
    private init(beside session: String) throws(SystemError) {
        let output = FileSystem.parent(of: session) ?? "."
        self.output = output
        thread = try WorkThread(name: "closing")
        thread.post { [self] in
            // A busy machine gives the time to the recording; on an idle machine, low priority costs nothing.
            try? SystemThread.setPriorityOfThisThread(.background)
            let now = ClockReading.now().realtime
            let closed = CrashedSessions.close(in: output, besides: session, at: now) {
                !self.isOver.load(ordering: .relaxed)
            }
            outcomes.withLock { $0 = closed }
        }
    }

    /// Begins to close the crashed sessions in the folder of `session`; if that fails, reports why and returns `nil`.
    public static func begin(
        beside session: String,
        telling tell: (String) -> Void
    ) -> CrashedSessionClosing? {
        do throws(SystemError) {
            return try CrashedSessionClosing(beside: session)
        } catch {
            tell(
                "\(session.printable): crashed sessions beside it are not closed: \(error); the next run tries again"
            )
            return nil
        }
    }

    /// The message for a user who does not want to wait until the closing is done.
    public var farewell: String {
        "\(output.printable): stopped while an earlier run was being closed, which the next run does "
            + "again; what was recorded now is whole"
    }

    /// Waits for the session that is being closed, and returns a line about each session.
    ///
    /// Begins to close no further session. If it is still unknown whether another machine records a session, the
    /// session is left to the next run.
    public func finish() async -> [String] {
        isOver.store(true, ordering: .relaxed)
        await thread.perform {}
        return outcomes.withLock { $0.map(\.description) }
    }

    /// Stops waiting, and lets the closing end in the background; the next run closes the sessions that are left.
    public func leave() { isOver.store(true, ordering: .relaxed) }

    /// Closes one crashed session, before its run is resumed.
    ///
    /// - Parameters:
    ///   - session: The session folder.
    ///   - tell: Receives, on any thread, messages about the progress and the result.
    /// - Throws: `RunFailure` if the run cannot be resumed.
    public static func close(
        _ session: String,
        telling tell: @escaping @Sendable (String) -> Void
    ) async throws {
        let thread = try WorkThread(name: "closing")
        let outcome = await thread.perform {
            CrashedSessions.close(session, at: ClockReading.now().realtime) { tell($0) }
        }
        guard let outcome else { return }
        if case .removed = outcome {
            throw RunFailure(
                "--continue: \(session): its run was killed before it had recorded anything, and its "
                    + "folder is deleted; start a new run, without --continue"
            )
        }
        if case .left(let error) = outcome { throw RunFailure("--continue: \(error)") }
        tell(outcome.description)
    }
}
