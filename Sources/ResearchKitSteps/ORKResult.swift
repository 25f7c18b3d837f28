// Results with ResearchKit's interface. They wrap the results of the SageResearch model, so that nothing is stored
// twice.

public import FoundationEssentials
public import Research

/// A result.
open class ORKResult {
    public let identifier: String
    open var startDate: Date
    open var endDate: Date
    /// Data that a host adds.
    open var userInfo: [String: String] = [:]

    public init(identifier: String, startDate: Date, endDate: Date) {
        self.identifier = identifier
        self.startDate = startDate
        self.endDate = endDate
    }

    /// Returns an independent copy.
    open func copy() -> ORKResult {
        let copy = ORKResult(identifier: identifier, startDate: startDate, endDate: endDate)
        copy.userInfo = userInfo
        return copy
    }

    /// The result of the model.
    open var modelResult: any RSDResult {
        RSDResultObject(identifier: identifier, startDate: startDate, endDate: endDate)
    }
}

/// A result of the model: an answer, a file, or others within it.
open class ORKModelResult: ORKResult {
    /// The wrapped result.
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

/// The results of a step, in the order in which they came.
open class ORKStepResult: ORKResult {
    open var results: [ORKResult]
    /// The identifier of the step to go on with, instead of the next one.
    ///
    /// A host without a task controller shows that step itself when this step is left forward.
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

    /// The first result with an identifier.
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
