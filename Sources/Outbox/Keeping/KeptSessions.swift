// Collects what the rule for deletion must know of each session: reads the ledgers of all destinations, and the
// session's folder. A session may be deleted only if every ledger agrees that it was sent.

internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// The sessions of a folder, as a rule for deleting sees them.
struct KeptSessions {
    let place: String
    private let ledgers: [SendLedger]
    /// An error because of which no session may be deleted, whatever the ledgers' lines on it say.
    let doubt: SendError?

    /// The sessions that an outbox sends.
    init(for outbox: Outbox) {
        place = outbox.place
        let all = SendLedger.all(of: place, open: outbox.ledger, of: outbox.destination)
        doubt = Self.doubt(about: all, in: place)
        // A destination to which nothing was ever sent, such as a mistyped one, does not count.
        ledgers = all.filter(\.hasSent)
    }

    /// How many sessions each destination has not verified, though another has; keyed as in `KeepReport.lacking`.
    func lacking(_ sessions: [KeptSession]) -> [String: Int] {
        guard ledgers.count > 1 else { return [:] }
        let names = distinctNames
        var counts: [String: Int] = [:]
        for session in sessions {
            let isSent = ledgers.map { [.sent, .kept].contains($0.state(of: session.name)) }
            guard isSent.contains(true) else { continue }
            for (name, isSent) in zip(names, isSent) where !isSent {
                counts[name, default: 0] += 1
            }
        }
        return counts
    }

    /// The name of each ledger's destination for people.
    ///
    /// Destinations that differ only in options that are not shown have the same name; the ledger's folder tells them
    /// apart.
    private var distinctNames: [String] {
        let shown = ledgers.map(\.shownDestination)
        return zip(ledgers, shown).map { ledger, name in
            guard shown.filter({ $0 == name }).count > 1 else { return name }
            return "\(name) (\(SendLedger.folderName)/\(ledger.key))"
        }
    }

    /// All folders that may be sessions; reads the manifest only of those that every ledger has as sent.
    func all() throws(SessionError) -> [KeptSession] {
        try SessionList.names(in: place).compactMap { session($0) }
    }

    /// One session; `nil` if the folder cannot be read or is not a session.
    func session(_ name: String) -> KeptSession? {
        let path = "\(place)/\(name)"
        guard let look = FolderLook(at: path) else { return nil }
        var session = KeptSession(name: name, end: nil, bytes: look.bytes, bars: [])
        if doubt != nil { session.bars.insert(.doubtful) }
        let states = ledgers.map { state(of: name, look.fingerprint, in: $0) }
        session.bars.formUnion(states.compactMap { $0 })
        if states.isEmpty { session.bars.insert(.unverified) }
        guard session.bars.isEmpty else { return session }
        switch OutgoingSession.readiness(of: name, in: place) {
        case .ready(let ready):
            // The ledgers were compared with an earlier reading of the folder; if it has changed since, the session
            // stays.
            if ready.fingerprint != look.fingerprint { session.bars.insert(.changed) }
            if !ready.lacks.isEmpty { session.bars.insert(.incomplete) }
        case .live: session.bars.insert(.live)
        case .left: session.bars.insert(.left)
        case .unreadable: session.bars.insert(.doubtful)
        case .foreign: return nil
        }
        session.end = SessionList.entry(at: path)?.brief?.endDate?.instant
        return session
    }

    private func state(
        of name: String,
        _ fingerprint: String,
        in ledger: SendLedger
    ) -> KeptSession.Bar? {
        switch ledger.state(of: name) {
        case nil, .begun?, .toWithdraw?, .withdrawn?, .replaced?: return .unverified
        case .sent?, .kept?:
            guard let record = ledger.record(of: name) else { return .doubtful }
            guard record.fingerprint == fingerprint else { return .changed }
            return record.damaged == nil ? nil : .incomplete
        }
    }

    /// An error if a ledger cannot be read: that destination may lack what the others have.
    ///
    /// A plain file next to the destinations' folders is not a ledger, and is ignored.
    private static func doubt(about ledgers: [SendLedger], in place: String) -> SendError? {
        let path = "\(place)/\(SendLedger.folderName)"
        let names: [String]
        do throws(SystemError) {
            names = try FileSystem.list(path)
        } catch {
            return SendError(error, "see which ledgers there are", where: path)
        }
        let known = names.filter {
            !$0.hasPrefix(".") && FileSystem.kind(of: "\(path)/\($0)") != .file
        }
        let sound = Set(ledgers.filter { $0.damagedLines == 0 }.map(\.key))
        guard let bad = known.sorted().first(where: { !sound.contains($0) }) else { return nil }
        return SendError(
            .setUp,
            "the ledger in it is damaged or missing, so what has arrived there is not known, and no rule deletes "
                + "anything here",
            where: "\(path)/\(bad)",
            remedy: SendLedger.remedy
        )
    }
}

extension FolderLook {
    /// How many bytes its files have.
    var bytes: Int64 { files.values.reduce(Int64(0)) { $0.addingClamped($1) } }
}
