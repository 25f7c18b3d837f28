// Reads a journal from where the manifest stops. The memory used does not grow with the journal.

internal import FoundationEssentials
internal import SampleFile
internal import SystemCalls
internal import Timebase

/// A manifest with the later events of its journal applied.
struct JournalReading {
    /// The manifest with the later events applied, up to a `problem`; its `journal` counts the records included.
    private(set) var manifest: SessionManifest
    /// Files that were listed and, according to the journal, not created.
    private(set) var unbegun: Set<String> = []
    /// True if there were events that the manifest did not have.
    private(set) var hasMore = false
    /// True if the last of the events that were applied was an amendment.
    private(set) var endsAmended = false
    /// Why the rest of the journal cannot be read; `nil` if all of it was read.
    private(set) var problem: SessionError?

    /// Applies the events that the manifest does not include yet; if it has no journal, changes nothing.
    ///
    /// `unbegun` are the files that, according to the events in the manifest, were listed and not created.
    init(after manifest: SessionManifest, in folder: OpenFolder, unbegun: Set<String> = []) {
        self.manifest = manifest
        self.unbegun = unbegun
        guard let journal = manifest.journal else { return }
        read(journal, in: folder)
    }

    /// Reads a journal without a manifest; `nil` if it does not start with the beginning of a session.
    init?(alone folder: OpenFolder) {
        let first = Self.first(in: folder)
        guard case .began(var manifest)? = first, manifest.firstProblem == nil else { return nil }
        manifest.journal = SessionManifest.Journal(
            path: JournalFile.fileName,
            size: 0,
            records: 0,
            checksum: Checksum.text(of: [])
        )
        self.init(after: manifest, in: folder)
    }

    /// Returns the first event of the journal, which is the beginning of the session.
    static func first(in folder: OpenFolder) -> SessionEvent? {
        do {
            var reader = try SampleFileReader(
                opening: JournalFile.fileName,
                in: folder,
                schema: JournalFile.schema
            )
            return try reader.nextBatch().flatMap { try event(0, of: $0) }
        } catch {
            return nil
        }
    }

    private mutating func read(_ journal: SessionManifest.Journal, in folder: OpenFolder) {
        let name = journal.path
        // In the usual case nothing was added, and the journal need not be read.
        guard JournalFile.hasMore(than: journal.size, name, in: folder) else { return }
        guard Self.isVouchedFor(journal, in: folder) else {
            // In a changed journal, nobody can tell which events the manifest already includes. So apply none.
            problem = SessionError(
                "it is not what the manifest vouches for",
                where: folder.path(ofFile: name),
                remedy: "restore the file from a copy"
            )
            return
        }
        let before = (manifest, unbegun)
        do {
            var reader = try SampleFileReader(opening: name, in: folder, schema: JournalFile.schema)
            while let batch = try reader.nextBatch() {
                for row in 0..<batch.count where batch.firstRecord + row > journal.records {
                    let event = try Self.event(row, of: batch)
                    manifest.journal?.records = batch.firstRecord + row
                    if let event { take(event) }
                }
            }
        } catch let error as SampleFileError {
            problem = SessionError(
                error.what,
                where: folder.path(ofFile: name),
                remedy: error.remedy
            )
        } catch {
            problem = SessionError(
                "\(error)",
                where: folder.path(ofFile: name),
                remedy: "restore the file from a copy"
            )
        }
        guard let wrong = manifest.firstProblem else { return }
        // The journal leads to an impossible manifest, so another program has written it. Ignore all of it.
        (manifest, unbegun) = before
        hasMore = false
        problem = SessionError(
            "what it tells cannot be: \(wrong)",
            where: folder.path(ofFile: name),
            remedy: "restore the file from a copy"
        )
    }

    private mutating func take(_ event: SessionEvent) {
        switch event {
        case .listed(let file): unbegun.insert(file.path)
        case .opened(let file, _), .closed(let file, _): unbegun.remove(file.path)
        case .withdrawn(let name): unbegun.remove(name)
        default: break
        }
        if case .amended = event { endsAmended = true } else { endsAmended = false }
        manifest.apply(event)
        hasMore = true
    }

    /// True if the run had listed a missing file, and was stopped before it created or completed it.
    ///
    /// A document has no event for its creation, so every document that was never closed counts.
    static func isStillToBeMade(_ file: SessionManifest.File, among unbegun: Set<String>) -> Bool {
        unbegun.contains(file.path) || file.layout == .document && !file.closed
    }

