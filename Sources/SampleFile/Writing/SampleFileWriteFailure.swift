// The error of a failed write, which also says how many records are in the file and how many are lost. No loss goes
// unreported.

public import SystemCalls

/// Why records did not reach the file, and what happened to them.
public struct SampleFileWriteFailure: Error, Sendable, Equatable, CustomStringConvertible {
    public let cause: SystemError
    /// How many of the buffered records are in the file now.
    public let recordsKept: Int
    /// How many of the buffered records are lost.
    public let recordsLost: Int
    /// The file as it was left, if closing failed.
    public let summary: SampleFileSummary?
    /// How the whole file was lost, with all of its records; `nil` if it was not.
    public let loss: FileLoss?
    /// Whether another machine has taken over the file's folder.
    ///
    /// What is in the file stays there, and the buffered records are still waiting.
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

    /// The file was lost, with the records that were to be written to it.
    public init(_ loss: FileLoss, of path: String, recordsLost: Int) {
        cause = SystemError(call: "pwrite", path: path, errno: .stale)
        recordsKept = 0
        self.recordsLost = recordsLost
        summary = nil
        self.loss = loss
        isTakenOver = false
    }

    /// Another machine has taken over the folder of the file.
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
            return "\(cause.path ?? ""): \(loss.words); see that no other program "
                + "changes the folder of a recording, and record again"
        }
        if isTakenOver {
            return
                "\(cause.path ?? ""): another machine took the session over while this one was away"
        }
        return "\(cause); \(recordsKept) of the last records were kept, \(recordsLost) were lost"
    }
}
