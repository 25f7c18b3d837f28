// Deletes the sessions that a rule selects, each whole or not at all. Before that, it asks the destination again
// whether it has them, and checks each session once more just before deleting it.

internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// The result of applying a rule for deletion.
public struct KeepReport: Hashable, Sendable {
    /// The deleted sessions in order, and how many bytes they had.
    public var deleted: [String] = []
    public var bytes: Int64 = 0
    /// Sessions that are no longer complete at the destination, each with one file that shows it; they stay here.
    public var notThere: [String: String] = [:]
    /// Sessions whose deletion failed, with the error.
    public var failed: [String: SendError] = [:]
    /// How many bytes must still be freed to reach the free space that the rule asks for.
    public var missing: Int64 = 0
    /// How many sessions each destination has not verified, though another has; keyed by the destination's name for
    /// people, with its folder in `.outbox` if several have that name.
    public var lacking: [String: Int] = [:]
    /// The error that prevented all deletions, if any.
    public var obstacle: SendError?
    /// True if the sender was stopped before all was deleted that the rule asks for.
    public var isStopped = false

    /// True if nothing has ended the deletions early; if bytes are `missing` then, no further deletion can free them.
    public var isUnhindered: Bool { obstacle == nil && notThere.isEmpty && !isStopped }

    /// True if nothing that the rule asks for has failed or was left undone.
    public var isDone: Bool { failed.isEmpty && obstacle == nil && !isStopped }

    /// A report without deletions.
    init() {}
}

/// Deletes sent sessions by a rule.
struct KeepPass {
    private let outbox: Outbox
    private let end: any SummingEnd
    private let rule: KeepRule
    private let now: () -> WallInstant
    private let freeBytes: () -> Int64?
    /// Called with each session just before its folder is locked; for tests.
    private let onLook: (String) -> Void

    /// A pass for an outbox, whose lock the caller holds, and its destination.
    init(
        _ outbox: Outbox,
        at end: any SummingEnd,
        by rule: KeepRule,
        now: @escaping () -> WallInstant
    ) {
        let place = outbox.place
        self.init(
            outbox,
            at: end,
            by: rule,
            now: now,
            freeBytes: { FileSystem.room(at: place)?.free }
        )
    }

    init(
        _ outbox: Outbox,
        at end: any SummingEnd,
        by rule: KeepRule,
        now: @escaping () -> WallInstant,
        freeBytes: @escaping () -> Int64?,
        onLook: @escaping (String) -> Void = { _ in }
    ) {
        (self.outbox, self.end, self.rule) = (outbox, end, rule)
        (self.now, self.freeBytes, self.onLook) = (now, freeBytes, onLook)
    }

    /// Deletes the sessions that the rule selects.
    ///
    /// - Parameter goesOn: Checked before each session.
    /// - Returns: The result.
    /// - Throws: When the folder of sessions cannot be read, or the ledger cannot be written.
    func run(whileTrue goesOn: () -> Bool) throws(SendError) -> KeepReport {
        var report = KeepReport()
        guard rule != KeepRule() else { return report }
        let sessions = KeptSessions(for: outbox)
        report.obstacle = sessions.doubt
        let all: [KeptSession]
        do throws(SessionError) {
            all = try sessions.all()
        } catch {
            throw SendError(error)
        }
        report.lacking = sessions.lacking(all)
        let free = freeBytes()
        func decision(on sessions: [KeptSession]) -> KeepDecision {
            // Counts only the bytes of deleted sessions as freed: any of the selected sessions may have stayed.
            rule.decision(on: sessions, at: now(), freeBytes: free?.addingClamped(report.bytes))
        }
        // If a session has to stay, for instance because somebody has put a file into it, the rule selects others: one
        // such session must not let the disk fill up. But if the destination lacks one session, it may lack many:
        // deleting stops, and the round sends those again first.
        var untried = all
        while report.isUnhindered {
            let chosen = decision(on: untried).deletions
            guard !chosen.isEmpty else { break }
            try delete(chosen, of: sessions, &report, whileTrue: goesOn)
            let tried = Set(chosen)
            untried.removeAll { tried.contains($0.name) }
        }
        report.missing = decision(on: []).missing
        SessionRemoval.finish(in: outbox.place)
        return report
    }

    /// Deletes these sessions, except those that have to stay.
    private func delete(
        _ names: [String],
        of sessions: KeptSessions,
        _ report: inout KeepReport,
        whileTrue goesOn: () -> Bool
    ) throws(SendError) {
        for name in try stillThere(names, &report, whileTrue: goesOn) {
            guard goesOn() else {
                report.isStopped = true
                return
            }
            // Somebody may have added a note since; such a session has changed, and stays.
            guard let session = sessions.session(name), session.bars.isEmpty else { continue }
            do throws(SendError) {
                guard try delete(name) else { continue }
                report.deleted.append(name)
                report.bytes = report.bytes.addingClamped(session.bytes)
            } catch {
                report.failed[name] = error
            }
        }
    }

    /// Returns the sessions that the destination still has, in order.
    ///
    /// Marks the others as begun in the ledger, so that they are sent again.
    private func stillThere(
        _ names: [String],
        _ report: inout KeepReport,
        whileTrue goesOn: () -> Bool
    ) throws(SendError) -> [String] {
        let records = names.compactMap { outbox.ledger.record(of: $0) }
        guard !records.isEmpty else { return [] }
        guard goesOn() else {
            report.isStopped = true
            return []
        }
        do throws(SendError) {
            report.notThere = try SecondLook(outbox: outbox, end: end).missing(among: records)
        } catch {
            guard error.kind != .stopped else {
                report.isStopped = true
                return []
            }
            report.obstacle = SendError(
                error.kind,
                "nothing is deleted here, since it cannot be asked whether it still has what was sent: \(error.what)",
                where: error.where,
                remedy: error.remedy
            )
            return []
        }
        for var record in records where report.notThere[record.session] != nil {
            record.state = .begun
            record.date = TimestampText.format(now())
            try outbox.ledger.note(record)
        }
        return records.map(\.session).filter { report.notThere[$0] == nil }
    }

    /// Deletes one session, unless it has changed since it was verified.
    ///
    /// Deletes first and notes it in the ledger afterwards: on a full disk there is space for the ledger's line only
    /// then. After a kill in between, the ledger lists the session as sent, though it is no longer here. The ledgers of
    /// other destinations list it like that anyway.
    ///
    /// - Returns: True if it was deleted.
    private func delete(_ name: String) throws(SendError) -> Bool {
        guard var record = outbox.ledger.record(of: name) else { return false }
        do throws(SessionError) {
            let removal = try SessionRemoval(of: "\(outbox.place)/\(name)")
            onLook(name)
            // `SessionRemoval` owns the folder now, so nobody can write a note from here on.
            let isGone = try removal.remove {
                FolderLook(in: $0)?.fingerprint == record.fingerprint
            }
            guard isGone else { return false }
        } catch {
            throw SendError(error)
        }
        record.state = .kept
        record.date = TimestampText.format(now())
        // If the line cannot be written even now, the ledger still lists the session as sent, so it does not count as
        // missing.
        try? outbox.ledger.note(record)
        return true
    }
}
