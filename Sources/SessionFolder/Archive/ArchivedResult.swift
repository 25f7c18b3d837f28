// A section that is left out of an archive, or has one of its own, is not in the result that the archive has either.
// The run's own result stays whole.

internal import Research

extension RSDTaskResult {
    /// A copy with other results; a class of a host's is copied as a plain result, for the run keeps the object.
    func holding(
        steps: [any RSDResult],
        asyncResults: [any RSDResult]?
    ) -> any RSDTaskResult {
        if Swift.type(of: self) is AnyClass {
            return RSDTaskResultObject(
                identifier: identifier,
                taskRunUUID: taskRunUUID,
                schemaInfo: schemaInfo,
                startDate: startDate,
                endDate: endDate,
                stepHistory: steps,
                asyncResults: asyncResults
            )
        }
        var copy = self
        copy.stepHistory = steps
        copy.asyncResults = asyncResults
        return copy
    }
}

extension RSDCollectionResult {
    /// A copy with other results, as above.
    func holding(_ results: [any RSDResult]) -> any RSDCollectionResult {
        if Swift.type(of: self) is AnyClass {
            return RSDCollectionResultObject(
                identifier: identifier,
                startDate: startDate,
                endDate: endDate,
                inputResults: results,
                skipToIdentifier: skipToIdentifier
            )
        }
        var copy = self
        copy.inputResults = results
        return copy
    }
}
