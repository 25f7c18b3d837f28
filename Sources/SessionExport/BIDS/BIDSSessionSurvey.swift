// Reads the sample files of a session before the export writes anything, and decides which of them become tables of the
// dataset. So the export finds a damaged one while it can still leave the session out.

internal import FoundationEssentials
internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// What the export knows of a session after it has read the sample files once.
struct BIDSSessionSurvey {
    /// The session's path.
    ///
    /// The export opens the session again when it writes the tables, so that only one session is open at a time.
    let path: String
    let manifest: SessionManifest
    /// The files that become tables.
    private(set) var tables: [TabularFile] = []
    /// The files, and the parts of files, that are in no table, and why.
    private(set) var omissions: [Omission] = []

    /// A sample file that becomes one table or several.
    struct TabularFile {
        var file: SessionManifest.File
        var columns: RecordColumns
        var content: Content
    }

    /// What the tables of a file contain.
    enum Content {
        case motion([BIDSSystem], BIDSSteps)
        case behaviour(BIDSBehaviour, acquisition: String)
    }

    /// A file that does not become a table, or a part of a file for which its tables have no place.
    struct Omission: Sendable, Hashable {
        var name: String
        var why: String
        /// False if the file was lost during the recording; the export copies only the others.
        var isThere = true
    }

    /// Reads the sample files of a session.
    init(_ session: Session, _ kinds: [any RecorderKind]) throws {
        (path, manifest) = (session.path, session.manifest)
        var labels: [String] = []
        for file in manifest.files {
            if file.isLost {
                omissions.append(
                    Omission(
                        name: file.path,
                        why:
                            "it was deleted, moved, cut or replaced during the recording; the recorder's next file counts the lost samples",
                        isThere: false
                    )
                )
            } else if file.layout == .document {
                omissions.append(
                    Omission(name: file.path, why: "it has no sample records for a table")
                )
            } else {
                try read(file, of: session, kinds, &labels)
            }
        }
        if let result = manifest.taskResult {
            omissions.append(Omission(name: result.path, why: "it is the result of the task"))
        }
        if let answers = manifest.answers {
            omissions.append(Omission(name: answers.path, why: "it has the answers of the task"))
        }
    }

    private mutating func read(
        _ file: SessionManifest.File,
        of session: Session,
        _ kinds: [any RecorderKind],
        _ labels: inout [String]
    ) throws {
        try session.requirePlain(file)
        let kind = kinds.kind(of: file)
        guard
            let columns = (session.schema(of: file) ?? kind?.schema).flatMap(RecordColumns.init)
        else {
            let why = "Footfall does not know the columns of its records"
            omissions.append(Omission(name: file.path, why: why))
            return
        }
        let base = BIDSLabel.joined(file.stem) ?? "file"
        if kind?.recordsEvents == true {
            guard let behaviour = try BIDSBehaviour(file, of: session, columns) else {
                omissions.append(Omission(name: file.path, why: "it has no samples"))
                return
            }
            let label = BIDSLabel.unused(base, among: labels)
            labels.append(label)
            let content = Content.behaviour(behaviour, acquisition: label)
            tables.append(TabularFile(file: file, columns: columns, content: content))
            omit(behaviour.account.left(of: file, beside: columns))
            return
        }
        let survey = try BIDSMotionSurvey(file, of: session, columns)
        guard !survey.sensors.isEmpty else {
            omissions.append(Omission(name: file.path, why: "it has no samples"))
            return
        }
        guard survey.sensors.contains(where: { BIDSChannel.isMotion($0.name) }) else {
            omissions.append(Omission(name: file.path, why: "its samples are not of motion"))
            return
        }
        let systems = BIDSSystem.systems(of: survey.sensors, labelled: base, among: labels)
        guard systems.allSatisfy({ $0.nominalRate != nil }) else {
            omissions.append(
                Omission(
                    name: file.path,
                    why: "BIDS requires a rate for each table, and a single sample has no rate"
                )
            )
            return
        }
        if !survey.leftOut.isEmpty {
            let texts = survey.leftOut.sorted().joined(separator: ", ")
            let why =
                "BIDS tables of motion have only numbers, and these columns have texts: \(texts)"
            omissions.append(Omission(name: file.path, why: why))
        }
        if survey.eventsWithValues > 0 {
            let count = survey.eventsWithValues
            let why =
                "marks, steps or losses with sensor values, which BIDS events cannot hold: \(count)"
            omissions.append(Omission(name: file.path, why: why))
        }
        omit(survey.account.left(of: file, beside: columns))
        labels += systems.map(\.label)
        let content = Content.motion(systems, survey.steps)
        tables.append(TabularFile(file: file, columns: columns, content: content))
    }

    /// Adds the parts of a file for which its tables have no place.
    private mutating func omit(_ left: [ExportReport.Left]) {
        omissions += left.map { Omission(name: $0.name, why: $0.why) }
    }

    /// Opens the session again, to write its tables.
    ///
    /// - Throws: `SessionError` if the session cannot be opened, or if its manifest has changed since `init` read it.
    func opened() throws(SessionError) -> Session {
        let session = try Session(opening: path)
        guard session.manifest == manifest else { throw .changedMeanwhile(path) }
        return session
    }

    /// Remarks on how the session ended; each remark is one line.
    var notes: [String] {
        let isKilled = [.recording, .interrupted].contains(manifest.status)
        return (isKilled ? ["the recording was killed, so data not yet written is missing"] : [])
            + manifest.recovered.map { "\($0.path): \($0.message)" }
    }

    /// What the plan needs to know about the session.
    var source: BIDSPlan.Source {
        BIDSPlan.Source(
            path: path,
            participant: manifest.participant,
            runUUID: manifest.taskRunUUID.uuidString,
            task: manifest.identifier,
            start: manifest.startDate.instant.nanosecondsSince1970
        )
    }
}
