// What a check of a file finds: faults, and what is no fault and yet read otherwise than its author may think.

/// What the check of a task file has found.
public struct RSDTaskFileFindings: Sendable, Hashable {
    /// What is wrong.
    public var faults: [RSDTaskFileFault]
    /// What is shown otherwise than the file says, or not read at all, because nobody here knows it.
    public var notes: [RSDTaskFileFault]

    /// What was found.
    ///
    /// - Parameters:
    ///   - faults: What is wrong.
    ///   - notes: What is shown otherwise than the file says, or not read at all.
    public init(faults: [RSDTaskFileFault], notes: [RSDTaskFileFault] = []) {
        self.faults = faults
        self.notes = notes
    }
}
