// Exports a session as one table at a common rate, for programs that need all sensors in rows at equal distances. Each
// column is filled by a rule: linear, the previous value, an angle or a quaternion; in gaps its cells are empty. A
// sidecar file states each column's rule, and how many cells were measured, computed or empty. The export is complete
// or does not exist.

package import RecorderKinds
internal import SampleFile
package import SessionFolder
internal import SystemCalls
internal import Timebase

/// Exports a session as a table at a common rate.
package struct AlignedExport: Sendable {
    private let session: String
    private let place: ExportPlace
    private let kinds: [any RecorderKind]
    private let rate: Double

    /// The supported rates of a table, in hertz.
    package static let rates = 0.001...100_000.0

    static let tableName = "aligned.csv"
    static let sidecarName = "aligned.json"

    /// Exports a session into a folder with the session's name.
    ///
    /// - Parameters:
    ///   - session: The session folder.
    ///   - place: The folder for the export.
    ///   - kinds: The kinds of recorders that may have written its files.
    ///   - rate: The number of rows a second, one of `rates`.
    package init(
        of session: String,
        in place: ExportPlace,
        kinds: [any RecorderKind],
        rate: Double
    ) {
        (self.session, self.place, self.kinds, self.rate) = (session, place, kinds, rate)
    }

    /// Runs the export.
    ///
    /// - Returns: What was exported.
    /// - Throws: `SessionError` if the session cannot be read, is still being written, has no samples, has files from
    ///   before and after a restart of the machine, was changed, or would need too many rows or sensors, or if the
    ///   export cannot be written; nothing is left then.
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
        let survey = try AlignedSurvey(session, kinds)
        guard let first = survey.streams.map(\.first).min(),
            let last = survey.streams.map(\.last).max()
        else {
            throw SessionError(
                "none of its sensors has samples with times",
                where: self.session,
                remedy: "export it without --align"
            )
        }
        try Self.requireOneBoot(of: survey.streams.map(\.file), in: session)
        guard let grid = AlignmentGrid(from: first, through: last, rate: rate) else {
            throw SessionError(
                "at this rate it would have more than \(AlignmentGrid.mostRows) rows, from its first sample to its last",
                where: self.session,
                remedy:
                    "give a lower rate with --align, or see with `footfall check` whether a time is wrong"
            )
        }
        var table = try AlignedTable(survey.streams, of: session)
        let file = try folder.create(Self.tableName)
        try table.write(grid) { try file.add($0) }
        try file.finish()
        let clock = SessionClock(of: survey.streams[0].file, in: session.manifest.clocks)
        try folder.write(json: table.sidecar(grid, clock), to: Self.sidecarName)
        _ = try folder.copyDocuments(of: session)
        var report = ExportReport(path: path, files: [], left: survey.left)
        report.files = [
            ExportReport.File(name: Self.tableName, rows: grid.count, lost: survey.lost)
        ]
        report.notes = table.notes(rate)
        return report
    }

    /// Throws if two files' times since boot do not match: after a restart, or if the clock was set.
    private static func requireOneBoot(
        of files: [SessionManifest.File],
        in session: Session
    ) throws(SessionError) {
        for file in files where !SessionClock.isOne(for: file, and: files[0]) {
            throw SessionError(
                "its times since boot do not match those of \(files[0].path): the machine was "
                    + "restarted between these two files, or its clock was set",
                where: session.path(of: file),
                remedy:
                    "export it without --align; one table cannot hold times from before and after a "
                    + "restart"
            )
        }
    }
}
