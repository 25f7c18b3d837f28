// Requires a session to be complete if it is made from something that still exists, such as a file or another session.
// If the work was stopped, or the disk was full, the incomplete session is deleted: it would look as if the source had
// nothing more, and deleting it loses nothing.

internal import Recording
internal import SampleFile
public import SampleStream
internal import SystemCalls

/// Describes a session that is made completely or not at all.
public struct Wholeness: Sendable {
    /// The name of its source.
    public var source: String
    /// The work that makes it, as in `the import`.
    public var work: String
    /// What to do once the cause of a failure is fixed, as in `import it again`.
    public var again: String
    /// The reasons of gaps that the source may already have.
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

    /// Throws if a session is incomplete, with the reason.
    ///
    /// - Parameters:
    ///   - isStopped: Whether the user has stopped it.
    ///   - failure: The error of a recorder, if one has failed.
    ///   - files: The files written.
    /// - Throws: `SourceFailure` if the source could not be read to its end, else `RunFailure`.
    func require(isStopped: Bool, failure: (any Error)?, files: [RecordedFile]) throws {
        if !isStopped, let failure, !(failure is SampleFileWriteFailure) {
            throw SourceFailure(description: words(on: "\(failure)"))
        }
        if let fault = fault(isStopped: isStopped, failure: failure, files: files) {
            throw RunFailure(words(on: fault))
        }
    }

    private func words(on fault: String) -> String { "\(source): \(fault); nothing of it is kept" }

    /// Returns what else makes a session incomplete; `nil` if nothing does.
    private func fault(
        isStopped: Bool,
        failure: (any Error)?,
        files: [RecordedFile]
    ) -> String? {
        if isStopped { return "\(work) was stopped" }
        if let failure = failure as? SampleFileWriteFailure {
            return "\(failure.cause); fix that, and \(again)"
        }
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

/// Reports that a source could not be read to its end, so that nothing of it is kept; another source may be intact.
public struct SourceFailure: Error, Hashable, CustomStringConvertible {
    public let description: String
}
