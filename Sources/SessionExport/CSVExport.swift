// Exports a session for programs that do not know sessions: one wide CSV file for each sample file, and the manifest,
// which explains the columns. The export is complete or does not exist.

package import RecorderKinds
internal import SampleFile
package import SessionFolder
internal import SystemCalls

/// Exports a session as CSV tables.
package struct CSVExport: Sendable {
    private let session: String
    private let place: ExportPlace
    private let kinds: [any RecorderKind]

    /// Exports a session into a folder with the session's name.
    ///
    /// - Parameters:
    ///   - session: The session folder.
    ///   - place: The folder for the export.
    ///   - kinds: The kinds of recorders that may have written its files.
    package init(of session: String, in place: ExportPlace, kinds: [any RecorderKind]) {
        (self.session, self.place, self.kinds) = (session, place, kinds)
    }

    /// Runs the export.
    ///
    /// - Returns: What was exported.
    /// - Throws: `SessionError` if the session cannot be read or is still being written, or the export cannot be
    ///   written; nothing is left then.
    package func run() throws(SessionError) -> ExportReport {
        let opened = try Session(openingWhole: session, to: "export it")
        return try place.make(FileSystem.name(of: opened.path)) { folder, path throws in
            try make(opened, in: folder, at: path)
        }
    }

    private func make(
        _ session: Session,
        in folder: ExportFolder,
        at path: String
    ) throws -> ExportReport {
        var report = ExportReport(path: path, files: [], left: session.notExported)
        for file in session.sampleFiles {
            try session.requirePlain(file)
            let columns = try session.columns(of: file, by: kinds, to: "export it")
            let wide = Self.wideName(of: file, among: report.files.map(\.name))
            let made = try folder.create(wide)
            let account = try WideFile(file, of: session, columns).make { try made.add($0) }
            try made.finish()
            report.files.append(
                ExportReport.File(name: wide, rows: account.rows, lost: account.lost)
            )
            report.left += account.left(of: file, beside: columns)
        }
        _ = try folder.copyDocuments(of: session)
        return report
    }

    private static func wideName(
        of file: SessionManifest.File,
        among others: [String]
    ) -> String {
        let wide = "\(file.stem).csv"
        return others.contains(wide) ? "\(file.path).csv" : wide
    }
}
