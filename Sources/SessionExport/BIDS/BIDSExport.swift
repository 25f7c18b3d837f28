// Sessions as one Motion-BIDS dataset, which is there whole or not at all. Each session is read before anything is
// written: one that is damaged or still written is left out as a whole, and told.

package import RecorderKinds
internal import SampleFile
package import SessionFolder
internal import SystemCalls

/// Exports sessions as a Motion-BIDS dataset.
package struct BIDSExport: Sendable {
    /// The session folders.
    package var sessions: [String]
    /// The folder that becomes the dataset; nothing may be there yet.
    package var directory: String
    /// The kinds of recorders that may have written their files.
    package var kinds: [any RecorderKind]
    /// The version of the program, which the dataset tells.
    package var version: String

    /// What an export has come to.
    package struct Report: Sendable, Hashable, Encodable {
        /// The dataset.
        package var path: String
        /// The tables that were made.
        package var files: [SessionExport.Report.File] = []
        /// What has no table, and where it is instead and why, a line each.
        package var kept: [String] = []
        /// What has to be known of labels, a line each.
        package var notes: [String] = []
        /// Sessions that are left out, and why, a line each.
        package var refused: [String] = []
    }

    /// Exports sessions into a folder that is made.
    package init(
        of sessions: [String],
        to directory: String,
        kinds: [any RecorderKind],
        version: String
    ) {
        (self.sessions, self.directory) = (sessions, directory)
        (self.kinds, self.version) = (kinds, version)
    }

    /// The folder in which the dataset is made.
    package var place: ExportPlace {
        ExportPlace(
            FileSystem.parent(of: directory) ?? "/",
            only: FileSystem.name(of: directory)
        )
    }

    /// Does it.
    ///
    /// - Returns: What was made, and which sessions are not in it.
    /// - Throws: `SessionError` where none of the sessions can be in a dataset, where the labels of two people would be
    ///   the same, or where the dataset cannot be made; nothing is there then.
    package func run() throws(SessionError) -> Report {
        var report = Report(path: directory)
        var refusals: [SessionError] = []
        let surveys = surveys(&refusals)
        let tabled = surveys.filter { !$0.tables.isEmpty }
        for survey in surveys where survey.tables.isEmpty {
            refusals.append(
                SessionError(
                    "it has no samples that BIDS has a table for",
                    where: survey.session.path,
                    remedy: "export it with --to csv"
                )
            )
        }
        guard !tabled.isEmpty else { throw nothing(refusals) }
        report.refused = refusals.map { "\($0)" }
        let plan = try BIDSPlan(tabled.map(\.source))
        let byPath = Dictionary(tabled.map { ($0.session.path, $0) }) { first, _ in first }
        let name = FileSystem.name(of: directory)
        return try place.make(name) { folder, path throws in
            report.path = path
            var writing = BIDSWriting(folder: BIDSFolder(folder), version: version, report: report)
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
    private func surveys(_ refusals: inout [SessionError]) -> [BIDSSessionSurvey] {
        var paths: Set<String> = []
        var surveys: [BIDSSessionSurvey] = []
        let areLive = Session.areLive(at: sessions)
        for (path, isLive) in zip(sessions, areLive) {
            do {
                let session = try Session(opening: path)
                guard paths.insert(session.path).inserted else { continue }
                guard !isLive else { throw SessionError.isLive(path) }
                try session.requireSealed()
                surveys.append(try BIDSSessionSurvey(session, kinds))
            } catch {
                refusals.append(ExportPlace.asSessionError(error, in: path))
            }
        }
        return surveys
    }
}
