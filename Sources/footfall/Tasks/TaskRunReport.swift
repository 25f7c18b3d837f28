// What a run of a task tells when it is over: to a program as one JSON object, to a person as a few
// lines.

internal import FoundationEssentials
internal import Research
internal import SessionFolder
internal import SystemCalls
internal import TaskEngine
internal import TaskSession
internal import TerminalHost

/// What became of a run.
struct TaskRunReport: Sendable, Equatable, Encodable {
    /// The task.
    var task: String
    /// How the run ended.
    var reason: String
    /// Who or what ended it before its end.
    var endedBy: EarlyEnd?
    /// The reminder that the participant wants who has left the task.
    var reminder: String?
    /// The session folder, if there is one.
    var session: String?
    /// The steps that have a result, by their way from the task's root, in their order.
    var steps: [String]
    var files: [File]
    /// Files that somebody took away while they were written, a line each.
    var lostFiles: [String]
    var samples: Int
    /// Samples that are missing, each counted in a gap record.
    var losses: Int
    /// When the last record before each kill was made, after which the run was taken up again.
    var killed: [String]
    /// What a session that is replayed lacked already, a line each.
    var inheritedLosses: [String]
    /// How long the task took, in its own time.
    var seconds: Double
    /// How long that took.
    var tookSeconds: Double
    /// The answers that were refused.
    var refused: [RefusedAnswer]
    /// What else did not go as it should, and did not end the run.
    var notes: [String]
    /// What stood in the way.
    var errors: [String]

    /// A recorder's file.
    struct File: Sendable, Equatable, Encodable {
        var path: String
        var identifier: String
        var samples: Int
        var losses: Int
        var bytes: Int64?
    }

    init(
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
        files = (manifest?.sampleFiles ?? []).map { file in
            File(
                path: file.path,
                identifier: file.identifier,
                samples: file.sensors.reduce(0) { $0 + $1.samples },
                losses: file.sensors.reduce(0) { $0.addingClamped($1.missing) },
                bytes: file.size
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

    /// What the program ends with.
    var exitStatus: ExitStatus {
        guard reason != "failed", errors.isEmpty, refused.isEmpty else { return .failed }
        if endedBy != nil { return .endedEarly }
        let isWithoutLoss =
            losses == 0 && lostFiles.isEmpty && killed.isEmpty && inheritedLosses.isEmpty
        return isWithoutLoss ? .good : .losses
    }

    /// The session's path first, then what is in it.
    var summary: String {
        var lines = [session ?? "nothing is kept"]
        let width = files.map(\.path.columns).max() ?? 0
        for file in files {
            let lost = file.losses == 0 ? "" : ", \(Quantity.grouped(file.losses)) lost"
            lines.append(
                "  \(file.path.padded(to: width))  "
                    + "\(Quantity.count(file.samples, "sample", "samples"))\(lost)"
            )
        }
        lines += lostFiles
        lines += killed.map { date in
            "the run was killed after its record of \(date), and taken up again: what it had not written is lost"
        }
        lines += inheritedLosses.map { "of the session that it replays: \($0)" }
        lines.append(
            "\(task) \(words): \(Quantity.count(steps.count, "step", "steps")), "
                + "\(Quantity.oneDecimal(seconds)) s in \(Quantity.oneDecimal(tookSeconds)) s"
        )
        return lines.map(\.printable).joined(separator: "\n")
    }

    /// How it ended, behind the task's name.
    var words: String {
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
