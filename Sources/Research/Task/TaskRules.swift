// What must hold of a task before it is run, whoever made it. Every fault is told, not the first.

/// Everything that is wrong with a task.
public struct RSDValidationError: Error, Sendable, Hashable {
    /// The faults, in the order in which they stand in the task.
    public var faults: [RSDTaskFileError]

    public init(faults: [RSDTaskFileError]) {
        self.faults = faults
    }
}

extension RSDValidationError: CustomStringConvertible {
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// Checks tasks.
enum TaskRules {
    /// Throws all that is wrong with a task.
    static func check(_ task: any RSDTask) throws {
        var faults: [RSDTaskFileError] = []
        var seen: Set<String> = []
        for action in task.asyncActions ?? [] where !seen.insert(action.identifier).inserted {
            faults.append(
                RSDTaskFileError(
                    "the async action '\(action.identifier)' is there twice",
                    at: JSONPath().appending("asyncActions"),
                    remedy: "give one of them another identifier"
                )
            )
        }
        if !faults.isEmpty { throw RSDValidationError(faults: faults) }
    }
}
