// What is wrong with a task file, in the form in which it is told to people and to programs.

internal import FoundationEssentials
internal import Research

/// One fault, as it is printed.
struct PrintedFault: Sendable, Equatable, Encodable {
    /// Where it stands.
    var path: String
    /// What is wrong there.
    var what: String
    /// What should stand there, or what to do.
    var expected: String?
    /// The known name that was probably meant.
    var nearest: String?
    /// The fault for a person, on one line.
    let line: String

    private enum CodingKeys: CodingKey {
        case path, what, expected, nearest
    }

    init(_ fault: RSDTaskFileFault) {
        path = fault.path.description
        what = fault.what
        expected = fault.expected
        nearest = fault.nearest
        line = fault.description
    }
}

/// What was found in a task file.
struct TaskFaults {
    /// The task, or what keeps it from being run.
    let task: Result<any RSDTask, RSDTaskFileError>
    /// Everything that is wrong with the file, also what a run gets along with.
    let faults: [PrintedFault]

    init(in data: Data, by factory: RSDFactory) {
        faults = TaskFileCheck.faults(in: data, factory: factory).map(PrintedFault.init)
        do {
            let task = try factory.decodeTask(with: data)
            try task.validate()
            self.task = .success(task)
        } catch {
            let faults = (error as? RSDValidationError)?.faults
            task = .failure(faults?.first ?? RSDTaskFileError(error))
        }
    }
}
