// The columns of a file's records: newer manifests say them, and of older ones the kind of recorder does.

package import SessionFolder

extension Session {
    /// The columns of the records of a file, by the manifest or by the kind of recorder that has written it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - kinds: The kinds of recorders that may have written it.
    ///   - deed: What is to be done with it, such as "export it".
    /// - Returns: Where they are.
    /// - Throws: `SessionError` where neither says them.
    package func columns(
        of file: SessionManifest.File,
        by kinds: [any RecorderKind],
        to deed: String
    ) throws(SessionError) -> RecordColumns {
        let schema = schema(of: file) ?? kinds.kind(of: file)?.schema
        guard let columns = schema.flatMap(RecordColumns.init) else {
            throw SessionError(
                "nobody here knows the columns of its records",
                where: self.path(of: file),
                remedy: "\(deed) with a program that has the kind of recorder"
            )
        }
        return columns
    }
}
