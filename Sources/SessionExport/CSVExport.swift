// A session for programs that know nothing of sessions: a wide CSV file for each file of samples, and the manifest beside
// them, which says what the columns mean. It is there whole or not at all.

package import RecorderKinds
internal import SampleFile
package import SessionFolder
internal import SystemCalls

/// Exports a session as tables.
package struct CSVExport: Sendable {
    private let session: String
    private let place: ExportPlace
    private let kinds: [any RecorderKind]

    /// Exports a session into a folder of the session's name.
    ///
    /// - Parameters:
    ///   - session: The session folder.
    ///   - place: The folder that the export goes into.
    ///   - kinds: The kinds of recorders that may have written its files.
    package init(of session: String, in place: ExportPlace, kinds: [any RecorderKind]) {
        (self.session, self.place, self.kinds) = (session, place, kinds)
    }

    /// Does it.
    ///
    /// - Returns: What was made.
    /// - Throws: `SessionError` where the session cannot be read, is still being written, or its export cannot be made;
    ///   nothing is there then.
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
