// Keeps what a command makes out of sessions. A plot or a table in a session's folder would be taken for one of the
// session's files: `footfall check` would report it, and `footfall delete` would refuse the session, as it would if
// another session were recorded there.

internal import SystemCalls

extension Session {
    /// Refuses a folder that is a session, or is in one.
    ///
    /// - Parameters:
    ///   - directory: The folder in which a command makes a file or a folder; it may not exist yet.
    ///   - path: The path of what the command makes, for the error.
    ///   - made: What the command makes, if the path does not say it.
    /// - Throws: `SessionError` if the folder is a session, or is in one.
    package static func requireNone(
        around directory: String,
        for path: String,
        _ made: String = "it"
    ) throws(SessionError) {
        var place = directory
        var present = try reached(place)
        while present == nil, let parent = FileSystem.parent(of: place), parent != place {
            place = parent
            present = try reached(place)
        }
        while let folder = present {
            guard !isSession(folder) else {
                throw SessionError(
                    "\(made) would be in the session \(folder.path), "
                        + "and a session holds only its own files",
                    where: path,
                    remedy: "name another folder with --output"
                )
            }
            guard let parent = FileSystem.parent(of: folder.path) else { return }
            present = try reached(parent)
        }
    }

    /// Returns a folder, or `nil` where none is or none may be seen; throws if the storage fails.
    private static func reached(_ path: String) throws(SessionError) -> OpenFolder? {
        do throws(SystemError) {
            return try OpenFolder.reach(path)
        } catch {
            switch error.errno {
            case .notFound, .notDirectory, .access, .permission, .nameTooLong, .tooManyLinks:
                return nil
            default:
                throw SessionError(error, "look whether it is in a session", where: path)
            }
        }
    }

    /// True if a folder has the manifest or the journal of a session; another program's `manifest.json` does not count.
    private static func isSession(_ folder: OpenFolder) -> Bool {
        if JournalReading(alone: folder) != nil { return true }
        return folder.kind(of: SessionManifest.fileName) == .file
            && (try? Session(in: folder)) != nil
    }
}
