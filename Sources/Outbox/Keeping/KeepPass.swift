// Deletes what a rule says, each session whole or not at all. The other end is asked anew whether it has them, and each
// is looked at once more just before it goes.

internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// What came of a rule for deleting.
public struct KeepReport: Hashable, Sendable {
    /// The sessions that were deleted, in their order, and the bytes that they had.
    public var deleted: [String] = []
    public var bytes: Int64 = 0
    /// Those that should have gone and are not whole at the destination any more, with a file that tells so: they stay
    /// here, and are to be sent again.
    public var notThere: [String: String] = [:]
    /// Those that should have gone and could not, with why.
    public var failed: [String: SendError] = [:]
    /// How many bytes are missing of what is to be free.
    public var missing: Int64 = 0
    /// How many sessions each destination has not verified, where another one has; by what `.outbox` calls it.
    public var lacking: [String: Int] = [:]
    /// Why none was deleted, if something forbids it.
    public var obstacle: SendError?

    /// Nothing was deleted.
    init() {}
}

/// Deletes what has arrived, by a rule.
struct KeepPass {
    private let outbox: Outbox
    private let end: any SummingEnd
    private let rule: KeepRule
    private let now: () -> WallInstant
    private let freeBytes: () -> Int64?
    /// Told of a session that was looked at, just before it is owned.
    private let onLook: (String) -> Void

    /// For an outbox, whose lock is held, and its other end.
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

    /// Deletes them.
    ///
    /// - Parameter goesOn: Looked at ahead of each session.
    /// - Returns: What came of it.
    /// - Throws: When the folder of sessions cannot be read, or the ledger not be written.
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
        let decision = rule.decision(on: all, at: now(), freeBytes: freeBytes())
        report.missing = decision.missing
        let bytes = Dictionary(all.map { ($0.name, $0.bytes) }) { first, _ in first }
        func stays(_ name: String) {
            guard rule.free != nil else { return }
            report.missing = report.missing.addingClamped(bytes[name] ?? 0)
        }
        let there = try stillThere(decision.deletions, &report, whileTrue: goesOn)
        decision.deletions.filter { !there.contains($0) }.forEach(stays)
        for name in there where goesOn() {
            // Somebody may have written a note since.
            guard let session = sessions.session(name), session.bars.isEmpty else { continue }
            do throws(SendError) {
                guard try delete(name) else { continue }
                report.deleted.append(name)
                report.bytes = report.bytes.addingClamped(session.bytes)
            } catch {
                report.failed[name] = error
                stays(name)
            }
        }
        SessionRemoval.finish(in: outbox.place)
        return report
    }

    /// Those of some sessions that the other end still has, in their order.
    ///
    /// The others are known as begun from here on, so that they are sent again.
    private func stillThere(
        _ names: [String],
        _ report: inout KeepReport,
        whileTrue goesOn: () -> Bool
    ) throws(SendError) -> [String] {
        let records = names.compactMap { outbox.ledger.record(of: $0) }
        guard !records.isEmpty, goesOn() else { return [] }
        do throws(SendError) {
            report.notThere = try SecondLook(outbox: outbox, end: end).missing(among: records)
        } catch {
            guard error.kind != .stopped else { return [] }
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

    /// Deletes one, if it is what was verified.
    ///
    /// It goes first, and the ledger is told then: on a full disk there is room for that line only afterwards. A kill in
    /// between leaves one that was sent and is not here, as at every other destination.
    ///
    /// - Returns: Whether it was deleted.
    private func delete(_ name: String) throws(SendError) -> Bool {
        guard var record = outbox.ledger.record(of: name) else { return false }
        do throws(SessionError) {
            let removal = try SessionRemoval(of: "\(outbox.place)/\(name)")
            onLook(name)
            // Who writes a note owns the folder meanwhile: none is written from here on.
            let isGone = try removal.remove {
                FolderLook(in: $0)?.fingerprint == record.fingerprint
            }
            guard isGone else { return false }
        } catch {
            throw SendError(error)
        }
        record.state = .kept
        record.date = TimestampText.format(now())
        // Where even that fails, it is known as sent, which keeps it from being missed.
        try? outbox.ledger.note(record)
        return true
    }
}
