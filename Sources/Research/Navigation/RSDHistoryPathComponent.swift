// A place in a run that has a result: what forms and controllers write their answers to.

/// A level of a run that has a result of its own.
@MainActor
public protocol RSDHistoryPathComponent: RSDPathComponent {
    /// The result so far.
    var taskResult: any RSDTaskResult { get set }
    /// Whether one may go on.
    var isForwardEnabled: Bool { get }
    /// The result of a step when it was shown before.
    func previousResult(for step: any RSDStep) -> (any RSDResult)?
}

extension RSDTaskResult {
    /// The result of a step, the last one if there are several.
    public func findResult(for stepIdentifier: String) -> (any RSDResult)? {
        stepHistory.last { $0.identifier == stepIdentifier }
    }

    /// Puts a step's result at the end of the history, in place of an earlier one.
    public mutating func appendStepHistory(with result: any RSDResult) {
        if let last = stepHistory.last, last.identifier == result.identifier {
            // The answers of the step that is shown change often, and the history may be long.
            stepHistory[stepHistory.count - 1] = result
            return
        }
        stepHistory.removeAll { $0.identifier == result.identifier }
        stepHistory.append(result)
    }
}
