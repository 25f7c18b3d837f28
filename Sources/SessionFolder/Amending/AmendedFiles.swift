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
    /// Only who owns the folder may do it.
    ///
    /// - Throws: `SessionError` where a file cannot be put in place.
    static func settle(in folder: OpenFolder) throws(SessionError) {
        do throws(SystemError) {
            try putInPlace(in: folder)
        } catch {
            throw SessionAmendment.unwritten(error, folder)
        }
    }

    private static func putInPlace(in folder: OpenFolder) throws(SystemError) {
        let new = ((try? folder.list()) ?? []).filter { $0.hasSuffix(ending) }
        guard !new.isEmpty else { return }
        guard isDecided(in: folder) else {
            for name in new { try? folder.remove(name) }
            return
        }
        let journal = name(for: JournalFile.fileName)
        // As long as it lies there, what else does is of an amendment that is decided.
        for name in new where name != journal {
            try folder.rename(name, to: String(name.dropLast(ending.count)))
        }
        try folder.synchronize()
        try folder.rename(journal, to: JournalFile.fileName)
        try folder.synchronize()
    }

    /// Whether the manifest is that of the amendment: it vouches for the new journal, and not for the old one.
    private static func isDecided(in folder: OpenFolder) -> Bool {
        let name = SessionManifest.fileName
        guard let bytes = try? FolderFile.read(name, in: folder, limit: SessionManifest.sizeLimit),
            let manifest = try? SessionManifest(decoding: bytes, where: folder.path(ofFile: name)),
            var journal = manifest.journal, journal.path == JournalFile.fileName
        else { return false }
        journal.path = Self.name(for: journal.path)
        // The new one may begin as the old one does, and has more than the manifest of before vouches for.
        return JournalReading.isVouchedFor(journal, in: folder)
            && !JournalFile.hasMore(than: journal.size, journal.path, in: folder)
    }
}
