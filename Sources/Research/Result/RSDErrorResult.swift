// A failure, stored in the task result together with all earlier results, so that a reader of the data can see years
// later why the data ends.

public import FoundationEssentials

/// The result of a failure.
public protocol RSDErrorResult: RSDResult {
    /// What happened, where, and what to do, as text.
    var errorDescription: String { get }
    /// The domain of the error: the group of errors that it belongs to.
    var errorDomain: String { get }
    /// The code of the error within its domain.
    var errorCode: Int { get }
}

/// An error that names its own domain and code in an error result.
///
/// For any other error the domain is the name of its type, and the code is the number that Swift gives it: for an
/// enumeration, that of its case.
public protocol RSDCodedError: Error {
    /// The domain of the error: the group of errors that it belongs to.
    var errorDomain: String { get }
    /// The code of the error within its domain.
    var errorCode: Int { get }
}

/// The result of a failure.
public struct RSDErrorResultObject: RSDErrorResult, Hashable {
    public let identifier: String
    public let type: RSDResultType
    public var startDate: Date
    public var endDate: Date
    public let errorDescription: String
    public let errorDomain: String
    public let errorCode: Int

    /// Creates the result of a failure from its description, domain and code.
    public init(
        identifier: String,
        startDate: Date,
        endDate: Date? = nil,
        description: String,
        domain: String,
        code: Int
    ) {
        self.identifier = identifier
        self.type = .error
        self.startDate = startDate
        self.endDate = endDate ?? startDate
        self.errorDescription = description
        self.errorDomain = domain
        self.errorCode = code
    }

    /// Creates the result of a thrown error.
    public init(identifier: String, error: any Error, startDate: Date, endDate: Date? = nil) {
        let localized = (error as? any LocalizedError)?.errorDescription
        let coded = error as? any RSDCodedError
        self.init(
            identifier: identifier,
            startDate: startDate,
            endDate: endDate,
            description: localized ?? String(describing: error),
            domain: coded?.errorDomain ?? error._domain,
            code: coded?.errorCode ?? error._code
        )
    }
}

extension RSDDeclaration<any RSDResult> {
    /// A failure.
    public static var error: Self {
        Self(
            .error,
            RSDErrorResultObject.self,
            "The result of a failure, which says why a recording ended at this point.",
            keys: RSDKey.result + [
                RSDKey(
                    "errorDescription",
                    .text,
                    isRequired: true,
                    "What happened, where, and what to do, in words."
                ),
                RSDKey(
                    "errorDomain",
                    .text,
                    isRequired: true,
                    "The family of errors to which the code belongs."
                ),
                RSDKey(
                    "errorCode",
                    .integer,
                    isRequired: true,
                    "The number of the error in its family."
                ),
            ]
        )
    }
}
