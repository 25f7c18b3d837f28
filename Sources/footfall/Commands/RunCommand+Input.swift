// A task at the terminal reads the participant's keys from the standard input. If a recorder reads it as well, each
// would get only a part of the input.

internal import PlainWords
internal import RecorderKinds
internal import Research
internal import SessionRuns

extension RunCommand {
    /// Refuses a task with a recorder that reads the standard input, if the participant types there.
    ///
    /// - Parameter task: The task.
    /// - Throws: `RunFailure` that names the recorder.
    func refuseSharedInput(of task: any RSDTask) throws(RunFailure) {
        guard case .devices = source, case .person(let shown) = doer, case .terminal = shown.place
        else { return }
        for recorder in task.recordersOfAllLevels {
            guard let its = recorder as? any StandardInputReading, its.readsStandardInput else {
                continue
            }
            throw RunFailure(
                "\(self.task.path.printable): the recorder '\(recorder.identifier.printable)' reads the "
                    + "standard input, where the participant types; send its lines through a "
                    + "named pipe, or run the task with --auto or --host web"
            )
        }
    }
}
