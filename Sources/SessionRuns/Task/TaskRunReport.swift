// The result of a task's run. With `--json`, a command prints it as one JSON object.

internal import FoundationEssentials
internal import Research
public import SessionFolder
internal import SystemCalls
internal import TaskEngine
public import TaskSession

/// The result of a task's run.
public struct TaskRunReport: Sendable, Equatable, Encodable {
    /// The task.
    public var task: String
    /// How the run ended.
    public var reason: String
    /// Who or what ended the task before its end.
    public var endedBy: EarlyEnd?
    /// The reminder that the participant has asked for when leaving the task.
    public var reminder: String?
    /// The session folder, if there is one.
    public var session: String?
    /// The paths from the task's root of the steps with a result, in order.
    public var steps: [String]
    public var files: [File]
    /// Files that were deleted or moved away during the recording, a line each.
    public var lostFiles: [String]
    public var samples: Int
    /// Missing samples, as the manifest counts them, without those of pauses.
    public var losses: Int
    /// For each crash after which the run was resumed, the time of the last record before it.
    public var killed: [String]
    /// Losses that the replayed session already had, a line each.
    public var inheritedLosses: [String]
    /// How long the task took, in its own time.
    public var seconds: Double
    /// How long the run took in real time.
    public var tookSeconds: Double
    /// The answers that were refused.
    public var refused: [RefusedAnswer]
    /// Other problems, which did not end the run.
    public var notes: [String]
    /// What failed.
    public var errors: [String]

    /// A recorder's file.
    public struct File: Sendable, Equatable, Encodable {
        public var path: String
        public var identifier: String
        public var samples: Int
        public var losses: Int
        public var bytes: Int64?
        /// Whether it is not a list of records, but for example a sound.
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
            // Only a participant chooses these, by answering a question.
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
        // Excludes companion files, such as the truth about a computed walk, which no recorder has made.
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

    /// How it ended, in words to follow the task's name.
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

    /// The errors of recorders: the task continues without a failed recorder, so only this report mentions the failure.
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
