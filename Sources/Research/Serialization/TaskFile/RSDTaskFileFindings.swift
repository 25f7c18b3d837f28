// The findings of a check: faults, and notes about parts of the file that are correct but may not do what the author
// expects.

/// The findings of a check of a task file.
public struct RSDTaskFileFindings: Sendable, Hashable {
    /// The faults.
    public var faults: [RSDTaskFileFault]
    /// Notes about parts that are correct but may not do what the author expects, such as a type or key that is not
    /// declared, or a file that only an app may have.
    public var notes: [RSDTaskFileFault]

    /// Creates findings.
    ///
    /// - Parameters:
    ///   - faults: The faults.
    ///   - notes: Notes about parts that are correct but may not do what the author expects.
    public init(faults: [RSDTaskFileFault], notes: [RSDTaskFileFault] = []) {
        self.faults = faults
        self.notes = notes
    }
}
