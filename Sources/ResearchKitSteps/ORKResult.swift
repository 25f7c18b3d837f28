// Results as ResearchKit's hosts know them, around those of the model: nothing is written twice, and what
// a step has recorded is what a host finds.

public import FoundationEssentials
public import Research

/// What came of something.
open class ORKResult {
    public let identifier: String
    open var startDate: Date
    open var endDate: Date
    /// What a host adds.
    open var userInfo: [String: String] = [:]

    public init(identifier: String, startDate: Date, endDate: Date) {
        self.identifier = identifier
        self.startDate = startDate
        self.endDate = endDate
    }

    /// A result of its own with the same in it.
    open func copy() -> ORKResult {
        let copy = ORKResult(identifier: identifier, startDate: startDate, endDate: endDate)
        copy.userInfo = userInfo
        return copy
    }

    /// What the model keeps of it.
    open var modelResult: any RSDResult {
        RSDResultObject(identifier: identifier, startDate: startDate, endDate: endDate)
    }
}

/// A result of the model: an answer, a file, or others within it.
open class ORKModelResult: ORKResult {
    /// What is in it.
    public let model: any RSDResult

    public init(_ model: any RSDResult) {
        self.model = model
        super.init(
            identifier: model.identifier,
            startDate: model.startDate,
            endDate: model.endDate
        )
    }

    open override func copy() -> ORKResult {
        let copy = ORKModelResult(model)
        copy.userInfo = userInfo
        return copy
    }

    open override var modelResult: any RSDResult { model }
}

/// What came of a step, in the order in which it came.
open class ORKStepResult: ORKResult {
    open var results: [ORKResult]
    /// Where the run goes on instead of at the next step; a host without a task controller shows the step
    /// of that identifier when the step is left forward.
    open var skipToIdentifier: String?

    public init(
        identifier: String,
        startDate: Date,
        endDate: Date,
        results: [ORKResult] = [],
        skipToIdentifier: String? = nil
    ) {
        self.results = results
        self.skipToIdentifier = skipToIdentifier
        super.init(identifier: identifier, startDate: startDate, endDate: endDate)
    }

    /// The result of a name; the first, where there are several.
    public final func result(forIdentifier identifier: String) -> ORKResult? {
        results.first { $0.identifier == identifier }
    }

    open override func copy() -> ORKResult {
        let copy = ORKStepResult(
            identifier: identifier,
            startDate: startDate,
            endDate: endDate,
            results: results.map { $0.copy() },
            skipToIdentifier: skipToIdentifier
        )
        copy.userInfo = userInfo
        return copy
    }

    open override var modelResult: any RSDResult {
        RSDCollectionResultObject(
            identifier: identifier,
            startDate: startDate,
            endDate: endDate,
            inputResults: results.map(\.modelResult),
            skipToIdentifier: skipToIdentifier
        )
    }
}