    /// Reads a whole journal if the manifest vouches for it and it is intact; otherwise returns `nil`.
    ///
    /// A repair renews the checksum of the journal in the manifest, so that checksum does not prove that the original
    /// journal was intact. A repaired journal is therefore not trusted more than the manifest.
    static func vouchedFor(by manifest: SessionManifest, in folder: OpenFolder) -> JournalReading? {
        guard let journal = manifest.journal, journal.path == JournalFile.fileName,
            !manifest.recovered.contains(where: { $0.path == journal.path }),
            isVouchedFor(journal, in: folder),
            let reading = JournalReading(alone: folder), reading.problem == nil
        else { return nil }
        return reading
    }

    /// The journal's entry of a closed file whose entry in the manifest differs.
    struct Entry {
        var file: SessionManifest.File
        var device: SessionManifest.Device?
        /// True if the file's bytes match the journal; then only the manifest was changed.
        var isRight: Bool

        var event: SessionEvent { .closed(file, device) }
    }

    /// Returns the journal's entry of a closed file if it should replace the manifest's entry; otherwise `nil`.
    ///
    /// Of two seals, the one that matches the file's bytes is right. If the manifest has no seal, the journal's
    /// is right: no event removes the seal of a closed file.
    func entry(
        insteadOf file: SessionManifest.File,
        lyingAs digest: () throws(SessionError) -> (size: Int64, checksum: String)
    ) -> Entry? {
        guard let told = manifest.files.first(where: { $0.path == file.path }),
            let seal = told.seal, told.layout != file.layout || !seal.tellsTheSame(as: file.seal)
        else { return nil }
        let found = try? digest()
        let isRight = found.map { (seal.size, seal.checksum) == ($0.size, $0.checksum) } ?? false
        guard isRight || file.seal == nil else { return nil }
        // The indexes were validated when the journal was read.
        let device = told.device.map { manifest.devices[$0] }
        return Entry(file: told, device: device, isRight: isRight)
    }

    /// True if the part of the journal that the manifest includes is unchanged.
    static func isVouchedFor(
        _ journal: SessionManifest.Journal,
        in folder: OpenFolder
    ) -> Bool {
        let digest = try? FolderFile.digest(journal.path, in: folder, upTo: journal.size)
        return digest?.size == journal.size && digest?.checksum == journal.checksum
    }

    /// Returns the reading of a device's clock in a record, and the file that it belongs to.
    static func deviceClock(_ row: Int, of batch: RecordBatch) -> (pair: ClockPair, file: String)? {
        guard let name = batch.text(row, 1), name == "deviceClock",
            case .deviceClock(let pair, _, let file)? = try? event(row, of: batch)
        else { return nil }
        return (pair, file)
    }

    /// Returns how well the machine's clock was synchronised, according to a record.
    static func synchronization(_ row: Int, of batch: RecordBatch) -> ClockSynchronization? {
        guard let name = batch.text(row, 1), name == "synchronization",
            case .synchronization(let told)? = try? event(row, of: batch)
        else { return nil }
        return told
    }

    /// Decodes the event of a record; `nil` for an event of a later version.
    private static func event(
        _ row: Int,
        of batch: RecordBatch
    ) throws(UnreadableEvent) -> SessionEvent? {
        guard let name = batch.text(row, 1)?.description else { return nil }
        do {
            return try SessionEvent(
                named: name,
                about: batch.text(row, 2)?.description ?? "{}"
            )
        } catch {
            throw UnreadableEvent(record: batch.firstRecord + row, name: name)
        }
    }
}

extension SessionManifest.Seal {
    /// True if another seal describes the same bytes and the same counts.
    fileprivate func tellsTheSame(as other: Self?) -> Bool {
        guard let other, (size, checksum, records) == (other.size, other.checksum, other.records)
        else { return false }
        return sensors.elementsEqual(other.sensors) {
            ($0.sensorType, $0.samples, $0.lostByReason)
                == ($1.sensorType, $1.samples, $1.lostByReason)
        }
    }
}

/// A record of the journal lacks details that its event must have.
private struct UnreadableEvent: Error, CustomStringConvertible {
    var record: Int
    var name: String

    var description: String { "record \(record): the details of '\(name)' cannot be read" }
}
