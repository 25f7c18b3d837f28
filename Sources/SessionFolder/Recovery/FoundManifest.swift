// Finds the manifest of a session after a kill or a disk failure, which may happen at any moment of the
// manifest's life. Tries in this order: the manifest, the temporary file that was about to replace it, the
// journal, and last the name of the folder.

internal import FoundationEssentials
internal import SystemCalls
internal import Timebase

/// The manifest of a folder, from the best source that can be read.
struct FoundManifest {
    /// The manifest with the later events of the journal applied, as far as these can be read.
    var manifest: SessionManifest
    /// True if the journal holds events that the manifest did not have yet.
    var isBehind = false
    /// Files that the run had announced and not yet created when it was killed.
    var unbegun: Set<String> = []
    /// Where the manifest differed from its journal and was corrected by it; one line each.
    var corrections: [String] = []
    /// The content of the whole journal, if it may be trusted more than the manifest.
    var journal: JournalReading?
    /// True if the manifest was made from the folder's name alone.
    var isRebuilt = false
    /// The temporary file that the manifest was read from; `nil` if it has another source.
    var spare: String?
    /// How the manifest was found, for a user; `nil` if `manifest.json` itself could be read.
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

    /// Finds the manifest of a folder whose lock the caller holds.
    ///
    /// - Throws: If nothing in the folder describes a session, or if the manifest has a later version, which this code
    ///   must not rewrite.
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
        // A file that cannot be read may still be intact: do not replace it.
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
            found.note = "\(name): \(failure.what); rebuilt from \(JournalFile.fileName)"
            return found
        }
        guard let manifest = rebuilt(from: folder) else { throw nothingLeft(in: folder, failure) }
        let note = "\(name): \(failure.what); rebuilt from the folder's name and files"
        return FoundManifest(rebuilt: manifest, note: note)
    }

    /// The error if neither the manifest, nor the journal, nor the folder's name describes a session.
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
                + " can be repaired one by one, each by its path"
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
            // The name holds the first eight digits of the run's UUID; the rest becomes zero.
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

/// Keeps a file that is about to be replaced, under a new name.
enum KeptOriginal {
    /// Moves a file aside, and returns its new name.
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
