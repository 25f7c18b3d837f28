// An amendment changes several files of a session, and a kill must not leave only some of them changed. So it first
// writes each new file beside the old one. Then it writes the manifest, which has the size and the checksum of the new
// journal. With this the amendment is decided. If it is killed later, the next repair, note or amendment puts the other
// files in place; if it was killed earlier, the next one deletes the new files.

internal import SampleFile
internal import SystemCalls

/// The new files of an amendment, beside the files that they replace.
enum AmendedFiles {
    /// The suffix of a new file's name until it replaces the old file.
    static let ending = ".amended"

    /// Returns the name for the new version of a file.
    static func name(for name: String) -> String { name + ending }

    /// The name of the new version of the journal.
    ///
    /// This file exists, perhaps empty, as long as any new file does. Without it, files with the suffix belong to
    /// the user.
    static let journalName = name(for: JournalFile.fileName)

    /// The message if it is unknown whether an amendment was decided.
    static let unknown =
        "an amendment was killed, and neither the journal nor its new version is what the manifest vouches for"
    /// The remedy for that.
    static let remedyOfUnknown =
        "restore manifest.json, journal.json or \(journalName) from a copy, and run `footfall repair`; if you have "
        + "none, move \(journalName) elsewhere, run `footfall repair`, and amend the session once more"

    /// How far an unfinished amendment has come.
    private enum State {
        /// There is no unfinished amendment.
        case none
        /// It is decided: its files must be put in place.
        case decided(SessionManifest, new: [String])
        /// It has changed nothing: its files must be deleted.
        case undecided(new: [String])
        /// The manifest is missing or invalid, does not name `journal.json`, or vouches for neither journal.
        case unknown
    }

    /// Completes a killed amendment: afterwards all of its files are in place, or none.
    ///
    /// Only the owner of the folder may do this. If it is unknown what was decided, nothing changes.
    ///
    /// - Returns: Whether files were put in place, and the names of those that were deleted.
    /// - Throws: `SessionError` if a file cannot be put in place, or it is unknown what was decided.
    @discardableResult
    static func finish(
        in folder: OpenFolder
    ) throws(SessionError) -> (isCompleted: Bool, deleted: [String]) {
        let state = try state(in: folder)
        if case .unknown = state {
            throw SessionError(
                unknown,
                where: folder.path(ofFile: journalName),
                remedy: remedyOfUnknown
            )
        }
        do throws(SystemError) {
            switch state {
            case .none, .unknown: return (false, [])
            case .undecided(let new):
                // Delete the journal last: as long as it exists, the other files are recognised as an
                // amendment's.
                for name in new { try folder.remove(name) }
                try folder.remove(journalName)
                return (false, new + [journalName])
            case .decided(let manifest, let new):
                for name in new where try isVouched(for: name, by: manifest, in: folder) {
                    try folder.rename(name, to: String(name.dropLast(ending.count)))
                }
                try folder.synchronize()
                try folder.rename(journalName, to: JournalFile.fileName)
                try folder.synchronize()
                return (true, [])
            }
        } catch {
            throw SessionAmendment.unwritten(error, folder)
        }
    }

    /// True if an amendment was decided and is not completed: a repair completes it.
    static func isHalfDone(in folder: OpenFolder) -> Bool {
        guard case .decided? = try? state(in: folder) else { return false }
        return true
    }

    /// True if there is an amendment of which it is unknown whether it was decided.
    static func isUnknown(in folder: OpenFolder) -> Bool {
        guard case .unknown? = try? state(in: folder) else { return false }
        return true
    }

    /// Throws if a user's file has a name that a new version of a session's file needs.
    static func requireNone(
        of manifest: SessionManifest,
        in folder: OpenFolder
    ) throws(SessionError) {
        let names = (try? folder.list()) ?? []
        let own = names.first { $0.hasSuffix(ending) && isOf(manifest, $0) }
        guard let own else { return }
        throw SessionError(
            "it has the name that an amendment needs for a file of its own",
            where: folder.path(ofFile: own),
            remedy: "give it another name, or move it elsewhere; then amend the session once more"
        )
    }

    private static func state(in folder: OpenFolder) throws(SessionError) -> State {
        let names = (try? folder.list()) ?? []
        guard names.contains(journalName) else { return .none }
        let place = folder.path(ofFile: SessionManifest.fileName)
        switch folder.kind(of: SessionManifest.fileName) {
        case .file: break
        case .missing: return .unknown
        default: return .none
        }
        let bytes = try FolderFile.read(
            SessionManifest.fileName,
            in: folder,
            limit: SessionManifest.sizeLimit
        )
        guard let manifest = try? SessionManifest(decoding: bytes, where: place),
            let journal = manifest.journal, journal.path == JournalFile.fileName
        else { return .unknown }
        let new = names.filter {
            $0 != journalName && $0.hasSuffix(ending) && isOf(manifest, $0)
        }
        do throws(SystemError) {
            // Before the amendment's event is added, the new journal may be identical to the old one.
            if try isAll(of: journal, journalName, in: folder),
                try !isAll(of: journal, JournalFile.fileName, in: folder)
            {
                return .decided(manifest, new: new)
            }
        } catch {
            throw SessionAmendment.unwritten(error, folder)
        }
        return JournalReading.isVouchedFor(journal, in: folder) ? .undecided(new: new) : .unknown
    }

    /// True if a new file is what the manifest vouches for, or the manifest does not mention it.
    ///
    /// Any other file with such a name belongs to the user, and stays.
    private static func isVouched(
        for name: String,
        by manifest: SessionManifest,
        in folder: OpenFolder
    ) throws(SystemError) -> Bool {
        let stem = String(name.dropLast(ending.count))
        let file = manifest.files.first { $0.path == stem }
        let document = [manifest.taskResult, manifest.answers].compactMap { $0 }
            .first { $0.path == stem }
        guard let size = file?.size ?? document?.size,
            let checksum = file?.checksum ?? document?.checksum
        else { return true }
        guard folder.kind(of: name) == .file else { return false }
        let digest = try FileDigest(of: folder.open(name), upTo: .max)
        return digest.bytes == size && digest.checksum.text == checksum
    }

    /// True for the name of a new file of the session; other files belong to the user.
    private static func isOf(_ manifest: SessionManifest, _ newName: String) -> Bool {
        let name = String(newName.dropLast(ending.count))
        let documents = [
            SessionManifest.taskResultName, SessionManifest.answersName,
            SessionManifest.progressName, JournalFile.fileName,
        ]
        let stem = name.firstRange(of: ".torn").map { String(name[..<$0.lowerBound]) } ?? name
        return documents.contains(stem) || manifest.files.contains { $0.path == stem }
    }

    /// True if a journal has exactly what the manifest vouches for, and nothing after that.
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
