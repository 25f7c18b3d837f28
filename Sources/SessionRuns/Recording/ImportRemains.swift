// An import that is stopped, or that the disk does not take, would leave a session that looks like a recording of less
// than the file has. Nothing is lost by leaving none: the file is still there.

internal import Recording
internal import SampleFile
internal import SampleStream
internal import SystemCalls

/// What an import has come to.
struct ImportRemains {
    /// Whether somebody wanted its end.
    var isStopped: Bool
    /// Why its recorder failed, if it did.
    var failure: (any Error)?
    /// What it has written.
    var files: [RecordedFile]

    /// Why it is not all of its file; `nil` where it is.
    var reason: String? {
        if isStopped { return "the import was stopped" }
        if let failure = failure as? SampleFileWriteFailure {
            return "\(failure.cause); mend that, and import it again"
        }
        if let failure { return "\(failure)" }
        if let failure = files.lazy.compactMap(\.failure).first { return failure }
        let lost = files.flatMap(\.channels).reduce(Int64(0)) { sum, channel in
            channel.account.lost.reduce(sum) { sum, entry in
                entry.key == .source ? sum : sum.addingClamped(entry.value)
            }
        }
        let isWhole = files.allSatisfy { $0.isClosedWell && !$0.isLost } && lost == 0
        return isWhole ? nil : "the disk did not take all of it; make room, and import it again"
    }
}
