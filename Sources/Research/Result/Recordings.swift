// Finds recorded files and answers in a result. When a participant goes back, the answers of the later steps are
// removed from the result. Recorded files stay in the folder, so the result must still name them.

extension RSDResult {
    /// The recordings in the result: a file, a collection with several files of one recorder, or a recorder's error.
    package var recordings: [any RSDResult] {
        switch self {
        case let task as any RSDTaskResult:
            task.stepHistory.flatMap(\.recordings) + (task.asyncResults ?? [])
        case let step as any RSDCollectionResult: step.inputResults.filter(\.isRecording)
        default: isRecording ? [self] : []
        }
    }

    /// True if the result is that of a file or an error, or a collection that has one.
    package var isRecording: Bool {
        switch self {
        case is any RSDFileResult, is any RSDErrorResult: true
        case let collection as any RSDCollectionResult:
            collection.inputResults.contains(where: \.isRecording)
        default: false
        }
    }

    /// True if removing the result would lose an answer or a recorded file.
    package var holdsData: Bool {
        switch self {
        case let task as any RSDTaskResult:
            (task.stepHistory + (task.asyncResults ?? [])).contains(where: \.holdsData)
        case let collection as any RSDCollectionResult:
            collection.inputResults.contains(where: \.holdsData)
        case let answer as any RSDAnswerResult: answer.value != nil
        default: self is any RSDFileResult
        }
    }
}
