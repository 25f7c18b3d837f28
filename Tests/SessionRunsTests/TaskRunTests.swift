// The run of a task, through the door that programs have.

import FoundationEssentials
import RecorderKinds
import Research
import Scratch
import SessionFolder
import SessionRuns
import TaskSession
import Testing
import Timebase

@Suite("The run of a task")
@MainActor
struct TaskRunTests {
    private let scratch: Scratch
    private let factory = RSDFactory()

    init() throws { scratch = try Scratch() }

    private func session() async throws -> TaskSession {
        let text = """
            {"identifier": "Visit", "steps": [
                {"identifier": "hello", "type": "instruction", "title": "Hello"},
                {"identifier": "bye", "type": "completion", "title": "Thank you"}]}
            """
        return try await TaskSession(
            task: try factory.decodeTask(with: Data(text.utf8)),
            in: scratch.path,
            timekeeper: SteppedTimekeeper(startingAt: .now()),
            factory: factory
        )
    }

    private func run(
        of session: TaskSession,
        shownBy showing: TaskRun.Showing? = nil
    ) -> TaskRun {
        TaskRun(
            of: session,
            over: .computed { notes in
                // As sources do that may tell something once they are open.
                [
                    ValueKind("light", "Records light.", values: [ValueChannel("light")]).over(
                        "lamp"
                    ) { _ in
                        notes.tell("the lamp is on")
                        return { _, _ in }
                    }
                ]
            },
            replaying: nil,
            answering: nil,
            by: factory,
            shownBy: showing,
            telling: { _ in }
        )
    }

    @Test("that nobody does comes to its end, and tells each step as it goes by")
    func nobody() async throws {
        var steps: [String] = []
        let run = run(of: try await session())
        let report = try await run.run(until: AsyncStream { $0.finish() }) {
            steps.append($0.place)
        }
        #expect(report.reason == "completed")
        #expect(steps == ["hello", "bye"])
        let path = try #require(report.session)
        #expect(try Session(opening: path).manifest.status == .finished)
    }

    @Test("whose screen fails is closed with what it has, and says so")
    func screenFails() async throws {
        let run = run(of: try await session()) { _ in throw RunFailure("the screen is gone") }
        let path = run.session.path
        let error = await #expect(throws: RunFailure.self) {
            try await run.run(until: AsyncStream { $0.finish() })
        }
        #expect(error == RunFailure("the screen is gone"))
        let left = try Session(opening: path)
        #expect(left.manifest.status == .failed)
        #expect(left.manifest.errors == ["the screen is gone"])
    }

    @Test("is let go of once it is over")
    func letGo() async throws {
        weak var left: TaskSession?
        do {
            let run = run(of: try await session())
            left = run.session
            _ = try await run.run(until: AsyncStream { $0.finish() })
        }
        // What still holds it for a moment runs on this actor.
        for _ in 0..<1000 where left != nil { await Task.yield() }
        #expect(left == nil)
    }
}

@Suite("A recording that is planned by a program")
@MainActor
struct PlannedRecordingTests {
    @Test("is refused where no recorder is planned, and leaves nothing")
    func empty() async throws {
        let scratch = try Scratch()
        let plan = RecordingPlan(
            identifier: "visit",
            output: "\(scratch.path)/Sessions",
            start: .now(),
            zone: .utc,
            recorders: []
        )
        let error = await #expect(throws: RunFailure.self) { try await RecordingRun.begin(plan) }
        #expect(error?.description.contains("no recorder is planned") == true)
    }
}
