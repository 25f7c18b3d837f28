// How a recorder's result gets into the task's. The order is that of the calls, which is the order
// in which the controllers are handled, whatever the order in which they finished.

public import FoundationEssentials

extension RSDTaskResult {
    /// Puts a result at the end of the async results, in place of those with its identifier.
    public mutating func appendAsyncResult(with result: any RSDResult) {
        append(result, replacing: { $0.identifier == result.identifier })
    }

    /// Attaches what a controller that was stopped, or has failed, recorded.
    ///
    /// Its result comes first and, if it failed, an error result `<identifier>_error` after it. A
    /// recorder whose file stays beside that of an earlier run of the same task (one without
    /// `shouldDeletePrevious`) leaves the earlier result too; otherwise the earlier one goes. The
    /// date is the present one, at which the error result ends.
    @MainActor
    public mutating func attachResults(of controller: any RSDAsyncActionController, at date: Date) {
        attachResults(of: controller, at: date, keeping: { _ in false })
    }

    /// As above, but for what is kept whatever the recorder does with its own.
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

    /// Takes out what the same recorder of a step has left before, where what it records replaces that.
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
