// A session as its readers see it: the folder, what its manifest says, and where its files lie.
// Whatever is wrong with the folder is one error here, before anybody relies on it.

public import Research
package import SampleFile
package import SystemCalls

/// A session folder, opened for reading.
public struct Session: Sendable {
    /// The folder, from the root.
    public var path: String { folder.path }
    /// What the session says of itself, with all that its journal has told since that was written.
    public internal(set) var manifest: SessionManifest
    let folder: OpenFolder
    /// Whether its journal has told more since its manifest was written.
    let isBehind: Bool
    /// Files that its run has listed, and not made yet as far as it has told.
    let unbegun: Set<String>
    /// What keeps the rest of the journal from being read, if anything does.
    let problemOfJournal: SessionError?

    /// Opens a session folder.
    ///
    /// - Throws: `SessionError`, one line and the remedy, when it is none.
    public init(opening path: String) throws(SessionError) {
        try self.init(in: Self.folder(at: path), called: path)
    }

    /// Opens the session that a folder is.
    package init(in folder: OpenFolder, called path: String? = nil) throws(SessionError) {
        let name = SessionManifest.fileName
        if let error = SessionError.outOfReach(name, in: folder) { throw error }
        if folder.kind(of: name) == .missing {
            throw Self.withoutManifest(in: folder, called: path ?? folder.path)
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

    /// What is wrong with a folder that has no manifest: a session has its journal all the same.
    static func withoutManifest(in folder: OpenFolder, called path: String) -> SessionError {
        let name = SessionManifest.fileName
        guard JournalReading(alone: folder) != nil || DeadRuns.looksLikeARun(folder.path) else {
            return SessionError(
                "it is not a session: it has no \(name)",
                where: path,
                remedy: "name a folder that `footfall record` made"
            )
        }
        return SessionError(
            "its \(name) is missing",
            where: path,
            remedy: "run `footfall repair`, which makes it anew from what there is"
        )
    }

    /// Where a file of the session lies.
    public func path(of file: SessionManifest.File) -> String { "\(path)/\(file.path)" }

    /// Looks whether a file of the session is where the manifest says, before anybody reads it.
    ///
    /// - Throws: `SessionError` when it is not there, or is no plain file.
    public func requirePlain(_ file: SessionManifest.File) throws(SessionError) {
        try FolderFile.requirePlain(file.path, in: folder)
    }

    /// Reads the records of a file of the session.
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

    /// The columns of the records of a file, as the manifest says them; `nil` where an older one does not.
    package func schema(of file: SessionManifest.File) -> RecordSchema? {
        let typed = file.typedColumns
        guard let columns = file.columns, !typed.isEmpty else { return nil }
        let known = RecordSchema.commonColumns + typed
        return RecordSchema(columns.compactMap { name in known.first { $0.name == name } })
    }

    /// The files that hold samples; those that were lost while they were written are not there.
    public var sampleFiles: [SessionManifest.File] { manifest.sampleFiles }

    /// What is missing of the session, and no record of its files tells.
    package func lossesBesideItsRecords(isLive: Bool) -> [CheckFinding] {
        let all =
            CheckRules.ending(
                of: manifest,
                isLive: isLive,
                goesOnElsewhere: !isLive && continuation != nil
            ) + CheckRules.recovered(manifest)
            + manifest.files.filter(\.isLost).map(CheckRules.lost) + untoldLosses
        return all.filter { $0.severity == .loss }
    }

    /// What files that failed could not tell any more; only these are read for it.
    private var untoldLosses: [CheckFinding] {
        manifest.sampleFiles.filter { $0.error != nil }.flatMap { file in
            CheckRules.untoldLosses(of: file, SurveyedFile.read(file, in: folder).survey)
        }
    }

    /// What can be said at once of whether a run is still writing it.
    package var ownership: SessionOwnership { FolderTenure.ownership(of: folder) }

    /// Whether a run is still writing it; of one that another machine may be writing, a sign of life is waited
    /// for, for some seconds.
    public var isLive: Bool { FolderTenure.owned(among: [folder])[0] }

    /// Whether runs are still writing the sessions in these folders.
    ///
    /// The wait is one for all of them, however many there are, and none is held open meanwhile.
    package static func areLive(at paths: [String]) -> [Bool] {
        FolderTenure.owned(among: paths) { try Self.folder(at: $0) }
    }

    /// Whether the result that its run has written lies there, and can be read: one that a repair has made knows of
    /// no step.
    package var hasOwnResult: Bool {
        guard !manifest.recovered.contains(where: { $0.path == SessionManifest.taskResultName })
        else { return false }
        return (try? taskResult())?.taskRunUUID == manifest.taskRunUUID
    }

    /// Whether a file that was closed has other bytes now; of one that nobody has closed, none is known.
    package func isChanged(_ file: SessionManifest.File) throws(SessionError) -> Bool {
        guard let seal = file.seal else { return false }
        let digest = try FolderFile.digest(file.path, in: folder)
        return (digest.size, digest.checksum) != (seal.size, seal.checksum)
    }

    /// Reads the result of the task.
    ///
    /// - Throws: `SessionError` when there is none, or none that can be read.
    public func taskResult(
        _ factory: RSDFactory = RSDFactory()
    ) throws(SessionError) -> RSDTaskResultObject {
        try SessionResult.read(in: folder, factory)
    }

    /// Opens the folder that a person named, if it is one.
    static func folder(at path: String) throws(SessionError) -> OpenFolder {
        do throws(SystemError) {
            return try OpenFolder.open(path, ofOneOwner: true)
        } catch {
            let what =
                switch error.errno {
                case .notFound: "there is no such folder"
                case .notDirectory: "it is not a session: it is not a folder"
                case .permission where FileSystem.kind(of: path) == .link:
                    throw SessionError(
                        "it is a link that neither root nor the owner of the folder has made",
                        where: path,
                        remedy: "name the folder itself, if you trust it"
                    )
                default: throw SessionError.unreadable(error, where: path)
                }
            throw SessionError(
                what,
                where: path,
                remedy: "name a folder that `footfall record` made"
            )
        }
    }
}
