// The result of a step that has nothing more to say than that it was shown.

public import FoundationEssentials

/// A plain result.
public struct RSDResultObject: RSDNavigationResult, Hashable {
    public let identifier: String
    public let type: RSDResultType
    public var startDate: Date
    public var endDate: Date
    public var skipToIdentifier: String?

    /// A result that began, and unless said otherwise ended, at a date.
    public init(
        identifier: String,
        type: RSDResultType = .base,
        startDate: Date,
        endDate: Date? = nil,
        skipToIdentifier: String? = nil
    ) {
        self.identifier = identifier
        self.type = type
        self.startDate = startDate
        self.endDate = endDate ?? startDate
        self.skipToIdentifier = skipToIdentifier
    }
}
