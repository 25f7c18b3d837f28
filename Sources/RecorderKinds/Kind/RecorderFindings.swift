// Whoever asks how far somebody has walked must hear why there is no answer, where there is none: answers and what they
// lack come of one look at what was recorded.

public import Research

/// What is known of a file as a whole, when it is closed.
public struct RecorderFindings {
    /// Results that stand beside that of the file; they follow from the records alone, so that a replay has the same.
    public var results: [any RSDResult]
    /// What those lack and why, a line each, for the notes of a run.
    public var notes: [String]

    public init(results: [any RSDResult] = [], notes: [String] = []) {
        (self.results, self.notes) = (results, notes)
    }
}
