// Sessions as one Motion-BIDS dataset, which is there whole or not at all. Each session is read before anything is
// written: one that is damaged or still written is left out as a whole, and told.

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
    /// The folder in which the dataset is made.
    package let place: ExportPlace
    private let tell: @Sendable (Step) -> Void

    /// How an export goes on.
    package enum Step: Sendable {
        /// The next session is read.
        case session
        /// So many bytes more are written.
        case written(Int)
    }

    /// What an export has come to.
    package struct Report: Sendable, Hashable, Encodable {
        /// The dataset.
        package var path: String
        /// The tables that were made.
        package var files: [ExportReport.File] = []
        /// What has no table, and where it is instead and why, a line each.
        package var kept: [String] = []
        /// What has to be known of labels, a line each.
        package var notes: [String] = []
        /// Sessions that are left out, and why, a line each.
        package var refused: [String] = []
    }

    /// Exports sessions into a folder that is made.
    ///
    /// - Parameters:
    ///   - sessions: The session folders.
    ///   - directory: The folder that becomes the dataset; nothing may be there yet.
    ///   - kinds: The kinds of recorders that may have written their files.
    ///   - version: The version of the program, which the dataset tells.
    ///   - tell: Is told how it goes on, on the thread that does it.
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

    /// Does it.
    ///
    /// - Returns: What was made, and which sessions are not in it.
    /// - Throws: `SessionError` where none of the sessions can be in a dataset, where the labels of two people would be
    ///   the same, or where the dataset cannot be made; nothing is there then.
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

    /// Why there is no dataset.
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

    /// Reads the sessions; says of those that cannot be exported why.
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
