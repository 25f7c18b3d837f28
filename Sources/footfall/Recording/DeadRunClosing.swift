// Runs that died are closed beside the run that goes on. To read what ten of them have left may take minutes,
// and the first sample of the new one waits for none of them.

internal import SessionFolder
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// The closing of runs that died, on a thread of its own: their data should not wait for a person to notice.
final class DeadRunClosing: Sendable {
    private let output: String
    private let thread: WorkThread
    private let outcomes = Mutex<[DeadRuns.Outcome]>([])
    /// Whether the run beside which it is done is over.
    private let isOver = Atomic(false)

    /// Begins it for all sessions in the folder of one that goes on.
    init(beside session: String) throws(SystemError) {
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

    /// Begins it, and tells why it cannot if it cannot.
    static func begin(beside session: String, _ console: Console) -> DeadRunClosing? {
        do throws(SystemError) {
            return try DeadRunClosing(beside: session)
        } catch {
            console.complain(
                "\(session.printable): runs that died beside it are not closed: \(error); the next run tries again"
            )
            return nil
        }
    }

    /// Waits for its end, and tells what became of each; who does not want to wait ends the program.
    ///
    /// Sessions that another machine may still be recording are left to the next run, if that has not shown yet.
    ///
    /// - Parameters:
    ///   - surroundings: of the run, all of which is told by now.
    ///   - status: how the run has ended.
    func finish(in surroundings: Surroundings, _ status: ExitStatus) async {
        isOver.store(true, ordering: .relaxed)
        await surroundings.stopRequests.whileNothingIsKept(
            "\(output.printable): stopped while an earlier run was being closed, which the next run does "
                + "again; what was recorded now is whole",
            endingWith: status
        ) { await thread.perform {} }
        for outcome in outcomes.withLock({ $0 }) {
            surroundings.console.complain(outcome.description)
        }
    }

    /// Lets it come to its end beside what is done next; the next run finds what is left.
    func leave() { isOver.store(true, ordering: .relaxed) }

    /// Closes one session, before its run is taken up again.
    static func close(_ session: String, in surroundings: Surroundings) async throws {
        let thread = try WorkThread(name: "closing")
        let console = surroundings.console
        let outcome = await surroundings.stopRequests.whileNothingIsKept(
            "\(session.printable): stopped while the run was being closed that was to go on, which the same "
                + "command does again; nothing was recorded"
        ) {
            await thread.perform {
                DeadRuns.close(session, at: ClockReading.now().realtime) { console.complain($0) }
            }
        }
        guard let outcome else { return }
        if case .removed = outcome {
            throw CommandFailure(
                "--continue: \(session): its run was killed before it had recorded anything, and its "
                    + "folder is deleted; begin anew, without --continue"
            )
        }
        if case .left(let error) = outcome { throw CommandFailure("--continue: \(error)") }
        surroundings.console.complain(outcome.description)
    }
}
