// Finds the columns of a file's records: newer manifests list them; for older ones the kind of recorder defines
// them.

package import SessionFolder

extension Session {
    /// The columns of a file's records, from the manifest or from the kind of recorder that wrote it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - kinds: The kinds of recorders that may have written it.
    ///   - deed: What the caller wants to do with the file, for the error message, such as "export it".
    /// - Returns: The columns.
    /// - Throws: `SessionError` if neither defines them.
    package func columns(
        of file: SessionManifest.File,
        by kinds: [any RecorderKind],
        to deed: String
    ) throws(SessionError) -> RecordColumns {
        let schema = schema(of: file) ?? kinds.kind(of: file)?.schema
        guard let columns = schema.flatMap(RecordColumns.init) else {
            throw SessionError(
                "this program does not know the columns of its records",
                where: self.path(of: file),
                remedy: "\(deed) with a program that has the kind of recorder"
            )
        }
        return columns
    }
}
