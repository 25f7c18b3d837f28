// Exports a session as one MCAP file, which robotics viewers play: one channel for each sensor, others for marks, steps
// and losses, and the manifest as an attachment. The export is complete or does not exist.

package import RecorderKinds
internal import FoundationEssentials
internal import SampleFile
package import SessionFolder
internal import SystemCalls
internal import Timebase

/// Exports a session as an MCAP file.
package struct MCAPExport: Sendable {
    private let session: String
    private let place: ExportPlace
    private let kinds: [any RecorderKind]

    /// Exports a session into a folder, as a file with the session's name.
    ///
    /// - Parameters:
    ///   - session: The session folder.
    ///   - place: The folder for the file.
    ///   - kinds: The kinds of recorders that may have written its files.
    package init(of session: String, in place: ExportPlace, kinds: [any RecorderKind]) {
        (self.session, self.place, self.kinds) = (session, place, kinds)
    }

    /// Runs the export.
    ///
    /// - Returns: What was exported, and what of the session is missing in it.
    /// - Throws: `SessionError` if the session cannot be read, is still being written or has no records, or if the
    ///   export cannot be written; nothing is left then.
    package func run() throws(SessionError) -> ExportReport {
        let opened = try Session(openingWhole: session, to: "export it")
        guard !opened.sampleFiles.isEmpty else {
            throw SessionError(
                "it has no file of samples, and nothing of it can be played",
                where: session,
                remedy: "see with `footfall check` what has become of it"
            )
        }
        let name = "\(FileSystem.name(of: opened.path)).mcap"
        return try place.makeFile(name) { file, path throws in
            try write(opened, to: file, at: path)
        }
    }

    private func write(
        _ session: Session,
        to file: ExportFile,
        at path: String
    ) throws -> ExportReport {
        var report = ExportReport(path: path, files: [], left: session.notExported)
        var writer = try MCAPWriter(library: "footfall") { try file.add($0) }
        try attach(session, to: &writer)
        var prefixes = DistinctNames()
        var topics = DistinctNames()
        for file in session.sampleFiles {
            try session.requirePlain(file)
            let columns = try session.columns(of: file, by: kinds, to: "export it")
            let prefix = "/\(prefixes.distinct(file.stem))"
            let account = try MCAPFile(file, of: session, columns)
                .write(to: &writer, under: prefix, &topics)
            report.files.append(
                ExportReport.File(
                    name: file.path,
                    rows: account.rows,
                    lost: account.lost
                )
            )
            report.left += account.left(of: file, beside: columns)
        }
        try writer.finish()
        return report
    }

    /// Adds the session's documents and metadata.
    private func attach(_ session: Session, to writer: inout MCAPWriter) throws {
        let manifest = session.manifest
        let start = UInt64(max(0, manifest.startDate.instant.nanosecondsSince1970))
        try writer.attach(
            SessionManifest.fileName,
            mediaType: "application/json",
            at: start,
            session.document(SessionManifest.fileName).readAll(limit: SessionManifest.sizeLimit)
        )
        let participant = Participant.Part.allCases.compactMap { part in
            manifest.participant?[part].map { MCAPPair(part.rawValue, $0) }
        }
        if !participant.isEmpty { try writer.describe("participant", participant) }
        try writer.describe(
            "task",
            [
                MCAPPair("identifier", manifest.identifier),
                MCAPPair("taskRunUUID", manifest.taskRunUUID.uuidString),
                MCAPPair("status", manifest.status.rawValue),
                MCAPPair("startDate", manifest.startDate.text),
            ] + (manifest.endDate.map { [MCAPPair("endDate", $0.text)] } ?? [])
        )
    }
}
