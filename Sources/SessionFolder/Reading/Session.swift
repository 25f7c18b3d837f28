// A session as its readers see it: the folder, its manifest, and its files. Opening it reports everything that is
// wrong with the folder as one error, before any code relies on it.

public import Research
package import SampleFile
package import SystemCalls

/// A session folder, opened for reading.
public struct Session: Sendable {
    /// The absolute path of the folder.
    public var path: String { folder.path }
    /// The manifest, with all later events of the journal applied.
    public internal(set) var manifest: SessionManifest
    let folder: OpenFolder
    /// True if the journal has events that the manifest on the disk does not have.
    let isBehind: Bool
    /// Files that the run has listed and, according to the journal, not created yet.
    let unbegun: Set<String>
    /// Why the rest of the journal cannot be read; `nil` if all of it was read.
    let problemOfJournal: SessionError?

    /// Opens a session folder.
    ///
    /// - Throws: `SessionError`, with one line and the remedy, if it is not a session.
    public init(opening path: String) throws(SessionError) {
        try self.init(in: Self.folder(at: path), called: path)
    }

    /// Opens the session in an open folder.
    package init(in folder: OpenFolder, called path: String? = nil) throws(SessionError) {
        let name = SessionManifest.fileName
        if let error = SessionError.outOfReach(name, in: folder) { throw error }
        if folder.kind(of: name) == .missing {
            throw Self.withoutManifest(in: folder, called: path)
        }
        let bytes = try FolderFile.read(name, in: folder, limit: SessionManifest.sizeLimit)
        let written = try SessionManifest(decoding: bytes, where: folder.path(ofFile: name))
        let reading = JournalReading(after: written, in: folder)
        manifest = reading.manifest
        problemOfJournal = reading.problem
        isBehind = reading.hasMore
        unbegun = reading.unbegun
        self.folder = folder
    }

    /// Returns the error for a folder without a manifest: it may still be a session, with a journal or a
    /// session's name.
    static func withoutManifest(in folder: OpenFolder, called path: String?) -> SessionError {
        guard JournalReading(alone: folder) != nil || CrashedSessions.looksLikeARun(folder.path)
        else { return .noSession(in: folder, called: path) }
        return SessionError(
            "its \(SessionManifest.fileName) is missing",
            where: path ?? folder.path,
            remedy: "run `footfall repair`, which rebuilds it from what there is"
        )
    }

    /// Returns the path of a file of the session.
    public func path(of file: SessionManifest.File) -> String { "\(path)/\(file.path)" }

    /// Throws if a file of the session is missing or not a plain file; call it before reading the file.
    ///
    /// - Throws: `SessionError` if it is not there, or is not a plain file.
    public func requirePlain(_ file: SessionManifest.File) throws(SessionError) {
        try FolderFile.requirePlain(file.path, in: folder)
    }

    /// Returns a reader for the records of a file of the session.
    package func reader(
        of file: SessionManifest.File,
        schema: RecordSchema
    ) throws(SampleFileError) -> SampleFileReader {
        try SampleFileReader(
            opening: file.path,
            in: folder,
            schema: schema,
            csvHeader: file.layout != .csvWithoutHeader
        )
    }

    /// Returns the columns of a file's records, from the manifest; `nil` if an older manifest does not state their
    /// types.
    package func schema(of file: SessionManifest.File) -> RecordSchema? {
        let typed = file.typedColumns
        guard let columns = file.columns, !typed.isEmpty else { return nil }
        let known = RecordSchema.commonColumns + typed
        return RecordSchema(columns.compactMap { name in known.first { $0.name == name } })
    }

    /// The files that hold samples, without those that were lost while they were written.
    public var sampleFiles: [SessionManifest.File] { manifest.sampleFiles }

    /// Returns the losses of the session that no record of its files shows.
    package func lossesBesideItsRecords(isLive: Bool) -> [CheckFinding] {
        let all =
            CheckRules.ending(
                of: manifest,
                isLive: isLive,
                goesOnElsewhere: !isLive && continuation != nil
            ) + CheckRules.recovered(manifest)
            + manifest.files.filter(\.isLost).map(CheckRules.lost) + unreportedLosses
        return all.filter { $0.severity == .loss }
    }

    /// The losses that files whose writing failed could not record; reads only these files.
    private var unreportedLosses: [CheckFinding] {
        manifest.sampleFiles.filter { $0.error != nil }.flatMap { file in
            CheckRules.unreportedLosses(of: file, SurveyedFile.read(file, in: folder).survey)
        }
    }

    /// Whether a run is still writing the session, as far as that can be seen without waiting.
    package var ownership: SessionOwnership { FolderTenure.ownership(of: folder) }

    /// True if a run is still writing the session.
    ///
    /// If another machine may be writing it, waits some seconds for a sign of life.
    public var isLive: Bool { FolderTenure.owned(among: [folder])[0] }

    /// Returns whether runs are still writing the sessions in these folders.
    ///
    /// Waits once for all of them, however many there are, and holds none of them open meanwhile.
    package static func areLive(at paths: [String]) -> [Bool] {
        FolderTenure.owned(among: paths) { try Self.folder(at: $0) }
    }

    /// True if the run's own result is there and readable.
    ///
    /// A result made by a repair contains no step and does not count.
    package var hasOwnResult: Bool {
        guard !manifest.recovered.contains(where: { $0.path == SessionManifest.taskResultName })
        else { return false }
        return (try? taskResult())?.taskRunUUID == manifest.taskRunUUID
    }

    /// True if a closed file was changed since; false for a file that was never closed, since its bytes are
    /// unknown.
    package func isChanged(_ file: SessionManifest.File) throws(SessionError) -> Bool {
        guard let seal = file.seal else { return false }
        let digest = try FolderFile.digest(file.path, in: folder)
        return (digest.size, digest.checksum) != (seal.size, seal.checksum)
    }

    /// Reads the result of the task.
    ///
    /// - Throws: `SessionError` if there is none, or it cannot be read.
    public func taskResult(
        _ factory: RSDFactory = RSDFactory()
    ) throws(SessionError) -> RSDTaskResultObject {
        try SessionResult.read(in: folder, factory)
    }

    /// Opens the folder that a user named.
    static func folder(at path: String) throws(SessionError) -> OpenFolder {
        do throws(SystemError) {
            return try OpenFolder.open(path, ofOneOwner: true)
        } catch {
            switch error.errno {
            case .notFound:
                throw SessionError(
                    "there is no such folder",
                    where: path,
                    remedy: "name a folder that `footfall record` made"
                )
            case .notDirectory: throw .noFolder(at: path)
            case .permission where FileSystem.kind(of: path) == .link:
                throw SessionError(
                    "it is a link that neither root nor the owner of the folder has made",
                    where: path,
                    remedy: "name the folder itself, if you trust it"
                )
            default: throw .unreadable(error, where: path)
            }
        }
    }
}
