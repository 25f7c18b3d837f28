// The errors for a path that is not a session's. Each says what is there instead, and which session the user may have
// meant.

internal import SystemCalls

extension SessionError {
    private static let otherSession =
        "name a folder that `footfall record` or `footfall run` has made: it holds "
        + SessionManifest.fileName

    /// Describes a path that leads to something other than a folder.
    static func noFolder(at path: String) -> SessionError {
        let isFile = FileSystem.kind(of: path) == .file
        let session = session(ofFile: path)
        return SessionError(
            "it is not a session: it is \(isFile ? "a file, " : "")not a folder",
            where: path,
            remedy: session.map { "name the session that the file is in: \($0)" } ?? otherSession
        )
    }

    /// Describes a folder without a manifest.
    ///
    /// Names one of the sessions in it, if a user named the folder: `path` is then the user's name for it.
    static func noSession(in folder: OpenFolder, called path: String?) -> SessionError {
        let isEmpty = (try? folder.list())?.isEmpty == true
        let lack = isEmpty ? "the folder is empty" : "it has no \(SessionManifest.fileName)"
        let session = path.flatMap(newestSession)
        return SessionError(
            "it is not a session: \(lack)",
            where: path ?? folder.path,
            remedy: session.map { "name one of the sessions in it, such as \($0)" } ?? otherSession
        )
    }

    /// The session folder that a file is in; `nil` if it is in none.
    private static func session(ofFile path: String) -> String? {
        guard let folder = FileSystem.parent(of: path),
            FileSystem.kind(of: "\(folder)/\(SessionManifest.fileName)") == .file
        else { return nil }
        return folder == "." ? (try? FileSystem.absolutePath(folder)) : folder
    }

    /// The newest session, by its name, of a folder of sessions; `nil` if it has none.
    private static func newestSession(in path: String) -> String? {
        let found = try? SessionList.newest(in: path, atMost: 1, countingSamples: false)
        guard let name = found?.entries.first?.name else { return nil }
        return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }
}
