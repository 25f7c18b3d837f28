// An amendment changes several files of a session, and no kill may leave some of them changed. Each new file is first
// written beside the old one. The manifest that vouches for the new journal decides: once it has its name, whoever
// comes to the folder next puts the others in place; before that, they count for nothing.

internal import SampleFile
internal import SystemCalls

/// The new files of an amendment, beside those that they are to replace.
enum AmendedFiles {
    /// What the name of a new file ends with until it takes the place of the old one.
    static let ending = ".amended"

    /// What an amendment calls the new version of a file.
    static func name(for name: String) -> String { name + ending }

    /// Brings what a killed amendment has left to its end: all of its files are in place then, or none is.
    ///
    /// Only who owns the folder may do it. Of a folder whose manifest cannot be read nothing is decided, and nothing
    /// changes.
    ///
    /// - Returns: Whether files were put in place.
    /// - Throws: `SessionError` where a file cannot be put in place, or it cannot be seen what was decided.
    @discardableResult
    static func finish(in folder: OpenFolder) throws(SessionError) -> Bool {
        guard let (manifest, new) = try pending(in: folder) else { return false }
        do throws(SystemError) {
            guard try isDecided(manifest, in: folder) else {
                for name in new { try? folder.remove(name) }
                return false
            }
            let journal = name(for: JournalFile.fileName)
            // As long as it lies there, what else does is of an amendment that is decided.
            for name in new where name != journal {
                try folder.rename(name, to: String(name.dropLast(ending.count)))
            }
            try folder.synchronize()
            try folder.rename(journal, to: JournalFile.fileName)
            try folder.synchronize()
            return true
        } catch {
            throw SessionAmendment.unwritten(error, folder)
        }
    }

    /// Whether an amendment was decided and is not at its end yet: a repair brings it there.
    static func isHalfDone(in folder: OpenFolder) -> Bool {
        guard let (manifest, _) = try? pending(in: folder) else { return false }
        return (try? isDecided(manifest, in: folder)) == true
    }

    /// The manifest, and the new files beside those of the session, where there are any.
    private static func pending(
        in folder: OpenFolder
    ) throws(SessionError) -> (manifest: SessionManifest, new: [String])? {
        let names = ((try? folder.list()) ?? []).filter { $0.hasSuffix(ending) }
        guard !names.isEmpty, folder.kind(of: SessionManifest.fileName) == .file else { return nil }
        let bytes = try FolderFile.read(
            SessionManifest.fileName,
            in: folder,
            limit: SessionManifest.sizeLimit
        )
        let place = folder.path(ofFile: SessionManifest.fileName)
        guard let manifest = try? SessionManifest(decoding: bytes, where: place) else { return nil }
        let new = names.filter { isOf(manifest, String($0.dropLast(ending.count))) }
        return new.isEmpty ? nil : (manifest, new)
    }

    /// Whether an amendment of a session may write a file anew: what else somebody has put there is theirs.
    private static func isOf(_ manifest: SessionManifest, _ name: String) -> Bool {
        let documents = [
            SessionManifest.taskResultName, SessionManifest.answersName,
            SessionManifest.progressName, JournalFile.fileName, SessionManifest.fileName,
        ]
        let stem = name.firstRange(of: ".torn").map { String(name[..<$0.lowerBound]) } ?? name
        return documents.contains(stem) || manifest.files.contains { $0.path == stem }
    }

    /// Whether the manifest is that of the amendment: it vouches for the new journal, and not for the old one.
    private static func isDecided(
        _ manifest: SessionManifest,
        in folder: OpenFolder
    ) throws(SystemError) -> Bool {
        let name = name(for: JournalFile.fileName)
        guard let journal = manifest.journal, journal.path == JournalFile.fileName,
            try isAll(of: journal, name, in: folder)
        else { return false }
        // Before the amendment is told in it, the new one may be what the old one is, to the last byte.
        return try !isAll(of: journal, JournalFile.fileName, in: folder)
    }

    /// Whether a file has all that a manifest vouches for, and nothing behind it.
    private static func isAll(
        of journal: SessionManifest.Journal,
        _ name: String,
        in folder: OpenFolder
    ) throws(SystemError) -> Bool {
        guard folder.kind(of: name) == .file else { return false }
        let file = try folder.open(name)
        guard try file.size() == journal.size + Int64(JournalFile.layout.footer.count) else {
            return false
        }
        let digest = try FileDigest(of: file, upTo: journal.size)
        return digest.bytes == journal.size && digest.checksum.text == journal.checksum
    }
}
