// What a folder of sessions keeps of one destination: the ledger, and the lock by which one process at a time sends.

internal import SessionFolder
internal import SystemCalls

/// The outbox of a folder of sessions for one destination; it is one's own until it is let go of.
public final class Outbox {
    /// The folder of sessions.
    public let place: String
    public let destination: Destination
    public let ledger: SendLedger
    /// Where this destination's things may lie: the ledger, and files that are made to be sent.
    var path: String { folder.path }
    /// Sessions that could not be sent in the looks since the last that came to its end: the next begins behind them.
    var triedInVain: Set<String> = []
    let folder: OpenFolder

    /// Opens the outbox, and makes it if there is none.
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
        // For a person who looks which destination this is; nothing reads it.
        try? DurableDocument.write(
            Array((destination.shown + "\n").utf8),
            as: "destination",
            in: folder
        )
    }

    deinit { folder.unlock() }

    /// The sessions here that the ledger does not know to be there, the oldest first; some may still be recorded.
    ///
    /// Of a session that has changed since it was sent, only a look at all of them tells.
    public func waitingSessions() -> [String] {
        ((try? SessionList.names(in: place)) ?? [])
            .filter { ledger.state(of: $0)?.isWaiting ?? true }.sorted()
    }

    /// Whether something is news to whoever reads what runs tell; it is none to the next run.
    ///
    /// - Parameters:
    ///   - words: What is told; `nil` where there is nothing to tell any more.
    ///   - matter: What it is about, as a file may be called.
    /// - Returns: Whether no earlier run has told it.
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

    /// Throws where a place cannot be a folder of sessions; nothing is made there.
    ///
    /// - Parameters:
    ///   - place: The folder.
    ///   - destination: Where its sessions went: one from which a rule has deleted all is one still.
    /// - Throws: Why it is none, such as that the folders in it are.
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

    /// A folder of sessions in a folder that has none; `nil` where there is none, and where sessions were sent from here
    /// before: a rule may have deleted them all.
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
