// What an export has come to, for people and for programs: what was made, and what of the session is not in it.

/// What an export has come to.
package struct ExportReport: Sendable, Hashable, Encodable {
    /// What was made: a folder, or a file.
    package var path: String
    package var files: [File]
    /// What of the session is not in it.
    package var left: [Left] = []
    /// What whoever uses it has to know, a line each.
    package var notes: [String] = []

    /// A file of it.
    package struct File: Sendable, Hashable, Encodable {
        package var name: String
        package var rows: Int
        /// Samples that are missing, as the records tell them.
        package var lost: Int
    }

    /// A file of the session that is not in the export, or something of one.
    package struct Left: Sendable, Hashable, Encodable {
        package var name: String
        package var why: String
    }
}
