// Copies results without some of their parts. A section that is left out of an archive, or has its own archive,
// must not be in the archived result either. The run's own result stays whole.

internal import Research

extension RSDTaskResult {
    /// Returns a copy with other results.
    ///
    /// A result of a host's own class is copied as a `RSDTaskResultObject`, since the run still uses the object.
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
    /// Returns a copy with other results.
    ///
    /// A result of a host's own class is copied as a `RSDCollectionResultObject`.
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
