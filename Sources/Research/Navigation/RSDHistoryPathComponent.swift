// A level of a run that has a result, to which forms and controllers write their answers.

/// A level of a run that has a result of its own.
@MainActor
public protocol RSDHistoryPathComponent: RSDPathComponent {
    /// The result so far.
    var taskResult: any RSDTaskResult { get set }
    /// True if the participant may go on.
    var isForwardEnabled: Bool { get }
    /// Returns the result that the step had when it was shown before.
    func previousResult(for step: any RSDStep) -> (any RSDResult)?
}

extension RSDTaskResult {
    /// Returns the result of a step; the last one if there are several.
    public func findResult(for stepIdentifier: String) -> (any RSDResult)? {
        stepHistory.last { $0.identifier == stepIdentifier }
    }

    /// Appends a step's result to the history, and removes all earlier results of the same step.
    public mutating func appendStepHistory(with result: any RSDResult) {
        if let last = stepHistory.last, last.identifier == result.identifier {
            // A fast path: the answers of the current step change often, and the history may be long.
            stepHistory[stepHistory.count - 1] = result
            return
        }
        stepHistory.removeAll { $0.identifier == result.identifier }
        stepHistory.append(result)
    }
}
