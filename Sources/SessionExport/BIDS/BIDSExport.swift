// Exports sessions as one Motion-BIDS dataset, which is complete or does not exist. Each session is read completely
// before anything is written: a session that is damaged or still being written is left out and reported.

package import RecorderKinds
internal import SampleFile
package import SessionFolder
internal import SystemCalls

/// Exports sessions as a Motion-BIDS dataset.
package struct BIDSExport: Sendable {
    private let sessions: [String]
    private let directory: String
    private let kinds: [any RecorderKind]
    private let version: String
    /// The folder in which the dataset is created.
    package let place: ExportPlace
    private let tell: @Sendable (Step) -> Void

    /// The progress of an export.
    package enum Step: Sendable {
        /// The next session is being read.
        case session
        /// This many more bytes were written.
        case written(Int)
    }

    /// The result of an export.
    package struct Report: Sendable, Hashable, Encodable {
        /// The path of the dataset.
        package var path: String
        /// The tables that were written.
        package var files: [ExportReport.File] = []
        /// Files without a table: where they are instead and why, one a line.
        package var kept: [String] = []
        /// Remarks on labels, one a line.
        package var notes: [String] = []
        /// Sessions that were left out, and why, one a line.
        package var refused: [String] = []
    }

    /// Exports sessions into a new folder.
    ///
    /// - Parameters:
    ///   - sessions: The session folders.
    ///   - directory: The folder for the dataset; it must not exist yet.
    ///   - kinds: The kinds of recorders that may have written their files.
    ///   - version: The program's version, for the dataset's description.
    ///   - tell: Receives the progress, on the exporting thread.
    package init(
        of sessions: [String],
        to directory: String,
        kinds: [any RecorderKind],
        version: String,
        telling tell: @escaping @Sendable (Step) -> Void = { _ in }
    ) {
        (self.sessions, self.directory) = (sessions, directory)
        (self.kinds, self.version) = (kinds, version)
        place = ExportPlace(
            FileSystem.parent(of: directory) ?? "/",
            only: FileSystem.name(of: directory),
            telling: { tell(.written($0)) }
        )
        self.tell = tell
    }

    /// Runs the export.
    ///
    /// - Returns: What was exported, and which sessions were left out.
    /// - Throws: `SessionError` if no session can be exported, if two people would get the same label, or if the
    ///   dataset cannot be written; nothing is left then.
    package func run() throws(SessionError) -> Report {
        let name = FileSystem.name(of: directory)
        guard !["", ".", "..", "/"].contains(name) else {
            throw SessionError(
                "a dataset is a folder that is made, and this one is there already",
                where: directory,
                remedy: "end the path of --output with a name that is free, as in ./Dataset"
            )
        }
        var report = Report(path: directory)
        let (surveys, unread) = surveys()
        var refusals = unread
        let tabled = surveys.filter { !$0.tables.isEmpty }
        for survey in surveys where survey.tables.isEmpty {
            refusals.append(
                SessionError(
                    "it has no samples that BIDS has a table for",
                    where: survey.path,
                    remedy: "export it with --to csv"
                )
            )
        }
        guard !tabled.isEmpty else { throw nothing(refusals) }
        report.refused = refusals.map { "\($0)" }
        let plan = try BIDSPlan(tabled.map(\.source))
        let byPath = Dictionary(tabled.map { ($0.path, $0) }) { first, _ in first }
        return try place.make(name) { folder, path throws in
            report.path = path
            var writing = BIDSWriting(folder: folder, version: version, report: report)
            for place in plan.places {
                if let survey = byPath[place.source.path] { try writing.write(survey, at: place) }
            }
            try writing.finish(name: name)
            return writing.report
        }
    }

    /// Explains why there is no dataset.
    private func nothing(_ refusals: [SessionError]) -> SessionError {
        guard let first = refusals.first else {
            return SessionError(
                "there is no session to export",
                where: directory,
                remedy: "name a session folder, or a folder of sessions"
            )
        }
        guard refusals.count > 1 else { return first }
        return SessionError(
            "none of \(refusals.count) sessions can be in a dataset; \(first.where): \(first.what)",
            where: directory,
            remedy: first.remedy
        )
    }

    /// Reads the sessions, and collects the errors of those that cannot be exported.
    func surveys() -> (read: [BIDSSessionSurvey], refusals: [SessionError]) {
        var paths: Set<String> = []
        var surveys: [BIDSSessionSurvey] = []
        var refusals: [SessionError] = []
        let areLive = Session.areLive(at: sessions)
        for (path, isLive) in zip(sessions, areLive) {
            tell(.session)
            do {
                let session = try Session(opening: path)
                guard paths.insert(session.path).inserted else { continue }
                guard !isLive else { throw SessionError.isLive(path, before: "export it") }
                try session.requireSealed()
                surveys.append(try BIDSSessionSurvey(session, kinds))
            } catch {
                refusals.append(ExportPlace.asSessionError(error, in: path))
            }
        }
        return (surveys, refusals)
    }
}
