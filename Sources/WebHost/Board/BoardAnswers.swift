// The JSON answers to an operator's browser.

internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// The state of the board without its sessions.
struct BoardState: Encodable {
    var survey: BoardSurvey
    var run: Run?
    var last: BoardEnding?

    struct Run: Encodable {
        var id: String
        var task: String
        var session: String?
        var seconds: Double
        /// How many pages show the run.
        var pages: Int
    }

    private enum CodingKeys: CodingKey {
        case run, last
    }

    func encode(to encoder: any Encoder) throws {
        try survey.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(run, forKey: .run)
        try container.encode(last, forKey: .last)
    }
}

/// One portion of the list of sessions.
struct BoardSessions: Encodable {
    var sessions: [Line]
    var more: Bool

    struct Line: Encodable {
        var key: String
        var name: String
        var task: String?
        var startedAt: String?
        var seconds: Double?
        var status: String?
        /// Whether the task ended before its last step.
        var endedEarly: Bool
        var samples: Int
        var lost: Int
        var bytes: Int64
        var problem: String?

        init(_ entry: SessionEntry) {
            key = SessionKey(of: entry.name).text
            name = entry.name
            let brief = entry.brief
            endedEarly = brief?.endedEarly ?? false
            task = brief?.identifier
            startedAt = brief?.startDate.text
            seconds = brief?.length.map { $0 / .seconds(1) }
            (samples, lost) = (brief?.samples ?? 0, brief?.missing ?? 0)
            bytes = brief?.bytes ?? 0
            problem = entry.problem
            switch entry.state {
            case .recording: status = SessionManifest.Status.recording.rawValue
            case .ended: status = brief?.status.rawValue
            case .left:
                status = SessionManifest.Status.interrupted.rawValue
                problem = "its run never ended; the next run closes it, or footfall repair"
            }
        }
    }
}

/// The result of checking a session.
struct BoardCheck: Encodable {
    var summary: String
    var verdict: SessionCheck.Verdict
    var sensors: [SessionCheck.Sensor]
    var findings: [String]

    /// A file damaged in a thousand places is reported by this many findings.
    private static let mostFindings = 200

    init(_ check: SessionCheck) {
        summary = check.summary
        verdict = check.verdict
        sensors = check.sensors
        findings = check.findings.prefix(Self.mostFindings).map(\.description)
        let more = check.findings.count - findings.count
        if more > 0 { findings.append("and \(more) more, which footfall check tells") }
    }
}
