// Reads a journal from where the manifest stops, in memory that does not grow with it.

internal import FoundationEssentials
internal import SampleFile
internal import SystemCalls
internal import Timebase

/// What a journal adds to a manifest.
struct JournalReading {
    /// The manifest with all that has happened since it was written; what it has taken in, its `journal` counts.
    private(set) var manifest: SessionManifest
    /// Files of which it was told that they would be made, and not that they were.
    private(set) var unbegun: Set<String> = []
    /// Whether something has happened since the manifest was written.
    private(set) var hasMore = false
    /// Whether the last that has happened was an amendment.
    private(set) var endsAmended = false
    /// What keeps the rest from being read.
    private(set) var problem: SessionError?

    /// Applies what the manifest has not taken in yet; without a journal that is nothing.
    init(after manifest: SessionManifest, in folder: OpenFolder) {
        self.manifest = manifest
        guard let journal = manifest.journal else { return }
        read(journal, in: folder)
    }

    /// What a journal says by itself, for a folder whose manifest is gone; `nil` where it does not begin with
    /// the beginning of a session.
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

    /// The first event of the journal, which is the beginning of the session.
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
        // The usual case, without reading a byte of it.
        guard JournalFile.hasMore(than: journal.size, name, in: folder) else { return }
        guard Self.isVouchedFor(journal, in: folder) else {
            // Nobody can say where in it that begins which the manifest has not.
            problem = SessionError(
                "it is not what the manifest vouches for",
                where: folder.path(ofFile: name),
                remedy: "restore the file from a copy"
            )
            return
        }
        let before = manifest
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
        // Somebody else has written it: nothing of it is believed.
        (manifest, unbegun, hasMore) = (before, [], false)
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

    /// Whether a file that is not there was to be made by a run that has not come to it.
    static func isStillToBeMade(_ file: SessionManifest.File, among unbegun: Set<String>) -> Bool {
        unbegun.contains(file.path) || file.layout == .document && !file.closed
    }

    /// All that a journal tells, where it is the very one that a manifest vouches for, and whole.
    ///
    /// One that was mended is vouched for anew, whatever it told before: it is not believed against the manifest.
    static func vouchedFor(by manifest: SessionManifest, in folder: OpenFolder) -> JournalReading? {
        guard let journal = manifest.journal, journal.path == JournalFile.fileName,
            !manifest.recovered.contains(where: { $0.path == journal.path }),
            isVouchedFor(journal, in: folder),
            let reading = JournalReading(alone: folder), reading.problem == nil
        else { return nil }
        return reading
    }

    /// What the journal tells of a closed file that the manifest tells otherwise.
    struct Entry {
        var file: SessionManifest.File
        var device: SessionManifest.Device?
        /// Whether the file's bytes are those that the journal tells: then somebody has changed the manifest alone.
        var isRight: Bool

        var event: SessionEvent { .closed(file, device) }
    }

    /// What the journal tells of a closed file, where that is to be believed and not the manifest.
    ///
    /// Of two seals that one is right which has the file's bytes. A manifest that tells of no seal cannot unseal
    /// what was closed: nothing that happens to a session takes a seal away.
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
        // Every index of it was looked at when it was read.
        let device = told.device.map { manifest.devices[$0] }
        return Entry(file: told, device: device, isRight: isRight)
    }

    /// Whether the part that the manifest has taken in is what it was then.
    static func isVouchedFor(
        _ journal: SessionManifest.Journal,
        in folder: OpenFolder
    ) -> Bool {
        let digest = try? FolderFile.digest(journal.path, in: folder, upTo: journal.size)
        return digest?.size == journal.size && digest?.checksum == journal.checksum
    }

    /// The reading of a device's clock that a record tells, and the file of which it is.
    static func deviceClock(_ row: Int, of batch: RecordBatch) -> (pair: ClockPair, file: String)? {
        guard let name = batch.text(row, 1), name == "deviceClock",
            case .deviceClock(let pair, _, let file)? = try? event(row, of: batch)
        else { return nil }
        return (pair, file)
    }

    /// How well the machine's clock was held, as a record tells it.
    static func synchronization(_ row: Int, of batch: RecordBatch) -> ClockSynchronization? {
        guard let name = batch.text(row, 1), name == "synchronization",
            case .synchronization(let told)? = try? event(row, of: batch)
        else { return nil }
        return told
    }

    /// The event of a record; `nil` for one that a later version knows.
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
    /// Whether another seal tells of the same bytes, and of the same counts of what is in them.
    fileprivate func tellsTheSame(as other: Self?) -> Bool {
        guard let other, (size, checksum, records) == (other.size, other.checksum, other.records)
        else { return false }
        return sensors.elementsEqual(other.sensors) {
            ($0.sensorType, $0.samples, $0.lostByReason)
                == ($1.sensorType, $1.samples, $1.lostByReason)
        }
    }
}

/// That a record of the journal does not tell what one of its name has to tell.
private struct UnreadableEvent: Error, CustomStringConvertible {
    var record: Int
    var name: String

    var description: String { "record \(record): what it tells of '\(name)' cannot be read" }
}
