// Opens a session for computations, which need all of it as it was closed: nothing that a run may still change,
// and nothing that was changed since.

extension Session {
    /// Opens a session that no process writes any more, and whose files are unchanged since they were closed.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - deed: What is to be done with it, such as "export it".
    /// - Throws: `SessionError` if it is not a session, or is not as it was closed.
    package init(openingWhole path: String, to deed: String) throws(SessionError) {
        try self.init(opening: path)
        guard !isLive else { throw .isLive(path, before: deed) }
        try requireSealed()
    }

    /// Throws if a file was changed since it was closed: results must not be computed from it without a warning.
    package func requireSealed() throws(SessionError) {
        try requireWholeJournal()
        for file in sampleFiles where try isChanged(file) {
            throw SessionError(
                "it is not what it was when it was closed",
                where: self.path(of: file),
                remedy: SessionCheck.remedy(ofChanged: file.path, in: folder)
            )
        }
    }
}

extension SessionError {
    /// The error for a session that is still being written.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - deed: What was to be done with it, such as "export it".
    /// - Returns: The error.
    package static func isLive(_ path: String, before deed: String) -> SessionError {
        SessionError(
            "a run is still writing it",
            where: path,
            remedy: "let that end, and \(deed) then"
        )
    }
}
