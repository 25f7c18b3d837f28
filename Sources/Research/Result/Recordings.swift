// What a result has in it that was recorded, or answered. Answers go out of the result with the step that one
// goes back from; a file lies in the folder whatever is done in the task, and is named by the result.

extension RSDResult {
    /// What was recorded, each as the recorders of a run leave it: a file, several of one recorder in their
    /// collection, or the error of a recorder.
    package var recordings: [any RSDResult] {
        switch self {
        case let task as any RSDTaskResult:
            task.stepHistory.flatMap(\.recordings) + (task.asyncResults ?? [])
        case let step as any RSDCollectionResult: step.inputResults.filter(\.isRecording)
        default: isRecording ? [self] : []
        }
    }

    /// Whether it is of a file or an error, or has such a one in it.
    package var isRecording: Bool {
        switch self {
        case is any RSDFileResult, is any RSDErrorResult: true
        case let collection as any RSDCollectionResult:
            collection.inputResults.contains(where: \.isRecording)
        default: false
        }
    }

    /// Whether a participant would lose an answer or a recording with it.
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
