import Research
import TaskEngine
import Testing
import Timebase

@Suite("A task engine")
@MainActor
struct TaskEngineTests {
    private func started(_ stage: Stage) async -> Stage {
        await stage.engine.start()
        return stage
    }

    @Test("asks before a step is shown, and starts when it is")
    func sequence() async {
        let task = Tasks.plain(
            [Tasks.step("a"), Tasks.step("b"), Tasks.completion("done")],
            [ActionConfiguration("m", start: "b", stop: "b")]
        )
        let stage = await started(Stage(task))
        await stage.engine.goForward()
        #expect(stage.engine.currentAsyncControllers.count == 1)
        await stage.engine.goForward()
        await stage.engine.goForward()
        #expect(
            stage.log.lines == [
                "show a", "m asked", "show b", "m starting", "m running", "show done", "m stopping",
                "m over", "ready", "completed",
            ]
        )
        #expect(stage.readyResults.first?.recorded == ["m"])
        #expect(stage.engine.currentAsyncControllers.isEmpty)
    }

    @Test("tells recorders of every step, with the sections that it is in")
    func moves() async {
        let task = Tasks.plain(
            [Tasks.step("a"), Tasks.section("S", [Tasks.step("x")]), Tasks.step("b")],
            [ActionConfiguration("m")]
        )
        let stage = await started(Stage(task))
        await stage.engine.goForward()
        await stage.engine.goForward()
        #expect(stage.log.lines.filter { $0.hasPrefix("m at") } == ["m at T/S/x"])
    }

    @Test("attaches a section's recordings to the section, before it is left")
    func sections() async {
        let task = Tasks.plain(
            [
                Tasks.section("S1", [Tasks.step("x")], [ActionConfiguration("m")]),
                Tasks.section("S2", [Tasks.step("x")], [ActionConfiguration("m")]),
                Tasks.completion("done"),
            ],
            [ActionConfiguration("whole")]
        )
        let stage = Stage(task)
        stage.engine.participant = AutomaticParticipant()
        #expect(await stage.engine.run() == .completed)
        let result = stage.engine.taskViewModel.taskResult
        #expect(result.recorded == ["whole"])
        #expect(result.section("S1")?.recorded == ["m"])
        #expect(result.section("S2")?.recorded == ["m"])
    }

    @Test("attaches to a section what came in after it was left for another step")
    func lateForItsSection() async {
        let task = Tasks.plain(
            [
                Tasks.section(
                    "S",
                    [Tasks.step("x"), Tasks.step("y")],
                    [ActionConfiguration("m", stop: "x")]
                ), Tasks.step("b"),
            ]
        )
        let stage = Stage(task)
        stage.prepare = { $0.stopsByItself = false }
        await stage.engine.start()
        await stage.engine.goForward()
        let leaving = Task { await stage.engine.goForward() }
        for _ in 0..<20 { await Task.yield() }
        // The section waits for its recorder.
        #expect(stage.engine.taskViewModel.currentNode.currentStep?.identifier == "y")
        stage.actions["m"]?.release()
        await leaving.value
        #expect(stage.engine.taskViewModel.currentNode.currentStep?.identifier == "b")
        #expect(stage.engine.taskViewModel.taskResult.section("S")?.recorded == ["m"])
    }

    @Test("attaches to a section what its host recorded for it after it was left")
    func hostIsLate() async {
        let task = Tasks.plain([Tasks.section("S", [Tasks.step("x")]), Tasks.step("b")])
        let stage = await started(Stage(task))
        let section = stage.engine.taskViewModel.currentNode
        await stage.engine.goForward()
        #expect(stage.engine.taskViewModel.currentNode.currentStep?.identifier == "b")
        let controllers = await stage.engine.addAsyncActions(
            with: [ActionConfiguration("late")],
            path: section
        )
        await stage.engine.startAsyncActions(for: controllers, showLoading: false)
        await stage.engine.goForward()
        #expect(stage.finished == [.completed])
        #expect(stage.engine.taskViewModel.taskResult.section("S")?.recorded == ["late"])
    }

    @Test("goes on without a recorder that is denied or cannot start, and says why in the result")
    func withoutRecorder() async {
        for (denies, cannotStart) in [(true, false), (false, true)] {
            let task = Tasks.plain([Tasks.step("a"), Tasks.step("b")], [ActionConfiguration("m")])
            let stage = Stage(task)
            stage.prepare = {
                $0.denies = denies
                $0.cannotStart = cannotStart
            }
            stage.engine.participant = AutomaticParticipant()
            #expect(await stage.engine.run() == .completed)
            #expect(stage.engine.taskViewModel.taskResult.recorded == ["m_error"])
            #expect(!stage.log.lines.contains("m stopping"))
        }
    }

    @Test("keeps what a recorder had until it failed, and after it the error")
    func failure() async {
        let task = Tasks.plain([Tasks.step("a"), Tasks.step("b")], [ActionConfiguration("m")])
        let stage = await started(Stage(task))
        stage.actions["m"]?.fail()
        #expect(stage.engine.taskViewModel.taskResult.recorded == ["m", "m_error"])
        #expect(stage.engine.currentAsyncControllers.isEmpty)
        await stage.engine.goForward()
        #expect(stage.engine.taskViewModel.currentStep?.identifier == "b")
    }

    @Test("carries up what a section had when the task is left from inside it")
    func earlyExit() async {
        let task = Tasks.plain(
            [
                Tasks.section("S", [Tasks.step("x"), Tasks.step("y")], [ActionConfiguration("m")]),
                Tasks.step("b"),
            ],
            [ActionConfiguration("whole")]
        )
        let stage = await started(Stage(task))
        await stage.engine.exit()
        let result = stage.engine.taskViewModel.taskResult
        #expect(stage.finished == [.earlyExit])
        #expect(result.recorded == ["whole"])
        #expect(result.section("S")?.recorded == ["m"])
        #expect(result.section("S")?.stepHistory.map(\.identifier) == ["x"])
        #expect(stage.log.lines.last == "earlyExit")
    }

    @Test("closes every file before it tells that it was cancelled")
    func cancel() async {
        let task = Tasks.plain([Tasks.step("a")], [ActionConfiguration("m")])
        let stage = await started(Stage(task))
        stage.engine.handleTaskCancelled(shouldSave: false)
        while stage.finished.isEmpty { await Task.yield() }
        #expect(stage.finished == [.discarded])
        #expect(stage.log.lines.suffix(4) == ["m cancelled", "m over", "m stopping", "discarded"])
    }

    @Test("does not show a step for which it was still asking when it was cancelled")
    func cancelWhileAsking() async {
        let task = Tasks.plain([Tasks.step("a")], [ActionConfiguration("m")])
        let stage = Stage(task)
        let start = Task { await stage.engine.start() }
        while stage.actions["m"] == nil { await Task.yield() }
        await stage.engine.cancel(shouldSave: false)
        await start.value
        #expect(!stage.log.lines.contains("show a"))
        #expect(stage.finished == [.discarded])
        #expect(stage.engine.currentAsyncControllers.isEmpty)
    }

    @Test("leaves a recorder that does not stop, and says so")
    func slowStop() async {
        let task = Tasks.plain([Tasks.step("a")], [ActionConfiguration("m")])
        let stage = Stage(task)
        stage.prepare = { $0.stopsByItself = false }
        stage.engine.stopLimit = .milliseconds(1)
        stage.engine.participant = AutomaticParticipant()
        #expect(await stage.engine.run() == .completed)
        #expect(stage.engine.taskViewModel.taskResult.recorded == ["m", "m_error"])
    }

    @Test("names what nothing here runs, and goes on")
    func unknownAction() async {
        let action = RSDStandardAsyncActionConfiguration(identifier: "w", type: .weather)
        let stage = await started(Stage(Tasks.plain([Tasks.step("a")], [action])))
        #expect(stage.engine.currentStepController?.step.identifier == "a")
        #expect(stage.engine.notes.count == 1)
        #expect(stage.engine.notes.first?.contains("'weather'") == true)
    }

    @Test("goes back, and jumps by the result of the step that it leaves")
    func backAndJump() async {
        let stage = await started(Stage(Tasks.plain(["a", "b", "c"].map(Tasks.step))))
        await stage.engine.goForward()
        await stage.engine.goBack()
        #expect(stage.engine.taskViewModel.currentStep?.identifier == "a")
        await stage.engine.goBack()
        #expect(stage.engine.taskViewModel.currentStep?.identifier == "a")
    }

    @Test("lets a host add, start and stop actions of its own, also by completion handlers")
    func hostActions() async {
        let stage = await started(Stage(Tasks.plain([Tasks.step("a")])))
        let engine = stage.engine
        await withCheckedContinuation { continuation in
            engine.addAsyncActions(with: [ActionConfiguration("own")]) { controllers in
                #expect(controllers.map(\.status) == [.idle])
                engine.startAsyncActions(for: controllers, showLoading: true) {
                    engine.stopAsyncActions(for: controllers, showLoading: true) {
                        continuation.resume()
                    }
                }
            }
        }
        #expect(engine.taskViewModel.taskResult.recorded == ["own"])
        #expect(engine.currentAsyncControllers.isEmpty)
        #expect(!engine.isLoading)
    }

    @Test("lets timers run on the time of the run")
    func timers() async {
        let timekeeper = SteppedTimekeeper()
        let stage = Stage(
            Tasks.plain([Tasks.timed("a", 30), Tasks.timed("b", 12.5), Tasks.step("c")]),
            timekeeper
        )
        stage.engine.participant = AutomaticParticipant()
        #expect(await stage.engine.run() == .completed)
        #expect(timekeeper.now == BootInstant(nanoseconds: 42_500_000_000))
    }
}
