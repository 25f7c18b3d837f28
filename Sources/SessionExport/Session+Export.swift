// What every export does with a session, whichever format it makes.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder

extension Session {
    /// Opens a session that is to be exported.
    ///
    /// - Throws: `SessionError` where it is none, or a run is still writing it.
    init(toExport path: String) throws(SessionError) {
        try self.init(opening: path)
        guard !isLive else { throw .isLive(path) }
        try requireSealed()
    }

    /// Throws where a byte of a file has changed since it was closed: nobody is to compute with that unsaid.
    func requireSealed() throws(SessionError) {
        try requireWholeJournal()
        for file in sampleFiles where try isChanged(file) {
            throw SessionError(
                "it is not what it was when it was closed",
                where: self.path(of: file),
                remedy: "see what `footfall check` says; `footfall repair` keeps what is whole"
            )
        }
    }

    /// The columns of the records of a file, by the manifest or by the kind of recorder that has written it.
    ///
    /// - Throws: `SessionError` where neither says them.
    func columns(
        of file: SessionManifest.File,
        by kinds: [any RecorderKind]
    ) throws(SessionError) -> RecordColumns {
        let schema = schema(of: file) ?? kinds.kind(of: file)?.schema
        guard let columns = schema.flatMap(RecordColumns.init) else {
            throw SessionError(
                "nobody here knows the columns of its records",
                where: self.path(of: file),
                remedy: "export it with a program that has the kind of recorder"
            )
        }
        return columns
    }

    /// What keeps a document from being copied.
    func problem(ofDocument name: String) -> SessionError? {
        do throws(SessionError) {
            _ = try document(name)
            return nil
        } catch {
            return error
        }
    }

    /// What no export has, and why.
    var notExported: [ExportReport.Left] {
        manifest.files.compactMap { file in
            let why: String
            if file.isLost {
                why = "it was lost while it was written\(file.error.map { ": \($0)" } ?? "")"
            } else if file.layout == .document {
                why = "it has no samples: copy it from the session"
            } else {
                return nil
            }
            return ExportReport.Left(name: file.path, why: why)
        }
            + manifest.repairsWithLosses.map {
                ExportReport.Left(
                    name: $0.path,
                    why: "what a repair had to leave out: \($0.message)"
                )
            }
    }
}

extension SessionManifest.File {
    /// Its path without the ending.
    var stem: String {
        let plain = SampleFileCompression.plainName(of: path)
        return String(plain[..<(plain.lastIndex(of: ".") ?? plain.endIndex)])
    }
}

extension SessionError {
    /// That a session is still being written.
    static func isLive(_ path: String) -> SessionError {
        SessionError(
            "a run is still writing it",
            where: path,
            remedy: "let that end, and export it then"
        )
    }

    /// That a file is not the one any more that was looked through before.
    static func changedMeanwhile(_ path: String) -> SessionError {
        SessionError(
            "it was changed while it was read",
            where: path,
            remedy: "try again once nobody changes it"
        )
    }
}
