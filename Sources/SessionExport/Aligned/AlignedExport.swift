// A session as one table at a common rate, for programs that want a number in each row: what no sensor has measured there
// follows a rule, and the sidecar beside the table says which, and how often. It is there whole or not at all.

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

    /// The rates that a table can have, in hertz.
    package static let rates = 0.001...100_000.0

    static let tableName = "aligned.csv"
    static let sidecarName = "aligned.json"

    /// Exports a session into a folder of the session's name.
    ///
    /// - Parameters:
    ///   - session: The session folder.
    ///   - place: The folder that the export goes into.
    ///   - kinds: The kinds of recorders that may have written its files.
    ///   - rate: How many rows a second has, one of `rates`.
    package init(
        of session: String,
        in place: ExportPlace,
        kinds: [any RecorderKind],
        rate: Double
    ) {
        (self.session, self.place, self.kinds, self.rate) = (session, place, kinds, rate)
    }

    /// Does it.
    ///
    /// - Returns: What was made.
    /// - Throws: `SessionError` where the session cannot be read, is still being written, has no samples, has files
    ///   of two starts of a machine, would have more rows than a table can, or its export cannot be made; nothing is
    ///   there then.
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
                "it has no sensor whose samples have times",
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

    /// Throws where boot time began anew between two files, as it does when a machine starts.
    private static func requireOneBoot(
        of files: [SessionManifest.File],
        in session: Session
    ) throws(SessionError) {
        for file in files where !SessionClock.isOne(for: file, and: files[0]) {
            throw SessionError(
                "its boot time is not that of \(files[0].path): the machine was started again between the two, or its "
                    + "clock was set",
                where: session.path(of: file),
                remedy: "export it without --align; a row cannot have both"
            )
        }
    }
}
