// SageResearch's initialisers of results, which date a result at the current time. A run has its own clock and dates
// its results by that. These initialisers serve code that was written for SageResearch; Footfall itself does not use
// them.

internal import FoundationEssentials

extension RSDResultObject {
    /// Creates a result that begins and ends now, by the machine's clock.
    public init(identifier: String, type: RSDResultType = .base) {
        self.init(identifier: identifier, type: type, startDate: Date())
    }
}

extension RSDCollectionResultObject {
    /// Creates an empty collection that begins and ends now, by the machine's clock.
    public init(identifier: String) {
        self.init(identifier: identifier, startDate: Date())
    }
}

extension RSDAnswerResultObject {
    /// Creates an answer that is given now, by the machine's clock.
    public init(identifier: String, answerType: RSDAnswerResultType, value: AnswerValue? = nil) {
        self.init(
            identifier: identifier,
            answerType: answerType,
            value: value,
            startDate: Date()
        )
    }
}

extension RSDFileResultObject {
    /// Creates the result of a file that begins and ends now, by the machine's clock.
    public init(identifier: String) {
        self.init(identifier: identifier, startDate: Date())
    }
}

extension RSDTaskResultObject {
    /// Creates a new run that begins and ends now, by the machine's clock.
    public init(identifier: String, schemaInfo: RSDSchemaInfoObject? = nil) {
        self.init(
            identifier: identifier,
            taskRunUUID: .random(),
            schemaInfo: schemaInfo,
            startDate: Date()
        )
    }
}

extension RSDErrorResultObject {
    /// Creates the result of an error that was thrown now, by the machine's clock.
    public init(identifier: String, error: any Error) {
        self.init(identifier: identifier, error: error, startDate: Date())
    }
}
