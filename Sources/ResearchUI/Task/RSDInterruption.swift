// Interruptions of a step: the machine goes to sleep, a call comes in, or another program takes the screen. A host that
// detects one reports it to the task controller.

/// The beginning or the end of an interruption.
public enum RSDInterruption: Sendable, Hashable {
    /// The interruption begins.
    case began
    /// The interruption is over; `mayResume` says whether the step may go on.
    case ended(mayResume: Bool)
}

/// The source of an interruption.
enum Interrupter: Sendable, Hashable {
    /// Reported by the host.
    case host
    /// The machine's sleep.
    case sleep
}

/// Why an interruption has ended a task.
public enum RSDInterruptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The step is one that must not be interrupted.
    case endsTask(String)
    /// The step's timer was paused, and may not resume.
    case cannotGoOn(String)

    public var description: String {
        switch self {
        case .endsTask(let step):
            "the step '\(step)' was interrupted and ends the task, as its 'shouldEndOnInterrupt' says; "
                + "run the task again where nothing comes between"
        case .cannotGoOn(let step):
            "the step '\(step)' was interrupted and may not go on; what it had recorded is kept: run the "
                + "task again"
        }
    }
}
