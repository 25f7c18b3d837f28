// Writes sessions into a dataset, one after the other after they have been read, and at the end the tables about all of
// them.

internal import RecorderKinds
internal import Research
internal import SessionFolder
internal import SystemCalls

/// A dataset being written.
struct BIDSWriting {
    let folder: ExportFolder
    let version: String
    var report: BIDSExport.Report
    /// The lines of the scan tables, grouped by folder.
    private var scans: [(name: BIDSName, lines: [BIDSDataset.Scan])] = []
    private var participants: [BIDSDataset.Participant] = []
    private var sourceNames: [String] = []
    private var studies: [SessionManifest.Study?] = []

    init(folder: ExportFolder, version: String, report: BIDSExport.Report) {
        (self.folder, self.version, self.report) = (folder, version, report)
    }

    /// Writes a session.
    mutating func write(_ survey: BIDSSessionSurvey, at place: BIDSPlan.Place) throws {
        let session = try survey.opened()
        let name = FileSystem.name(of: survey.path)
        report.notes += (place.notes + survey.notes).map { "\(name): \($0)" }
        note(place)
        for table in survey.tables {
            switch table.content {
            case .motion(let systems, let steps):
                try write(table, systems, steps, of: session, survey, at: place.name)
            case .behaviour(let behaviour, let label):
                try write(table, behaviour, label, of: session, survey, at: place.name)
            }
        }
        try keep(survey, session, called: name)
        studies.append(survey.manifest.study)
    }

    private mutating func note(_ place: BIDSPlan.Place) {
        let participant = place.source.participant
        let index =
            participants.firstIndex { $0.subject == place.name.subject } ?? participants.endIndex
        if index == participants.endIndex {
            participants.append(
                .init(subject: place.name.subject, code: participant?.subject, groups: [])
            )
        }
        if let group = participant?.group, !participants[index].groups.contains(group) {
            participants[index].groups.append(group)
        }
    }

    // MARK: Tables

    private mutating func write(
        _ table: BIDSSessionSurvey.TabularFile,
        _ systems: [BIDSSystem],
        _ steps: BIDSSteps,
        of session: Session,
        _ survey: BIDSSessionSurvey,
        at name: BIDSName
    ) throws {
        let sidecars = BIDSSidecars(
            manifest: session.manifest,
            file: table.file,
            device: session.device(of: table.file)
        )
        let texts = try systems.map { system in
            func path(_ ending: String) -> String {
                "\(name.folder)/motion/\(name.motion(system.label, ending))"
            }
            try folder.write(json: sidecars.motion(system), to: path("motion.json"))
            try folder.write(sidecars.channels(system), to: path("channels.tsv"))
            try folder.write(json: sidecars.frames(system), to: path("channels.json"))
            try folder.write(json: sidecars.events(), to: path("events.json"))
            return try (
                motion: folder.create(path("motion.tsv")), events: folder.create(path("events.tsv"))
            )
        }
        let outlets = texts.map { text in
            BIDSMotionTables.Outlet(
                motion: { try text.motion.add($0) },
                events: { try text.events.add($0) }
            )
        }
        let accounts = try BIDSMotionTables(systems: systems, steps: steps)
            .write(table.file, of: session, table.columns, to: outlets)
        for (index, text) in texts.enumerated() {
            try text.motion.finish()
            try text.events.finish()
            note(
                table.file,
                "motion/\(name.motion(systems[index].label, "motion.tsv"))",
                accounts[index],
                onset: systems[index].onset,
                survey,
                name
            )
        }
    }

    private mutating func write(
        _ table: BIDSSessionSurvey.TabularFile,
        _ behaviour: BIDSBehaviour,
        _ label: String,
        of session: Session,
        _ survey: BIDSSessionSurvey,
        at name: BIDSName
    ) throws {
        let sidecars = BIDSSidecars(manifest: session.manifest, file: table.file)
        let path = "beh/\(name.behaviour(label, "beh.tsv"))"
        try folder.write(
            json: sidecars.behaviour(behaviour.headings),
            to: "\(name.folder)/beh/\(name.behaviour(label, "beh.json"))"
        )
        let text = try folder.create("\(name.folder)/\(path)")
        let rows = try behaviour.write(table.file, of: session) { try text.add($0) }
        try text.finish()
        var account = behaviour.account
        account.rows = rows
        note(table.file, path, account, onset: behaviour.onset, survey, name)
    }

