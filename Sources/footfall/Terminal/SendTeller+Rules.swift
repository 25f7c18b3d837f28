// Reports what the rules of `footfall send` have done: why nothing is sent now, what was deleted or withdrawn, and how
// long the disk lasts.

internal import Outbox
internal import PlainWords

extension SendTeller {
    /// Reports what the rules have done in one round.
    func tell(_ report: RoundReport) {
        if report.isNetworkNews, case .unknown(let why) = report.network {
            complain(
                "cannot find out whether the network is metered, so sessions are sent as if it were not: \(why)"
            )
        }
        if let reason = report.gate.reason {
            let gate = if case .closed = report.gate { "closed" } else { "metered" }
            complainOnce("nothing is sent now: \(reason)".printable, about: gate)
        }
        for session in report.withdrawal.done { say("withdrawn \(session.printable)") }
        for (session, likely) in report.withdrawal.notFound.sorted(by: { $0.key < $1.key }) {
            complain("\(session): not withdrawn: \(RemoteWithdrawal.notFound(likely))".printable)
        }
        for (session, error) in report.withdrawal.failed.sorted(by: { $0.key < $1.key }) {
            complainOnce("\(session): not withdrawn yet: \(error)".printable)
        }
        for session in report.keep.deleted {
            say("deleted \(session.printable) from this machine: every destination has it")
        }
        for (session, file) in report.keep.notThere.sorted(by: { $0.key < $1.key }) {
            complain(
                "\(session): not deleted: the destination no longer has \(file) as it was sent; it is sent again"
                    .printable
            )
        }
        if !report.keep.notThere.isEmpty {
            complain(
                "check whether somebody has emptied the destination, or changed its remote in rclone's configuration; only sessions that a rule was about to delete were checked, so others may be missing there, too"
            )
        }
        for (session, error) in report.keep.failed.sorted(by: { $0.key < $1.key }) {
            complainOnce("\(session): not deleted: \(error)".printable)
        }
        if let obstacle = report.withdrawal.obstacle { complainOnce("\(obstacle)".printable) }
        if let obstacle = report.keep.obstacle { complainOnce("\(obstacle)".printable) }
        if let first = report.inEarlierForm.first {
            let count = report.inEarlierForm.count
            complainOnce(
                "the destination still has \(Quantity.count(count, "session", "sessions")) with the encryption from before --change-encryption, such as \(first), which \(count == 1 ? "is" : "are") no longer on this machine: encrypt or delete the copies there yourself, or withdraw them with `footfall delete --remote`"
                    .printable
            )
        }
        for destination in report.keep.lacking.keys.sorted() {
            // The message leaves out how many there are: a changing number would make it a new message each time.
            complainOnce(
                "\(destination): some sessions that other destinations have are missing there, so they stay on this machine; if this destination is no longer used, delete its folder in .outbox"
                    .printable
            )
        }
        if report.keep.isStopped {
            complain(
                "stopped before all sessions that the rule selects were deleted from this machine; the next `footfall send` continues"
            )
        }
        if report.keep.missing > 0, report.keep.isUnhindered {
            complainOnce(
                "\(Quantity.bytes(report.keep.missing)) more of the disk should be free, but no other session may be deleted: make sure that sessions arrive at every destination",
                about: "room"
            )
        }
        if let warning = report.forecast.warning {
            complainOnce(warning, about: "disk \(report.forecast.urgency)")
        }
        endRound()
        printLine(RulesLine(report))
    }
}

/// The JSON object about the rules.
private struct RulesLine: Encodable {
    var event = "rules"
    /// "open", "closed" or "metered".
    var sending: String
    var reason: String?
    var withdrawn: [String]
    var notWithdrawn: [String: String]
    var deleted: [String]
    var deletedBytes: Int64
    var notDeleted: [String: String]
    /// The sessions that are no longer complete at the destination, each with a missing file.
    var notThere: [String: String]
    var missingBytes: Int64
    /// The sessions at the destination that were sent before the encryption was changed and are no longer here.
    var inEarlierForm: [String]
    var freeBytes: Int64?
    var bytesPerDay: Double?
    var daysLeft: Double?
    /// "fine", "soon" or "now".
    var disk: String

    init(_ report: RoundReport) {
        switch report.gate {
        case .open: sending = "open"
        case .closed: sending = "closed"
        case .metered: sending = "metered"
        }
        reason = report.gate.reason.map { "\($0)" }
        withdrawn = report.withdrawal.done
        notWithdrawn = report.withdrawal.failed.mapValues { "\($0)" }
            .merging(report.withdrawal.notFound.mapValues(RemoteWithdrawal.notFound)) { $1 }
        deleted = report.keep.deleted
        deletedBytes = report.keep.bytes
        notDeleted = report.keep.failed.mapValues { "\($0)" }
        notThere = report.keep.notThere
        missingBytes = report.keep.missing
        inEarlierForm = report.inEarlierForm
        (freeBytes, bytesPerDay) = (report.forecast.freeBytes, report.forecast.bytesPerDay)
        daysLeft = report.forecast.daysLeft
        disk = report.forecast.urgency.rawValue
    }
}
