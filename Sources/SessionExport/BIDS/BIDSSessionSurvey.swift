// Finds what of a session can be put into a dataset, by reading all of it, so that damage is found before anything is
// written.

internal import FoundationEssentials
internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// A session after its first reading.
struct BIDSSessionSurvey {
    /// Its path: it is opened again for writing, so that only one of many sessions is open.
    let path: String
    let manifest: SessionManifest
    /// The files that become tables.
    private(set) var tables: [Table] = []
    /// The other files, and why they do not become tables.
    private(set) var kept: [Kept] = []

    /// A file that becomes tables.
    struct Table {
        var file: SessionManifest.File
        var columns: RecordColumns
        var content: Content
    }

    /// The kind of its tables.
    enum Content {
        case motion([BIDSSystem], BIDSSteps)
        case behaviour(BIDSBehaviour, acquisition: String)
    }

    /// A file that does not become a table.
    struct Kept: Sendable, Hashable {
        var name: String
        var why: String
        /// True if it can be copied.
        var isThere = true
    }

    /// Reads a session.
    init(_ session: Session, _ kinds: [any RecorderKind]) throws {
        (path, manifest) = (session.path, session.manifest)
        var labels: [String] = []
        for file in manifest.files {
            if file.isLost {
                kept.append(
                    Kept(
                        name: file.path,
                        why:
                            "it was lost while it was recorded; the file behind it counts what was in it",
                        isThere: false
                    )
                )
            } else if file.layout == .document {
                kept.append(Kept(name: file.path, why: "it is not a file of samples"))
            } else {
                try read(file, of: session, kinds, &labels)
            }
        }
        for document in [manifest.taskResult, manifest.answers].compactMap({ $0 }) {
            kept.append(
                Kept(name: document.path, why: "it is the result of the task, or its answers")
            )
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
            kept.append(Kept(name: file.path, why: "nobody here knows the columns of its records"))
            return
        }
        let base = BIDSLabel.joined(file.stem) ?? "file"
        if kind?.recordsEvents == true {
            guard let behaviour = try BIDSBehaviour(file, of: session, columns) else {
                kept.append(Kept(name: file.path, why: "it has no samples"))
                return
            }
            let label = BIDSLabel.unused(base, among: labels)
            labels.append(label)
            let content = Content.behaviour(behaviour, acquisition: label)
            tables.append(Table(file: file, columns: columns, content: content))
            keep(behaviour.account.left(of: file, beside: columns))
            return
        }
        let survey = try BIDSMotionSurvey(file, of: session, columns)
        guard !survey.sensors.isEmpty else {
            kept.append(Kept(name: file.path, why: "it has no samples"))
            return
        }
        guard survey.sensors.contains(where: { BIDSChannel.isMotion($0.name) }) else {
            kept.append(Kept(name: file.path, why: "its samples are not motion"))
            return
        }
        let systems = BIDSSystem.systems(of: survey.sensors, labelled: base, among: labels)
        guard systems.allSatisfy({ $0.nominalRate != nil }) else {
            kept.append(
                Kept(
                    name: file.path,
                    why: "BIDS has a rate for each table, and one sample has none"
                )
            )
            return
        }
        if !survey.leftOut.isEmpty {
            let texts = survey.leftOut.sorted().joined(separator: ", ")
            kept.append(Kept(name: file.path, why: "a table of numbers has no place for \(texts)"))
        }
        if survey.eventsWithValues > 0 {
            let why = "marks, steps or losses with values of a sample: \(survey.eventsWithValues)"
            kept.append(Kept(name: file.path, why: why))
        }
        keep(survey.account.left(of: file, beside: columns))
        labels += systems.map(\.label)
        let content = Content.motion(systems, survey.steps)
        tables.append(Table(file: file, columns: columns, content: content))
    }

    /// Adds files, or parts of files, that no table can hold.
    private mutating func keep(_ left: [ExportReport.Left]) {
        kept += left.map { Kept(name: $0.name, why: $0.why) }
    }

    /// Opens the session again.
    ///
    /// - Throws: `SessionError` if it has changed since it was read.
    func opened() throws(SessionError) -> Session {
        let session = try Session(opening: path)
        guard session.manifest == manifest else { throw .changedMeanwhile(path) }
        return session
    }

    /// Remarks on how the session ended, one a line.
    var notes: [String] {
        let isKilled = [.recording, .interrupted].contains(manifest.status)
        return (isKilled ? ["its run was killed, and what it had not written is not here"] : [])
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
