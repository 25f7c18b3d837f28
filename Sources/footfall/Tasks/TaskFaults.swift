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

/// Finds the faults of a task file.
enum TaskFaults {
    /// The task, where nothing is wrong with the file; else everything that is.
    static func look(
        at data: Data,
        by factory: RSDFactory
    ) -> (task: (any RSDTask)?, faults: [PrintedFault]) {
        let faults = TaskFileCheck.faults(in: data, factory: factory)
        guard faults.isEmpty else { return (nil, faults.map(PrintedFault.init)) }
        do {
            return (try factory.decodeTask(with: data), [])
        } catch {
            let fault = RSDTaskFileError(error)
            return (nil, [PrintedFault(RSDTaskFileFault(fault.what, at: fault.path))])
        }
    }
}
