// The findings of a check: faults, and notes about parts of the file that are correct but may not do what the author
// expects.

/// The findings of a check of a task file.
public struct RSDTaskFileFindings: Sendable, Hashable {
    /// The faults.
    public var faults: [RSDTaskFileFault]
    /// Notes about parts that are shown differently, or are not read at all, because their type or key is not
    /// declared.
    public var notes: [RSDTaskFileFault]

    /// Creates findings.
    ///
    /// - Parameters:
    ///   - faults: The faults.
    ///   - notes: Notes about parts that are shown differently, or are not read at all.
    public init(faults: [RSDTaskFileFault], notes: [RSDTaskFileFault] = []) {
        self.faults = faults
        self.notes = notes
    }
}
