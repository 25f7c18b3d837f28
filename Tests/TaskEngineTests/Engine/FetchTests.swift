import Patience
import Research
import ResearchUI
import Synchronization
import TaskEngine
import Testing
import Timebase

/// Fetches a task of one step, after the given number of failures.
final class FlakyTransformer: RSDTaskTransformer {
    let failures: Mutex<Int>
    var estimatedFetchTime: Double { 1 }

    init(failures: Int) { self.failures = Mutex(failures) }

    func fetchTask(by factory: RSDFactory) async throws -> sending any RSDTask {
        let fails = failures.withLock { left in
            left -= 1
            return left >= 0
        }
        if fails { throw ScriptedFailure() }
        return RSDTaskObject(
            identifier: "fetched",
            steps: [RSDUIStepObject(identifier: "inside")],
            asyncActions: [ActionConfiguration("m")]
        )
    }

    func step(by factory: RSDFactory) throws -> any RSDStep { throw ScriptedFailure() }
}

/// Fetches numbered tasks; the first fetch waits for `isLetGo`.
private final class SlowTransformer: RSDTaskTransformer {
    let begun = Mutex(0)
    let isLetGo = Mutex(false)
    var estimatedFetchTime: Double { 1 }

    func fetchTask(by factory: RSDFactory) async throws -> sending any RSDTask {
        let number = begun.withLock { count in
            count += 1
            return count
        }
        if number == 1 { try await until("it is let go") { self.isLetGo.withLock { $0 } } }
        return RSDTaskObject(
            identifier: "task \(number)",
            steps: [RSDUIStepObject(identifier: "step \(number)")]
        )
    }

    func step(by factory: RSDFactory) throws -> any RSDStep { throw ScriptedFailure() }
}

struct InfoStep: RSDTaskInfoStep {
    var identifier = "info"
    var stepType: RSDStepType { .taskInfo }
    var taskInfo: any RSDTaskInfo { RSDTaskInfoObject(identifier: identifier) }
    var taskTransformer: (any RSDTaskTransformer)?
}

@Suite("Fetching a task")
@MainActor
struct FetchTests {
    private func stage(failures: Int) -> Stage {
        let step = InfoStep(taskTransformer: FlakyTransformer(failures: failures))
        return Stage(path: RSDTaskViewModel(taskInfo: step, timekeeper: ImmediateTimekeeper()))
    }

    @Test("keeps the run's UUID, and goes on by itself")
    func succeeds() async {
        let stage = stage(failures: 0)
        let run = stage.engine.taskViewModel.taskResult.taskRunUUID
        await stage.engine.start()
        #expect(stage.engine.taskViewModel.taskResult.taskRunUUID == run)
        #expect(stage.log.lines.contains("m running"))
        #expect(!stage.engine.isLoading)
    }

    @Test("waits after a failure if the host says so, and tries again at `goForward()`")
    func retries() async {
        let stage = stage(failures: 2)
        stage.failureResponse = .wait
        await stage.engine.start()
        await stage.engine.goForward()
        #expect(stage.log.lines == ["failure", "failure"])
        await stage.engine.goForward()
        #expect(stage.engine.currentStepController?.step.identifier == "inside")
    }

    @Test("ends the run after a failure by default")
    func givesUp() async {
        let stage = stage(failures: 1)
        #expect(await stage.run(with: AutomaticParticipant()) == .failed)
        #expect(stage.engine.finishError is ScriptedFailure)
    }

    @Test("fails with a remedy for a step without a transformer")
    func nothingToFetch() async {
        let path = RSDTaskViewModel(
            taskInfo: InfoStep(taskTransformer: nil),
            timekeeper: ImmediateTimekeeper()
        )
        let stage = Stage(path: path)
        #expect(await stage.run(with: AutomaticParticipant()) == .failed)
        #expect("\(stage.engine.finishError!)".contains("taskTransformer"))
    }

    @Test("uses the task that arrives first, if the host fetches it, too")
    func twoFetches() async throws {
        let transformer = SlowTransformer()
        let path = RSDTaskViewModel(
            taskInfo: InfoStep(taskTransformer: transformer),
            timekeeper: ImmediateTimekeeper()
        )
        let stage = Stage(path: path)
        let start = Task { await stage.engine.start() }
        try await until("the engine fetches") { transformer.begun.withLock { $0 } == 1 }
        try await path.fetchTask(with: RSDFactory())
        #expect(path.task?.identifier == "task 2")
        transformer.isLetGo.withLock { $0 = true }
        await start.value
        #expect(path.task?.identifier == "task 2")
        #expect(stage.engine.currentStepController?.step.identifier == "step 2")
    }

    @Test("calls the completion handler with the task or the error")
    func callsBack() async throws {
        let step = InfoStep(taskTransformer: FlakyTransformer(failures: 1))
        let path = RSDTaskViewModel(taskInfo: step, timekeeper: ImmediateTimekeeper())
        var heard: [String] = []
        for turn in 1...2 {
            path.fetchTask(with: RSDFactory()) { task, error in
                heard.append("\(task?.identifier ?? "-") \(error is ScriptedFailure)")
            }
            try await until("call \(turn) has ended") { heard.count == turn }
        }
        #expect(heard == ["- true", "fetched false"])
        #expect(path.task?.identifier == "fetched")
        let other = RSDTaskViewModel(
            taskInfo: InfoStep(taskTransformer: nil),
            timekeeper: ImmediateTimekeeper()
        )
        let error = await #expect(throws: (any Error).self) {
            try await other.fetchTask(with: RSDFactory())
        }
        #expect("\(try #require(error))".contains("taskTransformer"))
    }
}
