// Records what was sent where, in a file next to the sessions. The ledger makes most checks of the destination
// unnecessary. The destination has the last word: if the ledger is lost, the sender lists the destination once more and
// sends nothing twice. Fifty sessions a day make a hundred thousand in a study of some years, so each change appends
// one line, and memory holds only the state, the fingerprint and the line's position of each session.

internal import SessionFolder
internal import SystemCalls

/// The ledger of one destination.
///
/// Only the process that holds the destination's lock writes it.
public final class SendLedger {
    /// The folder, inside a folder of sessions, with all data about sending; no session has its name.
    static let folderName = ".outbox"
    private static let fileName = "ledger"
    /// No line is longer: a name, and the names of a few hundred files.
    private static let longestLine = 1 << 20

    private struct Entry {
        var state: SendRecord.State
        var fingerprint: String
        var offset: Int64
        var length: Int
    }

    private let folder: OpenFolder
    private var file: OpenFile
    private var entries: [String: Entry] = [:]
    /// Session names, keyed by the time at their start: an amendment may rename a session, but keeps that time.
    private var byStart: [Substring: Set<String>] = [:]
    private var end: Int64 = 0
    private var liveBytes: Int64 = 0
    /// How many damaged lines were found; each is ignored, so an earlier line of its session counts, if there is one.
    public private(set) var damagedLines = 0
    private let isReadOnly: Bool
    /// Simulates a full disk; for tests.
    var isFull = false

    /// Opens the ledger of a destination; creates it if missing.
    init(in folder: OpenFolder) throws(SendError) {
        self.folder = folder
        isReadOnly = false
        do throws(SystemError) {
            let isNew = folder.kind(of: Self.fileName) == .missing
            file =
                isNew ? try folder.create(Self.fileName) : try folder.openForWriting(Self.fileName)
            if isNew { try folder.synchronize() }
            try read()
            // Cuts off an incomplete last line of a killed process; the next line would otherwise be appended to it.
            if try file.size() != end { try file.truncate(to: end) }
            if isSpacious { try compact() }
        } catch {
            throw SendError(error, "keep the ledger of what was sent", where: folder.path)
        }
    }

    /// Opens a ledger for reading; `nil` if there is none.
    private init?(lookingIn folder: OpenFolder) {
        guard let opened = try? folder.open(Self.fileName) else { return nil }
        self.folder = folder
        file = opened
        isReadOnly = true
        guard (try? read()) != nil else { return nil }
    }

    /// Opens all ledgers of a folder of sessions for reading; another process may be writing one.
    ///
    /// - Parameters:
    ///   - place: The folder of sessions.
    ///   - open: A ledger that is open already; returned for its own destination instead of being read again.
    ///   - destination: The destination of `open`.
    /// - Returns: The ledgers that can be read, sorted by `key`.
    static func all(
        of place: String,
        open: SendLedger? = nil,
        of destination: Destination? = nil
    ) -> [SendLedger] {
        guard let sessions = try? OpenFolder.open(place),
            let outbox = try? sessions.folder(folderName),
            let keys = try? outbox.list()
        else { return [] }
        return keys.sorted().compactMap { key in
            if let open, key == destination?.key { return open }
            return (try? outbox.folder(key)).flatMap { SendLedger(lookingIn: $0) }
        }
    }

    /// What damaged lines mean for the user; `nil` if there are none.
    public var damage: SendError? {
        guard damagedLines > 0 else { return nil }
        let lines = damagedLines == 1 ? "1 line" : "\(damagedLines) lines"
        return SendError(
            .setUp,
            "\(lines) of the ledger in it cannot be read, which may have said that a session is to be sent again or "
                + "withdrawn; until that is mended, no rule deletes anything here",
            where: folder.path,
            remedy: Self.remedy
        )
    }

    /// What the user can do about a ledger that cannot be read; the error that contains this text names the ledger's
    /// folder.
    static let remedy =
        "delete this folder while nothing is sent, and repeat withdrawals that are not done; "
        + "the next `footfall send` looks at the destination again"

    /// True if sending to this destination was ever begun.
    var hasSent: Bool { entries.values.contains { !$0.fingerprint.isEmpty } }

    /// The name of this destination's folder in `.outbox`.
    var key: String { FileSystem.name(of: folder.path) }

    /// The destination's name for people.
    var shownDestination: String {
        let bytes = try? folder.open("destination").readAll(limit: 8192)
        let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").first.map(String.init) ?? folder.path
    }

    // MARK: What is known

    /// The sessions in the ledger, sorted.
    var sessions: [String] { entries.keys.sorted() }

    /// The sessions in this state, sorted.
    func sessions(in state: SendRecord.State) -> [String] {
        entries.filter { $0.value.state == state }.keys.sorted()
    }

