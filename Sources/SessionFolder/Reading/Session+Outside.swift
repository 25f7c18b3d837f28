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
        var present = try? OpenFolder.reach(directory)
        var place = directory
        while present == nil, let parent = FileSystem.parent(of: place), parent != place {
            place = parent
            present = try? OpenFolder.reach(place)
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
            present = FileSystem.parent(of: folder.path).flatMap { try? OpenFolder.reach($0) }
        }
    }

    /// True if a folder has the manifest or the journal of a session; another program's `manifest.json` does not count.
    private static func isSession(_ folder: OpenFolder) -> Bool {
        if JournalReading(alone: folder) != nil { return true }
        return folder.kind(of: SessionManifest.fileName) == .file
            && (try? Session(in: folder)) != nil
    }
}
