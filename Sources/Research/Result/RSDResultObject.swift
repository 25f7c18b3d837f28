// The result of a step that records nothing but that it was shown.

public import FoundationEssentials

/// A plain result.
public struct RSDResultObject: RSDNavigationResult, Hashable {
    public let identifier: String
    public let type: RSDResultType
    public var startDate: Date
    public var endDate: Date
    public var skipToIdentifier: String?

    /// Creates a result that began at `startDate`, and ended then unless `endDate` is given.
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

extension RSDDeclaration<any RSDResult> {
    /// A plain result: the step was shown, and nothing more.
    public static var base: Self {
        Self(
            .base,
            RSDResultObject.self,
            "The result of a step that only records that the step was shown.",
            keys: RSDKey.result + [.skipToIdentifier]
        )
    }

    /// A plain result that may name the step to go on with.
    public static var navigation: Self {
        Self(
            .navigation,
            RSDResultObject.self,
            "The result of a step that decided which step came next.",
            keys: RSDKey.result + [.skipToIdentifier]
        )
    }
}