    /// The candidates for other names of a session, sorted: those that begin in the same second; for a name that a user
    /// chose, all such names.
    ///
    /// The name itself may be among them. The caller must compare further.
    func sessions(startingAs name: String) -> [String] {
        (byStart[Self.start(of: name)] ?? []).sorted()
    }

    /// The time at the start of a session's name, to the second; empty for a name that a user chose.
    ///
    /// Several sessions can have the same time.
    private static func start(of name: String) -> Substring {
        SessionList.start(inName: name) == nil ? "" : name.prefix(18)
    }

    /// The state of a session; `nil` if the ledger does not contain it.
    func state(of session: String) -> SendRecord.State? { entries[session]?.state }

    /// True if the destination's copy was verified with this fingerprint, and no rule has deleted the session here.
    func isSent(_ session: String, as fingerprint: String) -> Bool {
        guard let entry = entries[session] else { return false }
        return entry.state == .sent && entry.fingerprint == fingerprint
    }

    /// The record of a session; `nil` if there is none or it cannot be read.
    func record(of session: String) -> SendRecord? {
        guard let entry = entries[session],
            let bytes = try? file.read(entry.length, at: entry.offset)
        else { return nil }
        return LedgerLine(bytes[...])?.record
    }

    // MARK: Noting

    /// Writes a session's record, replacing the earlier one; it is on the disk when this returns.
    func note(_ record: SendRecord) throws(SendError) {
        let line: [UInt8]
        do {
            line = try LedgerLine.bytes(of: record)
        } catch {
            throw SendError(
                .setUp,
                "cannot note what was sent: \(error)",
                where: folder.path,
                remedy: "give the session a shorter name"
            )
        }
        do throws(SystemError) {
            guard !isReadOnly else {
                throw SystemError(call: "open", path: folder.path, errno: .readOnlyFileSystem)
            }
            if isFull { throw SystemError(call: "write", path: folder.path, errno: .noSpace) }
            try file.writeAll(line, at: end)
            try file.synchronize()
        } catch {
            // Removes the partial line: otherwise a part of it would stay after a shorter next line, as a damaged line.
            if !isReadOnly { try? file.truncate(to: end) }
            throw SendError(error, "note what was sent", where: folder.path)
        }
        set(
            Entry(
                state: record.state,
                fingerprint: record.fingerprint,
                offset: end,
                length: line.count - 1
            ),
            of: record.session
        )
        end += Int64(line.count)
        // Compacts here, since a service never reopens the ledger; if the disk is full, a later call does it.
        if isSpacious { try? compact() }
    }

    // MARK: The file

    private func read() throws(SystemError) {
        var rest: [UInt8] = []
        var offset: Int64 = 0
        while true {
            let bytes = try file.read(1 << 18, at: offset)
            if bytes.isEmpty { return }
            let start = offset - Int64(rest.count)
            offset += Int64(bytes.count)
            rest += bytes
            var begin = 0
            while let stop = rest[begin...].firstIndex(of: UInt8(ascii: "\n")) {
                take(rest[begin..<stop], at: start + Int64(begin))
                begin = stop + 1
                end = start + Int64(begin)
            }
            rest.removeFirst(begin)
            // No valid line is this long. One byte stands for it from here on, so that the rest of the line is found
            // damaged and counted; the next line may be valid again.
            if rest.count > Self.longestLine { rest = [0] }
        }
    }

    private func take(_ line: ArraySlice<UInt8>, at offset: Int64) {
        guard let found = LedgerLine(line) else {
            damagedLines += 1
            return
        }
        set(
            Entry(
                state: found.state,
                fingerprint: found.fingerprint,
                offset: offset,
                length: line.count
            ),
            of: found.session
        )
    }

    private func set(_ entry: Entry, of session: String) {
        if let old = entries.updateValue(entry, forKey: session) {
            liveBytes -= Int64(old.length + 1)
        } else {
            byStart[Self.start(of: session), default: []].insert(session)
        }
        liveBytes += Int64(entry.length + 1)
    }

    /// True if most of the file is lines that later ones have replaced.
    ///
    /// Never with damaged lines: a new file would lack them, and nobody could see that some states are out of date.
    private var isSpacious: Bool { damagedLines == 0 && end > 2 * liveBytes + 65_536 }

    /// Writes a new file with one line a session, and renames it over the old one.
    private func compact() throws(SystemError) {
        let temporary = DurableDocument.temporaryName(for: Self.fileName)
        let made = try folder.createAnew(temporary)
        var (place, kept): (Int64, [String: Entry]) = (0, [:])
        for (session, entry) in entries {
            let line = try file.read(entry.length, at: entry.offset) + [UInt8(ascii: "\n")]
            try made.writeAll(line, at: place)
            var moved = entry
            moved.offset = place
            kept[session] = moved
            place += Int64(line.count)
        }
        try made.synchronize()
        try folder.rename(temporary, to: Self.fileName)
        try folder.synchronize()
        file = made
        (entries, end, liveBytes) = (kept, place, place)
    }
}
