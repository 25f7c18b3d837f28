// Results that belong together, such as the fields of a form or the files of one recorder.

public import FoundationEssentials

/// A collection of results by identifier, in the order in which they arrived.
public protocol RSDCollectionResult: RSDNavigationResult {
    /// The results; `appendInputResults` keeps their identifiers unique.
    var inputResults: [any RSDResult] { get set }
}

extension RSDCollectionResult {
    /// Returns the result with the given identifier.
    public func findResult(with identifier: String) -> (any RSDResult)? {
        inputResults.last { $0.identifier == identifier }
    }

    /// Appends a result, and removes and returns an earlier one with the same identifier.
    @discardableResult
    public mutating func appendInputResults(with result: any RSDResult) -> (any RSDResult)? {
        let previous = removeInputResult(with: result.identifier)
        inputResults.append(result)
        return previous
    }

    /// Removes and returns the result with the given identifier; `nil` if there is none.
    @discardableResult
    public mutating func removeInputResult(with identifier: String) -> (any RSDResult)? {
        let previous = findResult(with: identifier)
        inputResults.removeAll { $0.identifier == identifier }
        return previous
    }
}

/// A collection of results by identifier, in the order in which they arrived.
public struct RSDCollectionResultObject: RSDCollectionResult {
    public let identifier: String
    public let type: RSDResultType
    public var startDate: Date
    public var endDate: Date
    public var inputResults: [any RSDResult]
    public var skipToIdentifier: String?

    /// Creates a collection that began at `startDate`, and ended then unless `endDate` is given.
    public init(
        identifier: String,
        startDate: Date,
        endDate: Date? = nil,
        inputResults: [any RSDResult] = [],
        skipToIdentifier: String? = nil
    ) {
        self.identifier = identifier
        self.type = .collection
        self.startDate = startDate
        self.endDate = endDate ?? startDate
        self.inputResults = inputResults
        self.skipToIdentifier = skipToIdentifier
    }
}

extension RSDCollectionResultObject {
    private enum CodingKeys: String, CodingKey {
        case identifier, type, startDate, endDate, inputResults, skipToIdentifier
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(String.self, forKey: .identifier)
        type = try container.decode(RSDResultType.self, forKey: .type)
        startDate = try container.decode(Date.self, forKey: .startDate)
        endDate = try container.decode(Date.self, forKey: .endDate)
        inputResults = try container.decode([CodedResult].self, forKey: .inputResults).map(\.value)
        skipToIdentifier = try container.decodeIfPresent(String.self, forKey: .skipToIdentifier)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(type, forKey: .type)
        try container.encode(startDate, forKey: .startDate)
        try container.encode(endDate, forKey: .endDate)
        try container.encode(inputResults.map(CodedResult.init), forKey: .inputResults)
        try container.encodeIfPresent(skipToIdentifier, forKey: .skipToIdentifier)
    }
}

extension RSDDeclaration<any RSDResult> {
    /// Results by identifier.
    public static var collection: Self {
        Self(
            .collection,
            RSDCollectionResultObject.self,
            "Results that belong together: the answers of a form, the files of a recorder.",
            keys: RSDKey.result + [
                RSDKey(
                    "inputResults",
                    .list(.member(.result)),
                    isRequired: true,
                    "The results, in the order in which they came."
                ),
                .skipToIdentifier,
            ]
        )
    }
}
