// A session that is made of something that is still there, be it a file or another session, would look like less than that
// if it were stopped, or if the disk did not take it. Nothing is lost by leaving none.

internal import Recording
internal import SampleFile
public import SampleStream
internal import SystemCalls

/// What a session is made of that is to be whole, or not to be.
public struct Wholeness: Sendable {
    /// The name of what it is made of.
    public var source: String
    /// What makes it, as in `the import`.
    public var work: String
    /// What is done once the cause of a failure is mended, as in `import it again`.
    public var again: String
    /// Why samples may be missing that were missing before.
    public var knownReasons: Set<GapReason>

    public init(
        source: String,
        work: String,
        again: String,
        knownReasons: Set<GapReason> = [.source]
    ) {
        self.source = source
        self.work = work
        self.again = again
        self.knownReasons = knownReasons
    }

    /// Why a session is not all that it is made of; `nil` where it is.
    ///
    /// - Parameters:
    ///   - isStopped: Whether somebody wanted its end.
    ///   - failure: Why a recorder failed, if one did.
    ///   - files: What was written.
    /// - Returns: The cause, in words.
    func fault(isStopped: Bool, failure: (any Error)?, files: [RecordedFile]) -> String? {
        if isStopped { return "\(work) was stopped" }
        if let failure = failure as? SampleFileWriteFailure {
            return "\(failure.cause); mend that, and \(again)"
        }
        if let failure { return "\(failure)" }
        if let failure = files.lazy.compactMap(\.failure).first { return failure }
        let lost = files.flatMap(\.channels).reduce(Int64(0)) { sum, channel in
            channel.account.lost.reduce(sum) { sum, entry in
                knownReasons.contains(entry.key) ? sum : sum.addingClamped(entry.value)
            }
        }
        let isWhole = files.allSatisfy { $0.isClosedWell && !$0.isLost } && lost == 0
        return isWhole ? nil : "the disk did not take all of it; make room, and \(again)"
    }
}
