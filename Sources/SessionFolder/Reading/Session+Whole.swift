// Whoever computes with a session wants all of it, as it was closed: nothing that a run may still change, and nothing
// that somebody has changed since.

extension Session {
    /// Opens a session that nobody writes any more, and of whose files no byte has changed since they were closed.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - deed: What is to be done with it, such as "export it".
    /// - Throws: `SessionError` where it is none, or not as it was closed.
    package init(openingWhole path: String, to deed: String) throws(SessionError) {
        try self.init(opening: path)
        guard !isLive else { throw .isLive(path, before: deed) }
        try requireSealed()
    }

    /// Throws where a byte of a file has changed since it was closed: nobody is to compute with that unsaid.
    package func requireSealed() throws(SessionError) {
        try requireWholeJournal()
        for file in sampleFiles where try isChanged(file) {
            throw SessionError(
                "it is not what it was when it was closed",
                where: self.path(of: file),
                remedy: "see what `footfall check` says; `footfall repair` keeps what is whole"
            )
        }
    }
}

extension SessionError {
    /// That a session is still being written.
    ///
    /// - Parameters:
    ///   - path: Where it is.
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
