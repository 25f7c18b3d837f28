// A failure that goes into the task result beside what was recorded until then, so that whoever
// reads the data years later knows why it ends where it ends.

public import FoundationEssentials

/// The result of a failure.
public protocol RSDErrorResult: RSDResult {
    /// What happened, where, and what to do, in words.
    var errorDescription: String { get }
    /// The family of the error.
    var errorDomain: String { get }
    /// Which of its family it is.
    var errorCode: Int { get }
}

/// An error that names its own domain and code in an error result.
///
/// Any other error has the name of its type for a domain, and the code of its case.
public protocol RSDCodedError: Error {
    /// The family of the error.
    var errorDomain: String { get }
    /// Which of its family it is.
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

    /// The result of a failure that is already put into words.
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

    /// The result of an error that was thrown.
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
            "The result of a failure, which says why a recording ends where it ends.",
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
                    "The family of the error, by the name that its code is of."
                ),
                RSDKey(
                    "errorCode",
                    .integer,
                    isRequired: true,
                    "Which error of its family it is, by its number."
                ),
            ]
        )
    }
}
