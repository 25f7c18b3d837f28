import Foundation
import Patience
import Research
import Scratch
import TaskEngine
import Testing
import Timebase
import TrackedStore

/// A result that cannot be written.
private struct Unwritable: RSDResult {
    var identifier: String
    var startDate = Date(timeIntervalSince1970: 0)
    var endDate = Date(timeIntervalSince1970: 0)
    var type: RSDResultType { .base }

    init(_ identifier: String) { self.identifier = identifier }

    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(codingPath: [], debugDescription: "nobody can write this")
        )
    }
}

@Suite("The progress of a run")
@MainActor
struct ProgressTests {
    private let scratch: Scratch
    private let store: TrackedStore
    private var keeper: ProgressKeeper { ProgressKeeper(in: store, factory: RSDFactory()) }

    init() throws {
        scratch = try Scratch()
        store = try TrackedStore(path: scratch.path + "/store.sqlite")
    }

    private func stage(_ steps: [String] = ["a", "b", "c"]) -> Stage {
        let stage = Stage(Tasks.plain(steps.map(Tasks.step)))
        stage.engine.progressKeeper = keeper
        return stage
    }

    private func runs() throws -> [SavedRun] { try keeper.runs(ofTask: "T") }

    private func answer(_ step: String, _ number: Int) -> RSDAnswerResultObject {
        RSDAnswerResultObject(
            identifier: step,
            answerType: RSDAnswerResultType(baseType: .integer),
            value: .integer(number),
            startDate: Date(timeIntervalSince1970: 0)
        )
    }

    private var recordingTask: RSDTaskObject {
        let step = Tasks.timed("b", 30)
        step.shouldEndOnInterrupt = true
        return Tasks.plain(
            [Tasks.step("a"), step, Tasks.step("c")],
            [ActionConfiguration("m", stop: "a"), ActionConfiguration("n")]
        )
    }

    /// A run with two recorders.
    private func recording() -> Stage {
        let stage = Stage(recordingTask)
        stage.engine.progressKeeper = keeper
        return stage
    }

