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

    /// The new version of the journal, which lies there, be it empty, as long as any new file does: where it is not,
    /// what has such a name is somebody's own.
    static let journalName = name(for: JournalFile.fileName)

    /// What is said where nobody knows if an amendment was decided.
    static let unknown =
        "an amendment was killed, and neither the journal nor its new version is what the manifest vouches for"
    /// What helps there.
    static let remedyOfUnknown =
        "restore manifest.json, journal.json or \(journalName) from a copy, and run `footfall repair`; if you have "
        + "none, move \(journalName) elsewhere, run `footfall repair`, and amend the session once more"

    /// How far an amendment has come that is not at its end.
    private enum State {
        /// There is none.
        case none
        /// It is decided: its files are to take their places.
        case decided(SessionManifest, new: [String])
        /// It had changed nothing: its files are to go.
        case undecided(new: [String])
        /// Neither journal is the one that the manifest vouches for, or no manifest tells of one.
        case unknown
    }

    /// Brings what a killed amendment has left to its end: all of its files are in place then, or none is.
    ///
    /// Only who owns the folder may do it. Where nobody can say what was decided, nothing changes.
    ///
    /// - Returns: Whether files were put in place.
    /// - Throws: `SessionError` where a file cannot be put in place, or it cannot be seen what was decided.
    @discardableResult
    static func finish(in folder: OpenFolder) throws(SessionError) -> Bool {
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
            case .none, .unknown: return false
            case .undecided(let new):
                // The journal goes last: until then the others are known for what they are.
                for name in new { try folder.remove(name) }
                try folder.remove(journalName)
                return false
            case .decided(let manifest, let new):
                for name in new where try isVouched(for: name, by: manifest, in: folder) {
                    try folder.rename(name, to: String(name.dropLast(ending.count)))
                }
                try folder.synchronize()
                try folder.rename(journalName, to: JournalFile.fileName)
                try folder.synchronize()
                return true
            }
        } catch {
            throw SessionAmendment.unwritten(error, folder)
        }
    }

    /// Whether an amendment was decided and is not at its end yet: a repair brings it there.
    static func isHalfDone(in folder: OpenFolder) -> Bool {
        guard case .decided? = try? state(in: folder) else { return false }
        return true
    }

    /// Whether there is an amendment of which nobody can say if it was decided.
    static func isUnknown(in folder: OpenFolder) -> Bool {
        guard case .unknown? = try? state(in: folder) else { return false }
        return true
    }

    /// Throws where somebody's own file has the name that the new version of a session's file would have.
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
            // Before the amendment is told in it, the new one may be what the old one is, to the last byte.
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

    /// Whether a new file is what the manifest vouches for, where it says something of it: any other is not ours.
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

    /// Whether a name is that of a new file of the session: what else somebody has put there is theirs.
    private static func isOf(_ manifest: SessionManifest, _ newName: String) -> Bool {
        let name = String(newName.dropLast(ending.count))
        let documents = [
            SessionManifest.taskResultName, SessionManifest.answersName,
            SessionManifest.progressName, JournalFile.fileName,
        ]
        let stem = name.firstRange(of: ".torn").map { String(name[..<$0.lowerBound]) } ?? name
        return documents.contains(stem) || manifest.files.contains { $0.path == stem }
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
