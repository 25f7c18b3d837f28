import Arguments
import FoundationEssentials
import LifeSigns
import Patience
import Research
import ResearchUI
import SessionRuns
import StandardRecorders
import Synchronization
import TaskSession
import Testing
import Timebase

@testable import footfall

@Suite("The life signs of a task's run", .mayNotHang)
@MainActor
struct TaskLifeSignsTests {
    private final class Post: LifeSignPost {
        let last = Mutex<LifeSign?>(nil)

        func post(_ sign: LifeSign) { last.withLock { $0 = sign } }

        func close(within limit: Duration) async {}
    }

    private static let task = """
        { "identifier": "Walk",
          "asyncActions": [
            { "identifier": "motion", "type": "motion", "startStepIdentifier": "walk",
              "recorderTypes": ["accelerometer"], "frequency": 20 } ],
          "steps": [
            { "identifier": "walk", "type": "active", "duration": 5,
              "commands": ["transitionAutomatically"] },
            { "identifier": "done", "type": "completion" } ] }
        """

    /// Runs the task over a computed walk; the run and its session may be gone when this returns.
    private func walk(
        in folder: String,
        telling signs: TaskLifeSigns
    ) async throws -> TaskRunReport {
        let arguments = ParsedArguments(
            command: "run",
            words: ["auto": [] as [String], "source": ["synthetic"]],
            operands: ["\(folder)/task.json"]
        )
        let given = try RunCommand(arguments).task
        let factory = try given.factory(writingDatesIn: .utc)
        let sources = try StandardSources.walk(seed: 1)
        let session = try await TaskSession(
            task: factory.decodeTask(with: given.read()),
            in: folder,
            timekeeper: sources.timekeeper(.maximum, from: sources.startOfRun()),
            factory: factory,
            shownBy: { CommandTaskController(taskViewModel: $0) }
        )
        let run = TaskRun(
            of: session,
            over: sources,
            replaying: nil,
            answering: nil,
            by: factory,
            shownBy: nil,
            onRecorder: { signs.add($0) },
            telling: { _ in }
        )
        signs.follow(session)
        return try await run.run(until: AsyncStream { $0.finish() })
    }

    @Test("count in the last one what was recorded to the end, also if the run has gone before")
    func lastCounts() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(Self.task.utf8), to: "task.json")
        let post = Post()
        let composer = LifeSignComposer(board: BoardName("b"), part: "run", software: "f")
        let teller = try LifeSignTeller(composer, sessionsIn: folder.path, to: post)
        let signs = TaskLifeSigns(teller)
        let report = try await walk(in: folder.path, telling: signs)
        #expect(report.reason == "completed" && report.samples > 0)
        signs.finish()
        await teller.finish()
        let last = try #require(post.last.withLock { $0 })
        #expect(last.state == .stopped && last.sensors.isEmpty)
        #expect(last.samples == report.samples)
    }
}
