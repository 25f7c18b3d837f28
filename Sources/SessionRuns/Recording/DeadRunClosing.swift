// Runs that died are closed beside the run that goes on. To read what ten of them have left may take minutes,
// and the first sample of the new one waits for none of them.

internal import PlainWords
internal import SessionFolder
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// The closing of runs that died, on a thread of its own: their data should not wait for a person to notice.
public final class DeadRunClosing: Sendable {
    private let output: String
    private let thread: WorkThread
    private let outcomes = Mutex<[DeadRuns.Outcome]>([])
    /// Whether the run beside which it is done is over.
    private let isOver = Atomic(false)

    /// Begins it for all sessions in the folder of one that goes on.
    private init(beside session: String) throws(SystemError) {
        let output = FileSystem.parent(of: session) ?? "."
        self.output = output
        thread = try WorkThread(name: "closing")
        thread.post { [self] in
            // A busy machine has better things to do; where it does not, nothing is slower for it.
            try? SystemThread.setPriorityOfThisThread(.background)
            let now = ClockReading.now().realtime
            let closed = DeadRuns.close(in: output, besides: session, at: now) {
                !self.isOver.load(ordering: .relaxed)
            }
            outcomes.withLock { $0 = closed }
        }
    }

    /// Begins it; where it cannot, tells why.
    public static func begin(
        beside session: String,
        telling tell: (String) -> Void
    ) -> DeadRunClosing? {
        do throws(SystemError) {
            return try DeadRunClosing(beside: session)
        } catch {
            tell(
                "\(session.printable): runs that died beside it are not closed: \(error); the next run tries again"
            )
            return nil
        }
    }

    /// What somebody is told who does not want to wait for its end.
    public var farewell: String {
        "\(output.printable): stopped while an earlier run was being closed, which the next run does "
            + "again; what was recorded now is whole"
    }

    /// Waits for its end, and answers what became of each, a line each.
    ///
    /// Sessions that another machine may still be recording are left to the next run, if that has not shown yet.
    public func finish() async -> [String] {
        isOver.store(true, ordering: .relaxed)
        await thread.perform {}
        return outcomes.withLock { $0.map(\.description) }
    }

    /// Lets it come to its end beside what is done next; the next run finds what is left.
    public func leave() { isOver.store(true, ordering: .relaxed) }

    /// Closes one session, before its run is taken up again.
    ///
    /// - Parameters:
    ///   - session: The session folder.
    ///   - tell: Is told, on any thread, what is done, and in the end what became of it.
    /// - Throws: `RunFailure` where its run cannot be taken up.
    public static func close(
        _ session: String,
        telling tell: @escaping @Sendable (String) -> Void
    ) async throws {
        let thread = try WorkThread(name: "closing")
        let outcome = await thread.perform {
            DeadRuns.close(session, at: ClockReading.now().realtime) { tell($0) }
        }
        guard let outcome else { return }
        if case .removed = outcome {
            throw RunFailure(
                "--continue: \(session): its run was killed before it had recorded anything, and its "
                    + "folder is deleted; begin anew, without --continue"
            )
        }
        if case .left(let error) = outcome { throw RunFailure("--continue: \(error)") }
        tell(outcome.description)
    }
}
