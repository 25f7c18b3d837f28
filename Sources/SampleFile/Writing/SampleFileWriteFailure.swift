// A failed write is not only an error but an account: which records are in the file and which are
// gone. Nothing is lost in silence.

public import SystemCalls

/// Why records did not reach the file, and what became of them.
public struct SampleFileWriteFailure: Error, Sendable, Equatable, CustomStringConvertible {
    public let cause: SystemError
    /// Of the records that were buffered, those that are in the file now.
    public let recordsKept: Int
    /// Of the records that were buffered, those that are gone.
    public let recordsLost: Int
    /// The file as it was left, when it was closing that failed.
    public let summary: SampleFileSummary?

    public init(
        cause: SystemError,
        recordsKept: Int,
        recordsLost: Int,
        summary: SampleFileSummary? = nil
    ) {
        self.cause = cause
        self.recordsKept = recordsKept
        self.recordsLost = recordsLost
        self.summary = summary
    }

    public var description: String {
        "\(cause); \(recordsKept) of the last records were kept, \(recordsLost) were lost"
    }
}
