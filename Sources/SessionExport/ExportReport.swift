// The result of an export, for people and programs: what was exported, and what of the session is missing in it.

/// The result of an export.
package struct ExportReport: Sendable, Hashable, Encodable {
    /// The path of the created folder or file.
    package var path: String
    package var files: [File]
    /// What of the session is not in the export.
    package var left: [Left] = []
    /// Remarks for the user, one a line.
    package var notes: [String] = []

    /// A file of the export.
    package struct File: Sendable, Hashable, Encodable {
        package var name: String
        package var rows: Int
        /// The number of missing samples, by the records.
        package var lost: Int
    }

    /// A file of the session, or a part of one, that is not in the export.
    package struct Left: Sendable, Hashable, Encodable {
        package var name: String
        package var why: String
    }
}
