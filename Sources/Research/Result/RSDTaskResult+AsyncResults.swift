// Adds the results of recorders to the task result, in the order of the calls. The caller chooses that order, which may
// differ from the order in which the recorders finished.

public import FoundationEssentials

extension RSDTaskResult {
    /// Appends a result to the async results, and removes earlier ones with the same identifier.
    public mutating func appendAsyncResult(with result: any RSDResult) {
        append(result, replacing: { $0.identifier == result.identifier })
    }

    /// Attaches the results of a controller that was stopped or has failed.
    ///
    /// The controller's result comes first; if it failed, an error result `<identifier>_error` follows. Earlier
    /// results of the same recorder are removed, unless it keeps the files of its earlier recordings (a recorder
    /// without `shouldDeletePrevious`). The error result ends at `date`, which is the current time.
    @MainActor
    public mutating func attachResults(of controller: any RSDAsyncActionController, at date: Date) {
        attachResults(of: controller, at: date, keeping: { _ in false })
    }

    /// The same, but earlier results for which `isKept` returns true are always kept.
    @MainActor
    package mutating func attachResults(
        of controller: any RSDAsyncActionController,
        at date: Date,
        keeping isKept: (any RSDResult) -> Bool
    ) {
        let configuration = controller.configuration
        let errorIdentifier = "\(configuration.identifier)_error"
        if let result = controller.result {
            let replacesEarlier = Self.replacesEarlierResults(configuration)
            append(result) { earlier in
                Self.isResult(earlier, of: configuration, named: result.identifier)
                    && !isKept(earlier)
                    && (replacesEarlier || earlier.startDate == result.startDate)
            }
        }
        if let error = controller.error {
            let startDate = controller.result?.startDate ?? date
            let result = RSDErrorResultObject(
                identifier: errorIdentifier,
                error: error,
                startDate: startDate,
                endDate: max(startDate, date)
            )
            append(result) { $0.identifier == errorIdentifier && $0.startDate == startDate }
        }
    }

    /// Removes earlier results of the same recorder if its new recording replaces them.
    @MainActor
    package mutating func removeResults(
        replacedBy controller: any RSDAsyncActionController,
        keeping isKept: (any RSDResult) -> Bool
    ) {
        let configuration = controller.configuration
        let restartable = configuration as? any RSDRestartableRecorderConfiguration
        guard restartable?.shouldDeletePrevious == true, controller.error == nil,
            let result = controller.result
        else { return }
        asyncResults?.removeAll { earlier in
            Self.isResult(earlier, of: configuration, named: result.identifier)
                && !isKept(earlier)
        }
        if asyncResults?.isEmpty == true { asyncResults = nil }
    }

    private static func isResult(
        _ result: any RSDResult,
        of configuration: any RSDAsyncActionConfiguration,
        named identifier: String
    ) -> Bool {
        result.identifier == identifier
            || result.identifier == "\(configuration.identifier)_error" && result.type == .error
    }

    private static func replacesEarlierResults(
        _ configuration: any RSDAsyncActionConfiguration
    ) -> Bool {
        if let restartable = configuration as? any RSDRestartableRecorderConfiguration {
            return restartable.shouldDeletePrevious
        }
        return !configuration.isRecorder
    }

    private mutating func append(
        _ result: any RSDResult,
        replacing isReplaced: (any RSDResult) -> Bool
    ) {
        var results = asyncResults ?? []
        results.removeAll(where: isReplaced)
        results.append(result)
        asyncResults = results
    }
}
