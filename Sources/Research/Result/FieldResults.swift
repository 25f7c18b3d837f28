// The field's ways to make results, which date them now. A run has a clock of its own and dates its results by that:
// these are for code of the field, and nothing here uses them.

internal import FoundationEssentials

extension RSDResultObject {
    /// A result that begins and ends now, by the machine's clock.
    public init(identifier: String, type: RSDResultType = .base) {
        self.init(identifier: identifier, type: type, startDate: Date())
    }
}

extension RSDCollectionResultObject {
    /// An empty collection that begins and ends now, by the machine's clock.
    public init(identifier: String) {
        self.init(identifier: identifier, startDate: Date())
    }
}

extension RSDAnswerResultObject {
    /// An answer that is given now, by the machine's clock.
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
    /// The result of a file that begins and ends now, by the machine's clock.
    public init(identifier: String) {
        self.init(identifier: identifier, startDate: Date())
    }
}

extension RSDTaskResultObject {
    /// A run of its own that begins and ends now, by the machine's clock.
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
    /// An error that was thrown now, by the machine's clock.
    public init(identifier: String, error: any Error) {
        self.init(identifier: identifier, error: error, startDate: Date())
    }
}
