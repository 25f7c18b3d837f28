// Remembers whether the sessions at a destination are plain or encrypted, and to which recipients. A user who forgets
// `--encrypt-to` once must not send readable copies next to the encrypted ones. A user who adds it later must not leave
// the plain copies there unnoticed. So a sender refuses to change the form unless the user allows it.

internal import FoundationEssentials
internal import SystemCalls

/// How sessions are stored at a destination.
struct KeptForm: Hashable, Codable {
    /// The recipients in age's notation, sorted; `nil` if sessions are sent plain.
    var readers: [String]?
    /// Sessions that are stored there in an earlier form, and were no longer here when the form was changed.
    var earlier: [String] = []

    init(readers: [String]?, earlier: [String] = []) {
        (self.readers, self.earlier) = (readers.map { Set($0).sorted() }, earlier)
    }

    /// What to do when a sender asks for a form.
    enum Decision: Hashable {
        /// The form is that of the sessions there, or none are there yet.
        case agreed
        /// The sessions are sent again in the new form.
        case changed
        /// The form differs, and the user has not allowed a change: what is wrong, and the remedy.
        case refused(String, remedy: String)
    }

    /// What is known about the form of the sessions there.
    enum Known: Hashable {
        /// Nothing was ever sent there.
        case nothing
        case form(KeptForm)
        /// The form itself was lost. The ledger's records still show that some sessions are plain, or that some are
        /// encrypted to unknown recipients.
        case records(clear: Bool, encrypted: Bool)
    }

    /// Decides about the form that a sender asks for.
    ///
    /// - Parameters:
    ///   - readers: The recipients to whom this sender encrypts; `nil` if it sends plain sessions.
    ///   - known: What is known about the sessions there.
    ///   - mayChange: True if the user allowed a change of form.
    /// - Returns: What to do.
    static func decision(
        on readers: [String]?,
        where known: Known,
        mayChange: Bool
    ) -> Decision {
        let asked = KeptForm(readers: readers)
        let isSame: Bool
        let present: String
        switch known {
        case .nothing: return .agreed
        case .form(let form):
            isSame = form.readers == asked.readers
            present = form.readers.map { "is encrypted to \(shown($0))" } ?? "lies in clear"
        case .records(let clear, let encrypted):
            isSame = asked.readers == nil ? !encrypted : !clear
            present =
                clear && encrypted
                ? "lies partly in clear and is partly encrypted"
                : encrypted ? "is encrypted" : "lies in clear"
        }
        if isSame { return .agreed }
        if mayChange { return .changed }
        let wanted =
            asked.readers.map { "encrypted to \(shown($0))" } ?? "in clear, without --encrypt-to"
        let usual =
            present == "lies in clear"
            ? "leave --encrypt-to out" : "give --encrypt-to those keys, as before"
        return .refused(
            "what was sent there \(present), and this run would send \(wanted)",
            remedy:
                "\(usual); or add --change-encryption: what is here is sent again as this run says, and the earlier copies there are withdrawn"
        )
    }

    private static func shown(_ keys: [String]) -> String {
        let more = keys.count > 1 ? " and \(keys.count - 1) more" : ""
        return (keys.first ?? "nobody") + more
    }
}

/// Stores the form of a destination, and changes it.
struct KeptFormStore {
    let outbox: Outbox
    private static let fileName = "form"

    /// Ensures that sessions are sent in the form of those already there; if the form changes, marks all sessions here
    /// to be sent again.
    ///
    /// - Parameters:
    ///   - readers: The recipients to whom this sender encrypts; `nil` if it sends plain sessions.
    ///   - mayChange: True if the user allowed a change of form.
    ///   - date: The time of day, in the format of the records.
    /// - Returns: The sessions that are stored there in an earlier form and are no longer here.
    /// - Throws: When the form differs and the user has not allowed a change, or the ledger cannot be written.
    func settle(
        on readers: [String]?,
        mayChange: Bool,
        at date: String
    ) throws(SendError) -> [String] {
        let stored = stored
        let known = known(stored)
        switch KeptForm.decision(on: readers, where: known, mayChange: mayChange) {
        case .refused(let what, let remedy):
            throw SendError(.setUp, what, where: outbox.destination.shown, remedy: remedy)
        case .agreed:
            let earlier = stillElsewhere(stored?.earlier ?? [])
            let form = KeptForm(readers: readers, earlier: earlier)
            if form != stored { try note(form) }
            return earlier
        case .changed:
            // If the process is killed before the form is noted, sessions are marked to be sent again; they are sent in
            // whichever form the next sender asks for.
            let earlier = try change(stored?.earlier ?? [], at: date)
            try note(KeptForm(readers: readers, earlier: earlier))
            return earlier
        }
    }

    /// Marks all sessions that are here to be sent again.
    ///
    /// - Returns: The sessions that are at the destination, but no longer here.
    private func change(_ before: [String], at date: String) throws(SendError) -> [String] {
        var gone = Set(before)
        for session in outbox.ledger.sessions {
            guard let state = outbox.ledger.state(of: session), [.sent, .kept].contains(state),
                var record = outbox.ledger.record(of: session)
            else { continue }
            if isHere(session) {
                record.state = .begun
                record.date = date
                try outbox.ledger.note(record)
            } else {
                gone.insert(session)
            }
        }
        return stillElsewhere(gone.sorted())
    }

    /// The sessions that are at the destination and not here, including those of which only a part was sent.
    private func stillElsewhere(_ sessions: [String]) -> [String] {
        sessions.filter { session in
            let state = outbox.ledger.state(of: session)
            return [.sent, .kept, .begun].contains(state) && !isHere(session)
        }
    }

    private func isHere(_ session: String) -> Bool {
        FileSystem.kind(of: "\(outbox.place)/\(session)") != .missing
    }

    private func known(_ stored: KeptForm?) -> KeptForm.Known {
        var (isClear, isEncrypted) = (false, false)
        for session in outbox.ledger.sessions {
            guard let state = outbox.ledger.state(of: session),
                [.begun, .sent, .kept, .toWithdraw].contains(state)
            else { continue }
            // If the form is stored, one record is enough to show that it applies; otherwise all records are read.
            if let stored { return .form(stored) }
            guard let record = outbox.ledger.record(of: session), !record.files.isEmpty else {
                continue
            }
            if record.isEncrypted { isEncrypted = true } else { isClear = true }
        }
        return isClear || isEncrypted
            ? .records(clear: isClear, encrypted: isEncrypted) : .nothing
    }

    private var stored: KeptForm? {
        guard let bytes = try? outbox.folder.open(Self.fileName).readAll(limit: 64 << 20) else {
            return nil
        }
        return try? JSONDecoder().decode(KeptForm.self, from: Data(bytes))
    }

    private func note(_ form: KeptForm) throws(SendError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            try DurableDocument.write(
                [UInt8](try encoder.encode(form)),
                as: Self.fileName,
                in: outbox.folder
            )
        } catch let error as SystemError {
            throw SendError(error, "note how sessions lie there", where: outbox.path)
        } catch {
            throw SendError(
                .setUp,
                "cannot note how sessions lie there: \(error)",
                where: outbox.path,
                remedy: "see that the disk is in order"
            )
        }
    }
}
