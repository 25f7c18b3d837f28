// A step may show a recorder's answer, and is skipped without one. So the engine waits for the recorder.

import Patience
import Research
import TaskEngine
import Testing

@Suite("A step that shows a recorder's answer")
@MainActor
struct AnswerWaitTests {
    /// A run at the second step, while the recorder of the first step is still stopping.
    private func stage(showing answer: String?, behind more: [String] = []) async throws -> Stage {
        let summary = RSDResultSummaryStepObject(identifier: "summary")
        summary.resultIdentifier = answer
        let inner = Tasks.section("section", [summary])
        let stage = Stage(
            Tasks.plain(
                [Tasks.step("a"), Tasks.step("b")] + more.map { Tasks.step($0) }
                    + [inner, Tasks.completion("done")],
                [ActionConfiguration("m1", stop: "a")]
            )
        )
        stage.prepare = { $0.stopsByItself = false }
        await stage.engine.start()
        await stage.engine.goForward()
        try await until("the recorder is told to stop") {
            stage.actions["m1"]?.isStopWaiting ?? false
        }
        return stage
    }

    @Test("is shown or skipped only after the recorder has stopped, also inside a section")
    func waits() async throws {
        let stage = try await stage(showing: "stepCount")
        let move = Task { await stage.engine.goForward() }
        for _ in 0..<200 { await Task.yield() }
        #expect(!stage.log.lines.contains { $0 == "show done" })
        stage.actions["m1"]?.release()
        await move.value
        let over = try #require(stage.log.lines.firstIndex(of: "m1 over"))
        let shown = try #require(stage.log.lines.firstIndex(of: "show done"))
        #expect(over < shown)
    }

    @Test("does not wait if it shows no answer")
    func goesOn() async throws {
        let stage = try await stage(showing: nil)
        await stage.engine.goForward()
        #expect(stage.log.lines.contains("show summary"))
        stage.actions["m1"]?.release()
    }

    @Test("delays neither a step before it nor a move back")
    func elsewhere() async throws {
        let ahead = try await stage(showing: "stepCount", behind: ["c"])
        let forward = Task { await ahead.engine.goForward() }
        for _ in 0..<200 { await Task.yield() }
        #expect(ahead.log.lines.contains("show c"))
        ahead.actions["m1"]?.release()
        await forward.value
        let back = try await stage(showing: "stepCount")
        let backward = Task { await back.engine.goBack() }
        for _ in 0..<200 { await Task.yield() }
        #expect(back.log.lines.count { $0 == "show a" } == 2)
        back.actions["m1"]?.release()
        await backward.value
    }

    @Test("does not delay a cancel of the task")
    func leaves() async throws {
        let stage = try await stage(showing: "stepCount")
        let move = Task { await stage.engine.goForward() }
        for _ in 0..<20 { await Task.yield() }
        let end = Task { await stage.engine.cancel(shouldSave: false) }
        try await until("the recorder is over") {
            stage.actions["m1"]?.release()
            return stage.actions["m1"]?.status ?? .idle >= .finished
        }
        await end.value
        await move.value
        #expect(!stage.log.lines.contains("show done"))
        #expect(stage.finished == [.discarded])
    }
}
