// What a folder of sessions stores for one destination: the ledger, and the lock that lets one process at a time send.

internal import SessionFolder
internal import SystemCalls

/// The outbox of a folder of sessions for one destination; holds its lock as long as the object exists.
public final class Outbox {
    /// The folder of sessions.
    public let place: String
    public let destination: Destination
    public let ledger: SendLedger
    /// This destination's folder: the ledger, and files that are prepared for sending.
    var path: String { folder.path }
    /// Sessions that failed in the passes since the last complete one: the next pass tries them last.
    var triedInVain: Set<String> = []
    let folder: OpenFolder

    /// Opens the outbox; creates it if missing.
    ///
    /// - Throws: `SendError`; of the kind `passing` while another process sends to the same destination.
    public init(of place: String, to destination: Destination) throws(SendError) {
        try Self.requireSessions(in: place, to: destination)
        let folder: OpenFolder
        let isOurs: Bool
        do throws(SystemError) {
            folder = try OutboxFolders.folder(of: destination, in: place)
            isOurs = try folder.tryLockExclusively()
        } catch {
            throw SendError(error, "keep what was sent", where: place)
        }
        guard isOurs else {
            throw SendError(
                .passing,
                "another process sends to \(destination.shown)",
                where: place,
                remedy: "let it end; two would send the same"
            )
        }
        (self.place, self.destination, self.folder) = (Self.trimmed(place), destination, folder)
        ledger = try SendLedger(in: folder)
        try requireOtherFolder()
        // Only for people who want to know which destination this is; no program reads it.
        try? DurableDocument.write(
            Array((destination.shown + "\n").utf8),
            as: "destination",
            in: folder
        )
    }

    deinit { folder.unlock() }

    /// The sessions here that the ledger does not list as sent, sorted by name; some may still be recording.
    ///
    /// Does not detect that a session has changed since it was sent; only a pass over all sessions does.
    public func waitingSessions() -> [String] {
        ((try? SessionList.names(in: place)) ?? [])
            .filter { ledger.state(of: $0)?.isWaiting ?? true }.sorted()
    }

    /// Returns true if a message is new, so that a sender that is started again does not repeat it.
    ///
    /// - Parameters:
    ///   - words: The message; `nil` if its cause is gone.
    ///   - matter: The topic, usable as a file name.
    /// - Returns: True if the message differs from the last one on this topic.
    func isNews(_ words: String?, about matter: String) -> Bool {
        let name = "told-\(matter)"
        guard let words else {
            try? folder.remove(name)
            return false
        }
        let bytes = Array(words.utf8)
        if let told = try? folder.open(name).readAll(limit: 65_536), told == bytes { return false }
        try? DurableDocument.write(bytes, as: name, in: folder)
        return true
    }

    /// Throws if a path cannot be a folder of sessions; creates nothing there.
    ///
    /// - Parameters:
    ///   - place: The folder.
    ///   - destination: Where its sessions are sent; a folder from which a rule has deleted all sessions still
    ///     qualifies.
    /// - Throws: `SendError` with the reason, such as that the sessions are in a folder inside it.
    public static func requireSessions(
        in place: String,
        to destination: Destination
    ) throws(SendError) {
        let manifest = "\(place)/\(OutgoingSession.manifest)"
        let what: String
        if FileSystem.kind(of: place) == .missing {
            what = "there is no such folder"
        } else if FileSystem.kind(of: manifest) != .missing {
            what = "this is a session, and no folder of sessions"
        } else if let below = folderOfSessions(below: place, unlessSentTo: destination) {
            what =
                "there are no sessions in it, but folders that have, such as \(FileSystem.name(of: below))"
        } else {
            return
        }
        throw SendError(
            .setUp,
            what,
            where: place,
            remedy: "name the folder that session folders are in by --from"
        )
    }

    /// A folder of sessions inside a folder that has none itself.
    ///
    /// Returns `nil` if there is none, or if sessions were sent from this folder before: a rule may have deleted them
    /// all.
    private static func folderOfSessions(
        below place: String,
        unlessSentTo destination: Destination
    ) -> String? {
        func hasSessions(_ path: String) -> Bool {
            ((try? SessionList.names(in: path)) ?? []).contains {
                SessionList.entry(at: "\(path)/\($0)") != nil
            }
        }
        let ledger = "\(place)/\(SendLedger.folderName)/\(destination.key)/ledger"
        let hasSent = ((try? OpenFile.openPlain(ledger).size()) ?? 0) > 0
        guard !hasSent, !hasSessions(place) else { return nil }
        return ((try? SessionList.names(in: place)) ?? []).map { "\(place)/\($0)" }
            .first(where: hasSessions)
    }

    private static func trimmed(_ place: String) -> String {
        var text = place[...]
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return String(text)
    }
}
