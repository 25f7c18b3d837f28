// Results about a whole file, such as how far a participant walked. If a result is missing, the user must learn
// why, so results and reasons come from the same call.

public import Research

/// The findings about a file as a whole, made when it is closed.
public struct RecorderFindings {
    /// Results in addition to the file result.
    ///
    /// They follow from the records alone, so a replay has the same results.
    public var results: [any RSDResult]
    /// What is missing in the results and why, one line each, for the notes of the run.
    public var notes: [String]

    public init(results: [any RSDResult] = [], notes: [String] = []) {
        (self.results, self.notes) = (results, notes)
    }
}
