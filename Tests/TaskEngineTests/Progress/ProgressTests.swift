import Foundation
import Research
import TaskEngine
import Testing
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
    private let keeper: ProgressKeeper

    init() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "progress-\(UUID().uuidString).sqlite").path
        keeper = ProgressKeeper(in: try TrackedStore(path: path), factory: RSDFactory())
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

    /// Another process' engine, with what is kept of a run.
    private func resumed(_ run: SavedRun, _ steps: [String] = ["a", "b", "c"]) throws -> Stage {
        let other = stage(steps)
        try other.engine.resume(try keeper.progress(of: run))
        return other
    }

    @Test("is kept for each run by itself, also of one task")
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
        // The end of one is nothing to the other.
        await one.engine.cancel(shouldSave: false)
        #expect(
            try runs().map(\.taskRunUUID)
                == [two.engine.taskViewModel.taskResult.taskRunUUID]
        )
        #expect(try keeper.runs(ofTask: "else").isEmpty)
    }

    @Test("has each answer as soon as that is said, before a step is left")
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

    @Test("stays, and touches nothing, where the task no longer has its step")
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

    @Test("that cannot be written ends a run that is left as failed, and comes with the next write")
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

    @Test("is there too for a run that is left before its first step")
    func notBegun() async throws {
        let one = stage()
        await one.engine.cancel(shouldSave: true)
        #expect(one.finished == [.saved])
        let other = try resumed(try #require(runs().first))
        await other.engine.start()
        #expect(other.engine.currentStepController?.step.identifier == "a")
    }

    @Test("goes when the host has been told of the result, not sooner")
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

    @Test("of a newer version, or that is none, is told of and left where it is")
    func unreadable() async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "progress-\(UUID().uuidString).sqlite").path
        let store = try TrackedStore(path: path)
        let newer = #"{"version": 1000, "taskIdentifier": "T", "else": 1}"#
        try store.write(Array(newer.utf8), "progress", key: "one")
        try store.write(Array("no json".utf8), "progress", key: "two")
        let keeper = ProgressKeeper(in: store, factory: RSDFactory())
        var told: [String] = []
        let runs = try keeper.runs(ofTask: "T") { told.append($0.run) }
        #expect(runs.isEmpty)
        #expect(told == ["one", "two"])
        #expect(try store.documents(ofKind: "progress").count == 2)
    }
}