    private mutating func note(
        _ source: SessionManifest.File,
        _ file: String,
        _ account: ExportAccount,
        onset: Int64,
        _ survey: BIDSSessionSurvey,
        _ name: BIDSName
    ) {
        report.files.append(
            .init(name: "\(name.folder)/\(file)", rows: account.rows, lost: account.lost)
        )
        let scan = BIDSDataset.Scan(
            file: file,
            acquired: SessionClock(of: source, in: survey.manifest.clocks).timeOfDay(at: onset),
            onset: onset,
            session: FileSystem.name(of: survey.path)
        )
        if let place = scans.firstIndex(where: { $0.name.folder == name.folder }) {
            scans[place].lines.append(scan)
        } else {
            scans.append((name, [scan]))
        }
    }

    // MARK: What is kept as it is

    private mutating func keep(
        _ survey: BIDSSessionSurvey,
        _ session: Session,
        called folder: String
    ) throws {
        let name = BIDSLabel.unused(folder, among: sourceNames)
        sourceNames.append(name)
        var copied = Set(try self.folder.copyDocuments(of: session, to: "sourcedata/\(name)"))
        for omission in survey.omissions {
            guard omission.isThere else {
                report.kept.append(
                    "\(folder)/\(omission.name) is not in the dataset: \(omission.why)"
                )
                continue
            }
            if !copied.contains(omission.name) {
                if let problem = session.problem(ofDocument: omission.name) {
                    report.kept.append(
                        "\(folder)/\(omission.name) is not in the dataset: \(problem.what)"
                    )
                    continue
                }
                try self.folder.copy(
                    session.document(omission.name),
                    to: "sourcedata/\(name)/\(omission.name)"
                )
                copied.insert(omission.name)
            }
            report.kept.append("sourcedata/\(name)/\(omission.name): \(omission.why)")
        }
    }

    // MARK: The tables of all

    /// Writes the files about the whole dataset.
    mutating func finish(name: String) throws {
        let title = Self.common(studies.map { $0?.title })
        let licence = Self.common(studies.map { $0?.licence })
        try folder.write(
            json: BIDSDataset.description(name: title ?? name, licence: licence, version: version),
            to: "dataset_description.json"
        )
        let hasVisits = scans.contains { $0.name.visit != nil }
        for (path, value) in BIDSDataset.sidecars where hasVisits || path != "sessions.json" {
            try folder.write(json: value, to: path)
        }
        try folder.write(
            BIDSDataset.readme(
                hasLicence: licence != nil,
                notes: report.notes,
                kept: report.kept
            ),
            to: "README.md"
        )
        participants.sort { $0.subject < $1.subject }
        try write(BIDSDataset.Participant.columns, participants.map(\.line), to: "participants.tsv")
        for (name, lines) in scans {
            let path = "\(name.folder)/\(name.prefix)_scans.tsv"
            try write(BIDSDataset.Scan.columns, lines.map(\.line), to: path)
        }
        guard hasVisits else { return }
        for (subject, visits) in Dictionary(grouping: scans, by: \.name.subject) {
            let lines = visits.map { visit in
                BIDSTable.line([
                    "ses-\(visit.name.visit ?? "")",
                    BIDSDataset.date(visit.lines.map(\.acquired).min() ?? 0),
                ])
            }
            try write(
                ["session_id", "acq_time"],
                lines,
                to: "sub-\(subject)/sub-\(subject)_sessions.tsv"
            )
        }
    }

    /// The text that all sessions share; `nil` if they differ.
    private static func common(_ texts: [String?]) -> String? {
        Set(texts).count == 1 ? texts.first ?? nil : nil
    }

    private func write(_ columns: [String], _ lines: [String], to path: String) throws {
        try folder.write(BIDSTable.line(columns) + lines.joined(), to: path)
    }
}