    /// The recordings that a run resumed now would have.
    private func recorded() throws -> [String] {
        let path = RSDTaskViewModel(task: recordingTask, timekeeper: ImmediateTimekeeper())
        _ = try path.restore(keeper.progress(of: #require(runs().first)).path)
        return path.taskResult.recorded
    }

    /// An engine that resumes a saved run, as in another process.
    private func resumed(_ run: SavedRun, _ steps: [String] = ["a", "b", "c"]) throws -> Stage {
        let other = stage(steps)
        try other.engine.resume(try keeper.progress(of: run))
        return other
    }

    @Test("is saved separately for each run of a task")
    func twoRuns() async throws {
        let (one, two) = (stage(), stage())
        await one.engine.start()
        await two.engine.start()
        await two.engine.goForward()
        #expect(try runs().count == 2)
        let places = try Dictionary(
            uniqueKeysWithValues: runs().map {
                ($0.taskRunUUID, try keeper.progress(of: $0).path.stepIdentifier)
            }
        )
        #expect(places[one.engine.taskViewModel.taskResult.taskRunUUID] == "a")
        #expect(places[two.engine.taskViewModel.taskResult.taskRunUUID] == "b")
        // The end of one run does not affect the other.
        await one.engine.cancel(shouldSave: false)
        #expect(
            try runs().map(\.taskRunUUID)
                == [two.engine.taskViewModel.taskResult.taskRunUUID]
        )
        #expect(try keeper.runs(ofTask: "else").isEmpty)
    }

    @Test("has each answer at once, before the step ends")
    func answers() async throws {
        let one = stage()
        await one.engine.start()
        one.engine.taskViewModel.updateResult(answer("a", 1))
        one.engine.answersDidChange()
        #expect(await one.engine.progressIsSaved() == nil)
        let other = try resumed(try #require(runs().first))
        await other.engine.start()
        let found = other.engine.taskViewModel.findResult(for: "a") as? any RSDAnswerResult
        #expect(found?.value == .integer(1))
        #expect(other.engine.currentStepController?.step.identifier == "a")
    }

    @Test("stays unchanged if the task no longer has its step")
    func changedTask() async throws {
        let one = stage()
        await one.engine.start()
        await one.engine.goForward()
        let run = try #require(runs().first)
        #expect(throws: PathRestoreError.missingStep("b", level: "T")) {
            _ = try resumed(run, ["a", "c"])
        }
        let other = try resumed(run)
        await other.engine.start()
        #expect(other.engine.currentStepController?.step.identifier == "b")
    }

    @Test("fails a run that is saved while it cannot be encoded, and recovers with the next write")
    func unwritable() async throws {
        let one = stage()
        await one.engine.start()
        one.engine.taskViewModel.updateResult(Unwritable("a"))
        await one.engine.goForward()
        #expect(one.engine.notes.contains { $0.contains("nobody can write this") })
        let two = stage()
        await two.engine.start()
        two.engine.taskViewModel.updateResult(Unwritable("a"))
        await two.engine.cancel(shouldSave: true)
        #expect(two.finished == [.failed])
        #expect(two.engine.finishError is EncodingError)

        one.engine.taskViewModel.updateResult(answer("a", 2))
        await one.engine.goForward()
        await one.engine.cancel(shouldSave: true)
        #expect(one.finished == [.saved])
        let run = try runs().first {
            $0.taskRunUUID == one.engine.taskViewModel.taskResult.taskRunUUID
        }
        let other = try resumed(try #require(run))
        #expect(
            other.engine.taskViewModel.taskResult.stepHistory.map(\.identifier) == ["a", "b", "c"]
        )
    }

    @Test("exists also for a run that is saved before its first step")
    func notBegun() async throws {
        let one = stage()
        await one.engine.cancel(shouldSave: true)
        #expect(one.finished == [.saved])
        let other = try resumed(try #require(runs().first))
        await other.engine.start()
        #expect(other.engine.currentStepController?.step.identifier == "a")
    }

    @Test("is deleted only after the delegate has received the result")
    func forgotten() async throws {
        let one = stage(["a"])
        final class Host: TaskEngineDelegate {
            var kept: [Int] = []
            let keeper: ProgressKeeper
            init(_ keeper: ProgressKeeper) { self.keeper = keeper }

            func taskEngine(
                _ engine: TaskEngine,
                didFinishWith reason: TaskFinishReason,
                error: (any Error)?
            ) { kept.append((try? keeper.runs(ofTask: "T").count) ?? -1) }
        }
        let host = Host(keeper)
        one.engine.delegate = host
        await one.engine.start()
        await one.engine.goForward()
        #expect(host.kept == [1])
        #expect(try runs().isEmpty)
    }

    @Test("is reported and kept if it is of a newer version or invalid")
    func unreadable() async throws {
        let store = store
        let newer = #"{"version": 1000, "taskIdentifier": "T", "else": 1}"#
        try store.write(Array(newer.utf8), "progress", key: "one")
        try store.write(Array("no json".utf8), "progress", key: "two")
        var told: [String] = []
        let runs = try keeper.runs(ofTask: "T") { told.append($0.run) }
        #expect(runs.isEmpty)
        #expect(told == ["one", "two"])
        #expect(try store.documents(ofKind: "progress").count == 2)
    }

    @Test("has the results and the active recorders of a saved or interrupted run")
    func saved() async throws {
        for isInterrupted in [false, true] {
            let stage = recording()
            await stage.engine.start()
            #expect(try runs().first?.active.map(\.identifier) == ["m", "n"])
            await stage.engine.goForward()
            #expect(try recorded() == ["m"])
            if isInterrupted {
                stage.actions["n"]?.fail(with: RecorderError.interrupted(identifier: "n"))
            } else {
                stage.engine.handleTaskCancelled(shouldSave: true)
            }
            try await until("the run is over") { !stage.finished.isEmpty }
            #expect(stage.finished == [isInterrupted ? .failed : .saved])
            let all = isInterrupted ? ["m", "n", "n_error"] : ["m", "n"]
            #expect(try recorded() == all)
            #expect(stage.engine.notes == [])
            try keeper.forget(stage.engine.taskViewModel.taskResult.taskRunUUID)
        }
    }

    @Test("has a recording as soon as it is finished, also after its step")
    func late() async throws {
        let stage = recording()
        stage.prepare = { $0.stopsByItself = false }
        await stage.engine.start()
        await stage.engine.goForward()
        #expect(try recorded() == [])
        stage.actions["m"]?.release()
        try await until("m has stopped") { stage.actions["m"]?.status == .finished }
        try await until("the recording is in the result") {
            !stage.engine.taskViewModel.taskResult.recorded.isEmpty
        }
        #expect(await stage.engine.progressIsSaved() == nil)
        #expect(try recorded() == ["m"])
    }

    @Test("resumes at its step, with the active recorders alone")
    func resumed() async throws {
        let first = recording()
        await first.engine.start()
        await first.engine.goForward()
        await first.engine.cancel(shouldSave: true)
        let second = recording()
        try second.engine.resume(try keeper.progress(of: #require(runs().first)))
        await second.engine.start()
        #expect(second.engine.currentStepController?.step.identifier == "b")
        let inUse = second.engine.currentAsyncControllers.map(\.configuration.identifier)
        #expect(inUse == ["n"])
        await second.engine.goForward()
        await second.engine.goForward()
        #expect(second.finished == [.completed])
        #expect(second.engine.taskViewModel.taskResult.recorded == ["m", "n"])
        #expect(try runs().isEmpty)
    }
}
