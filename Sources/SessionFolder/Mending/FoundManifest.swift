// A run may be killed, or a disk go bad, at any moment of a manifest's life. What is left of it is
// looked for in this order: the manifest, what was about to replace it, the folder's own name.

internal import FoundationEssentials
internal import SystemCalls
internal import Timebase

/// The manifest of a folder, as far as one is left.
struct FoundManifest {
    /// With what the journal has told since, as far as that can be read.
    var manifest: SessionManifest
    /// Whether the journal has told more since it was written.
    var isBehind = false
    /// Files that were about to be made when the run died.
    var unbegun: Set<String> = []
    /// What it told otherwise than its journal, which is right.
    var corrections: [String] = []
    /// All that its journal tells, where that can be believed against it.
    var journal: JournalReading?
    /// Whether only the folder's name told it.
    var isRebuilt = false
    /// The file that was about to replace it, where that is what it was read from.
    var spare: String?
    /// What a person should know of how it was found; absent when it lay in its place, readable.
    var note: String?

    private init(_ reading: JournalReading, in folder: OpenFolder) {
        let correction = ManifestCorrection(of: reading.manifest, in: folder)
        manifest = correction.manifest
        corrections = correction.lines
        journal = correction.journal
        unbegun = reading.unbegun
        isBehind = reading.hasMore
    }

    private init(rebuilt manifest: SessionManifest, note: String) {
        self.manifest = manifest
        isRebuilt = true
        self.note = note
    }

    /// Finds the manifest of a folder, whose lock the caller holds.
    ///
    /// - Throws: Where there is none, or one of a later version, which nothing here may write anew.
    static func find(in folder: OpenFolder) throws(SessionError) -> FoundManifest {
        let found = try look(in: folder)
        guard let later = found.manifest.laterVersion else { return found }
        throw SessionError(
            later,
            where: folder.path(ofFile: SessionManifest.fileName),
            remedy: "repair it with the Footfall that recorded it, or a later one"
        )
    }

    private static func look(in folder: OpenFolder) throws(SessionError) -> FoundManifest {
        let name = SessionManifest.fileName
        let failure: SessionError
        do throws(SessionError) {
            let reading = JournalReading(after: try read(name, in: folder), in: folder)
            return FoundManifest(reading, in: folder)
        } catch {
            failure = error
        }
        // What cannot be read may be whole all the same: nothing is put in its place.
        if folder.kind(of: name) == .file { try FolderFile.requireReadable(name, in: folder) }
        let spares = [
            DurableDocument.temporaryName(for: name), ReservedDocument.temporaryName(for: name),
        ]
        for spare in spares {
            guard let manifest = try? read(spare, in: folder) else { continue }
            let note = "\(name): \(failure.what); what was about to replace it is used"
            var found = FoundManifest(JournalReading(after: manifest, in: folder), in: folder)
            (found.spare, found.note) = (spare, note)
            return found
        }
        if let told = JournalReading(alone: folder) {
            var found = FoundManifest(told, in: folder)
            found.note = "\(name): \(failure.what); made anew from \(JournalFile.fileName)"
            return found
        }
        guard let manifest = rebuilt(from: folder) else { throw nothingLeft(in: folder, failure) }
        let note = "\(name): \(failure.what); made anew from the folder's name and files"
        return FoundManifest(rebuilt: manifest, note: note)
    }

    /// What there is to say where neither manifest nor journal nor the folder's name tells of a session.
    private static func nothingLeft(
        in folder: OpenFolder,
        _ failure: SessionError
    ) -> SessionError {
        let isThere = folder.kind(of: SessionManifest.fileName) != .missing
        let journal = JournalFile.fileName
        guard isThere || folder.kind(of: journal) == .file else {
            return Session.withoutManifest(in: folder, called: folder.path)
        }
        let what = isThere ? failure.what : "it is missing"
        return SessionError(
            "\(what), and \(journal) does not tell what it had",
            where: folder.path(ofFile: SessionManifest.fileName),
            remedy: "restore it from a copy, or \(journal); without both the files of samples"
                + " can be mended one by one, each by its path"
        )
    }

    private static func read(_ name: String, in folder: OpenFolder) throws(SessionError)
        -> SessionManifest
    {
        let bytes = try FolderFile.read(name, in: folder, limit: SessionManifest.sizeLimit)
        return try SessionManifest(decoding: bytes, where: folder.path(ofFile: name))
    }

    private static func rebuilt(from folder: OpenFolder) -> SessionManifest? {
        let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
        guard let parts = SessionName.parts(of: name),
            // Of the run's UUID the name has the first eight digits; the rest is zero.
            let run = UUID(uuidString: "\(parts.run)-0000-0000-0000-000000000000")
        else { return nil }
        let start = ClockReading(
            realtime: parts.start,
            monotonicNanoseconds: 0,
            boottime: BootInstant(nanoseconds: 0)
        )
        return SessionManifest(
            identifier: parts.identifier,
            taskRunUUID: run,
            start: start,
            timeZone: .utc,
            software: SessionManifest.Software(name: "unknown", version: "unknown"),
            host: SessionManifest.Host(kernel: "unknown", machine: "unknown")
        )
    }
}

/// Keeps what is replaced, under a name that was free.
enum KeptOriginal {
    /// Moves a file aside; answers its new name.
    static func moveAway(_ name: String, in folder: OpenFolder) throws(SessionError) -> String {
        var attempt = 1
        var kept = "\(name).torn"
        while folder.kind(of: kept) != .missing {
            attempt += 1
            kept = "\(name).torn-\(attempt)"
        }
        do throws(SystemError) {
            try folder.rename(name, to: kept)
        } catch {
            throw SessionError(error, "keep the original", where: folder.path(ofFile: name))
        }
        return kept
    }
}
