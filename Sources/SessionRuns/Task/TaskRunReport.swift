// What became of the run of a task: a program reads it as one JSON object.

internal import FoundationEssentials
internal import Research
public import SessionFolder
internal import SystemCalls
internal import TaskEngine
public import TaskSession

/// What became of a run.
public struct TaskRunReport: Sendable, Equatable, Encodable {
    /// The task.
    public var task: String
    /// How the run ended.
    public var reason: String
    /// Who or what ended it before its end.
    public var endedBy: EarlyEnd?
    /// The reminder that the participant wants who has left the task.
    public var reminder: String?
    /// The session folder, if there is one.
    public var session: String?
    /// The steps that have a result, by their way from the task's root, in their order.
    public var steps: [String]
    public var files: [File]
    /// Files that somebody took away while they were written, a line each.
    public var lostFiles: [String]
    public var samples: Int
    /// Samples that are missing, each counted in a gap record.
    public var losses: Int
    /// When the last record before each kill was made, after which the run was taken up again.
    public var killed: [String]
    /// What a session that is replayed lacked already, a line each.
    public var inheritedLosses: [String]
    /// How long the task took, in its own time.
    public var seconds: Double
    /// How long that took.
    public var tookSeconds: Double
    /// The answers that were refused.
    public var refused: [RefusedAnswer]
    /// What else did not go as it should, and did not end the run.
    public var notes: [String]
    /// What stood in the way.
    public var errors: [String]

    /// A recorder's file.
    public struct File: Sendable, Equatable, Encodable {
        public var path: String
        public var identifier: String
        public var samples: Int
        public var losses: Int
        public var bytes: Int64?
        /// Whether it is no list of records, such as a sound.
        public var isDocument: Bool
    }

    public init(
        _ outcome: TaskOutcome,
        endedBy early: EarlyEnd?,
        refused: [RefusedAnswer],
        notes: [String],
        endless: String?,
        took: Duration,
        left manifest: SessionManifest?
    ) {
        let result = outcome.result
        task = result.identifier
        reason = outcome.reason.rawValue
        reminder = outcome.reminder
        endedBy =
            switch outcome.reason {
            case .completed, .failed: nil
            case .earlyExit: early ?? outcome.reminder.map { _ in .participant }
            // These are answers to a question, which a participant gives.
            case .saved, .discarded: early ?? .participant
            }
        self.refused = refused
        session = outcome.session
        steps = Self.steps(of: result, at: [])
        seconds = result.endDate.timeIntervalSince(result.startDate)
        tookSeconds = took.inSeconds
        self.notes = notes.filter { note in
            note != endless && !refused.contains { note == $0.told }
        }
        let placed = Self.errors(in: result, at: [])
        let others = outcome.errors.filter { told in !placed.contains { $0.hasSuffix(told) } }
        errors = placed + [endless].compactMap(\.self) + others
        // What only stands beside a recording, such as the truth about a computed walk, no recorder has made.
        let recorded = (manifest?.files ?? []).filter { file in
            !file.isLost && (file.layout != .document || file.recorder != nil)
        }
        files = recorded.map { file in
            File(
                path: file.path,
                identifier: file.identifier,
                samples: file.sensors.reduce(0) { $0 + $1.samples },
                losses: file.sensors.reduce(0) { $0.addingClamped($1.missing) },
                bytes: file.size,
                isDocument: file.layout == .document
            )
        }
        lostFiles = (manifest?.files ?? []).filter(\.isLost).map { file in
            "\(file.path): \(file.error ?? "it was lost while it was written")"
        }
        samples = files.reduce(0) { $0 + $1.samples }
        losses = files.reduce(0) { $0.addingClamped($1.losses) }
        killed = (manifest?.interruptions ?? []).map(\.text)
        inheritedLosses = manifest?.origin?.losses ?? []
    }

    /// How it ended, behind the task's name.
    public var words: String {
        reminder.map { "\(ending), to be reminded of by \($0)" } ?? ending
    }

    private var ending: String {
        switch reason {
        case "completed": "is done"
        case "earlyExit": endedBy?.words ?? "was left early"
        case "saved": "was left, and what it had is kept"
        case "discarded": "was given up"
        default: "failed"
        }
    }

    /// What recorders could not do: the task goes on without them, and nobody would hear of it.
    private static func errors(in result: any RSDTaskResult, at place: [String]) -> [String] {
        (result.asyncResults ?? []).compactMap { $0 as? any RSDErrorResult }.map { error in
            (place + [error.identifier]).joined(separator: "/") + ": " + error.errorDescription
        }
            + result.stepHistory.flatMap { step in
                (step as? any RSDTaskResult)
                    .map { errors(in: $0, at: place + [step.identifier]) } ?? []
            }
    }

    private static func steps(of result: any RSDTaskResult, at place: [String]) -> [String] {
        result.stepHistory.flatMap { step in
            let here = place + [step.identifier]
            guard let level = step as? any RSDTaskResult else {
                return [here.joined(separator: "/")]
            }
            return steps(of: level, at: here)
        }
    }
}
