// Before a run begins, those that died before it are closed.

internal import SessionFolder
internal import Timebase

extension Surroundings {
    /// Closes runs that have died: their data should not wait for a person to notice.
    func closeDeadRuns(in output: String) {
        let closed = stopRequests.withNothingToKeep(
            "\(output.printable): stopped while an earlier run was being closed, which the next "
                + "run does again; nothing was recorded"
        ) {
            DeadRuns.close(in: output, at: ClockReading.now().realtime)
        }
        for outcome in closed { console.complain(outcome.description) }
    }
}
