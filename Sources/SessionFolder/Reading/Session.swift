// A session as its readers see it: the folder, what its manifest says, and where its files lie.
// Whatever is wrong with the folder is one error here, before anybody relies on it.

public import Research
internal import SystemCalls

/// A session folder, opened for reading.
public struct Session: Sendable {
    /// The folder, from the root.
    public let path: String
    public let manifest: SessionManifest

    /// Opens a session folder.
    ///
    /// - Throws: `SessionError`, one line and the remedy, when it is none.
    public init(opening path: String) throws(SessionError) {
        let folder = try Self.folder(at: path)
        let manifestPath = "\(folder)/\(SessionManifest.fileName)"
        if let error = SessionError.outOfReach(manifestPath) { throw error }
        if FileSystem.kind(of: manifestPath) == .missing {
            throw SessionError(
                "it is not a session: it has no \(SessionManifest.fileName)",
                where: path,
                remedy: "name a folder that `footfall record` made"
            )
        }
        let bytes = try FolderFile.read(manifestPath, limit: SessionManifest.sizeLimit)
        self.manifest = try SessionManifest(decoding: bytes, where: manifestPath)
        self.path = folder
    }

    /// Where a file of the session lies.
    public func path(of file: SessionManifest.File) -> String { "\(path)/\(file.path)" }

    /// Looks whether a file of the session is where the manifest says, before anybody reads it.
    ///
    /// - Throws: `SessionError` when it is not there, or is no plain file.
    public func requirePlain(_ file: SessionManifest.File) throws(SessionError) {
        try FolderFile.requirePlain(path(of: file))
    }

    /// The files that hold samples.
    public var sampleFiles: [SessionManifest.File] {
        manifest.files.filter { $0.layout != .document }
    }

    /// What is missing of the session, and no record of its files tells.
    public var lossesBesideItsRecords: [CheckFinding] {
        let all =
            CheckRules.ending(of: manifest, isLive: isLive) + CheckRules.recovered(manifest)
        return all.filter { $0.severity == .loss }
    }

    /// Whether a run is still writing it.
    public var isLive: Bool { (try? FolderLock.isHeld(path)) ?? false }

    /// Reads the result of the task.
    ///
    /// - Throws: `SessionError` when there is none, or none that can be read.
    public func taskResult(
        _ factory: RSDFactory = RSDFactory()
    ) throws(SessionError) -> RSDTaskResultObject {
        try SessionResult.read(in: path, factory)
    }

    /// The folder's path from the root, if it is a folder.
    static func folder(at path: String) throws(SessionError) -> String {
        do throws(SystemError) {
            let absolute = try FileSystem.absolutePath(path)
            guard FileSystem.kind(of: absolute) == .directory else {
                throw SystemError(call: "opendir", path: path, errno: .notDirectory)
            }
            return absolute
        } catch {
            let what =
                switch error.errno {
                case .notFound: "there is no such folder"
                case .notDirectory: "it is not a session: it is not a folder"
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
