// Whether sessions lie at a destination in clear, or encrypted to whom, is a part of what is known of it: whoever forgets
// --encrypt-to once must not send readable copies beside the encrypted ones, and whoever turns it on later must not
// leave the clear ones there, without a word.

internal import FoundationEssentials
internal import SystemCalls

/// How sessions lie at a destination.
struct KeptForm: Hashable, Codable {
    /// Who can read them, each as age takes it, sorted; `nil` where they lie in clear.
    var readers: [String]?
    /// Sessions that lie there in an earlier form, since they were here no more when it was changed.
    var earlier: [String] = []

    init(readers: [String]?, earlier: [String] = []) {
        (self.readers, self.earlier) = (readers.map { Set($0).sorted() }, earlier)
    }

    /// What is to be done where a run asks for a form.
    enum Decision: Hashable {
        /// It is that of what is there, or nothing is there yet.
        case agreed
        /// What is there is sent again in it.
        case changed
        /// It is another, and nobody has said that it is to be changed; what is wrong, and what mends it.
        case refused(String, remedy: String)
    }

    /// What is known of what is there.
    enum Known: Hashable {
        /// Nothing was ever sent there.
        case nothing
        case form(KeptForm)
        /// Its records alone tell: some are in clear, some encrypted to keys that nobody knows any more.
        case records(clear: Bool, encrypted: Bool)
    }

    /// Decides about a form that a run asks for.
    ///
    /// - Parameters:
    ///   - readers: Who is to read what it sends; `nil` of one that sends in clear.
    ///   - known: What is known of what is there.
    ///   - mayChange: Whether it was said that the form is to be changed.
    /// - Returns: What is to be done.
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

/// Keeps the form of a destination, and has it changed.
struct KeptFormStore {
    let outbox: Outbox
    private static let fileName = "form"

    /// Sees that what a run sends has the form of what is there; where that is to change, all that is here is to be
    /// sent again from then on.
    ///
    /// - Parameters:
    ///   - readers: Who is to read what is sent; `nil` of a run that sends in clear.
    ///   - mayChange: Whether it was said that the form is to be changed.
    ///   - date: The time of day, as records have it.
    /// - Returns: The sessions that lie there in an earlier form and are here no more.
    /// - Throws: Where the form is another and nobody has said that it changes; or the ledger cannot be written.
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
            // A kill before the form is noted leaves sessions that are sent again in whichever form is asked for next.
            let earlier = try change(stored?.earlier ?? [], at: date)
            try note(KeptForm(readers: readers, earlier: earlier))
            return earlier
        }
    }

    /// Has all sessions that are here sent again.
    ///
    /// - Returns: Those that are not here, and lie there.
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

    /// Those that are there and not here, also where a break has left only a part.
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
            // One is enough, unless the form itself is lost.
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
