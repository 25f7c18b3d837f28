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
    /// How the whole file was lost to somebody else, if it was; nothing of it counts then.
    public let loss: FileLoss?
    /// Whether another has taken over the folder of the file: what is in the file stays there, and what was
    /// buffered waits still.
    package let isTakenOver: Bool

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
        loss = nil
        isTakenOver = false
    }

    /// Says that a file was lost, with the records that were to be written to it.
    public init(_ loss: FileLoss, of path: String, recordsLost: Int) {
        cause = SystemError(call: "pwrite", path: path, errno: .stale)
        recordsKept = 0
        self.recordsLost = recordsLost
        summary = nil
        self.loss = loss
        isTakenOver = false
    }

    /// Says that another has taken over the folder in which a file was written.
    package init(takenOver path: String) {
        cause = SystemError(call: "pwrite", path: path, errno: .stale)
        recordsKept = 0
        recordsLost = 0
        summary = nil
        loss = nil
        isTakenOver = true
    }

    public var description: String {
        if let loss {
            return "\(cause.path ?? ""): \(loss.words); see that nobody changes the folder of a "
                + "recording, and record again"
        }
        if isTakenOver {
            return
                "\(cause.path ?? ""): another machine took the session over while this one was away"
        }
        return "\(cause); \(recordsKept) of the last records were kept, \(recordsLost) were lost"
    }
}
