// A session as one MCAP file, which the viewers of robotics play: a channel for each sensor, with marks, steps and losses
// beside them, and the manifest as an attachment. It is there whole or not at all.

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

    /// Exports a session into a folder, as a file of the session's name.
    ///
    /// - Parameters:
    ///   - session: The session folder.
    ///   - place: The folder that the file goes into.
    ///   - kinds: The kinds of recorders that may have written its files.
    package init(of session: String, in place: ExportPlace, kinds: [any RecorderKind]) {
        (self.session, self.place, self.kinds) = (session, place, kinds)
    }

    /// Does it.
    ///
    /// - Returns: What was made, and what of the session is not in it.
    /// - Throws: `SessionError` where the session cannot be read, is still being written, has no records, or its export
    ///   cannot be made; nothing is there then.
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

    /// What is true of the whole session.
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
