// What comes between a participant and a step: the machine is put to sleep, a call comes in, another
// program takes the screen. A host that knows of it tells the task controller.

/// Something else has the machine for a while.
public enum RSDInterruption: Sendable, Hashable {
    /// It has the machine from now on.
    case began
    /// It has the machine no more; the step may go on, or not.
    case ended(mayResume: Bool)
}

/// Who interrupts a run.
enum Interrupter: Sendable, Hashable {
    /// What the host tells of.
    case host
    /// The machine's sleep.
    case sleep
}

/// Why an interruption has ended a task.
public enum RSDInterruptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The step is one that must not be interrupted.
    case endsTask(String)
    /// The step's timer stood, and may not run again.
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
