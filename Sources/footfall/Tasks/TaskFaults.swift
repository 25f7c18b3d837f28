// What is wrong with a task file, in the form in which it is told to people and to programs.

internal import FoundationEssentials
internal import Research

/// One fault, as it is printed.
struct PrintedFault: Sendable, Equatable, Encodable {
    /// Where it stands.
    var path: String
    /// What is wrong there.
    var what: String
    /// How to mend it.
    var remedy: String?

    init(_ error: RSDTaskFileError) {
        path = error.path.description
        what = error.what
        remedy = error.remedy
    }

    /// The fault for a person, on one line.
    var line: String { "\(path): \(what)" + (remedy.map { "; \($0)" } ?? "") }
}

/// Finds the faults of a task file.
enum TaskFaults {
    /// The task, if it is one, and all that is wrong with the file.
    static func look(
        at data: Data,
        by factory: RSDFactory
    ) -> (task: (any RSDTask)?, faults: [PrintedFault]) {
        do {
            let task = try factory.decodeTask(with: data)
            do {
                try task.validate()
                return (task, [])
            } catch let error as RSDValidationError {
                return (task, error.faults.map(PrintedFault.init))
            }
        } catch {
            return (nil, [PrintedFault(RSDTaskFileError(error))])
        }
    }
}
