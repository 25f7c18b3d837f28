// What `footfall run` does: reads the task, runs it with a participant who goes on wherever one can,
// and tells how it went.

internal import Research
internal import SessionFolder
internal import TaskEngine
internal import TaskSession
internal import Timebase

extension RunCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let sensors = try TaskSensors(source, surroundings.stopRequests)
        let factory = task.factory(writingDatesIn: sensors.zone)
        let decoded = try decodedTask(by: factory, surroundings.console)
        let answers = try answers.map { try GivenAnswers(at: $0, for: decoded) }
        surroundings.closeDeadRuns(in: output)

        let began = LiveTimekeeper().now
        let session = try TaskSession(
            task: decoded,
            in: output,
            timekeeper: sensors.timekeeper(speed),
            factory: factory,
            software: .init(name: "footfall", version: Program.version)
        )
        session.register(.motion, maker: sensors.recorder)
        let heeding = Task {
            for await _ in surroundings.stopRequests.handedOn {
                await session.engine.exit()
            }
        }
        defer { heeding.cancel() }
        let participant = AutomaticParticipant(answers: answers?.byStep ?? [:])
        let outcome = await session.run(with: participant)
        let took = began.duration(to: LiveTimekeeper().now)
        return try tell(
            TaskRunReport(outcome, notes: session.engine.notes, took: took),
            on: surroundings.console
        )
    }

    /// The task, if it can be run; what else is wrong with its file is told and does not matter.
    private func decodedTask(by factory: RSDFactory, _ console: Console) throws -> any RSDTask {
        let found = TaskFaults(in: try task.read(), by: factory)
        switch found.task {
        case .success(let decoded):
            for fault in found.faults {
                console.complain("note: \(task.path): \(fault.line)".printable)
            }
            return decoded
        case .failure(let obstacle):
            let more = found.faults.count > 1 ? " (and \(found.faults.count - 1) more)" : ""
            throw CommandFailure(
                "\(task.path): \(obstacle)".printable
                    + "\(more); footfall validate tells all faults"
            )
        }
    }

    private func tell(_ report: TaskRunReport, on console: Console) throws -> ExitStatus {
        switch self.report {
        case .person: console.print(report.summary)
        case .pathOnly: if let session = report.session { console.print(session) }
        case .json: console.print(try JSONText.line(of: report))
        }
        if self.report != .json {
            for note in report.notes { console.complain("note: \(note)") }
        }
        for error in report.errors {
            let kept = report.session.map { " (what was recorded is in \($0))" } ?? ""
            console.complain("\(error)\(kept)")
        }
        return report.exitStatus
    }
}
