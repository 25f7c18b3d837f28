import Research
import ResearchUI
import Patience
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

    @Test("asks for permission before a step is shown, and starts its recorders after that")
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

    @Test("informs recorders of each later step, with its path")
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

    @Test("reports its result at the last step if the participant cannot go back")
    func readiness() async {
        let open = await started(Stage(Tasks.plain([Tasks.step("a"), Tasks.completion("done")])))
        await open.engine.goForward()
        #expect(open.log.lines == ["show a", "show done"])
        await open.engine.goForward()
        #expect(open.log.lines.suffix(2) == ["ready", "completed"])
        let done = Tasks.completion("done")
        done.shouldHideActions = [.goBackward]
        let closed = await started(Stage(Tasks.plain([Tasks.step("a"), done])))
        await closed.engine.goForward()
        #expect(closed.log.lines == ["show a", "show done", "ready"])
    }

    @Test("attaches a section's recordings to the section's result")
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
        #expect(await stage.run(with: AutomaticParticipant()) == .completed)
        let result = stage.engine.taskViewModel.taskResult
        #expect(result.recorded == ["whole"])
        #expect(result.section("S1")?.recorded == ["m"])
        #expect(result.section("S2")?.recorded == ["m"])
    }

    @Test("waits at the end of a section until its recorders have stopped")
    func slowSection() async {
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
        // Another whole run takes much longer than leaving the section would.
        let other = Stage(Tasks.plain((0..<100).map { Tasks.step("\($0)") }))
        #expect(await other.run(with: AutomaticParticipant()) == .completed)
        stage.actions["m"]?.release()
        await leaving.value
        #expect(stage.log.lines.suffix(4) == ["show y", "m stopping", "m over", "show b"])
        #expect(stage.engine.taskViewModel.taskResult.section("S")?.recorded == ["m"])
    }

    @Test("attaches a host's recording to a nested section that has already ended")
    func lateForItsSection() async throws {
        let inner = Tasks.section("Q", [Tasks.step("p")])
        let task = Tasks.plain([Tasks.section("S", [inner]), Tasks.step("b"), Tasks.step("c")])
        let stage = await started(Stage(task))
        let engine = stage.engine
        let left = engine.taskViewModel.currentNode
        await engine.goForward()
        let end = engine.taskViewModel.taskResult.section("S")?.section("Q")?.endDate
        let own = await engine.addAsyncActions(with: [ActionConfiguration("own")], path: left)
        await engine.startAsyncActions(for: own, showLoading: false)
        await engine.stopAsyncActions(for: own, showLoading: false)
        let result = engine.taskViewModel.taskResult
        #expect(result.recorded == [])
        #expect(result.section("S")?.section("Q")?.recorded == ["own"])
        #expect(result.section("S")?.section("Q")?.endDate == end)
    }

    @Test("attaches a host's recording to an ended section at the end of the run")
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

    @Test("goes on without a recorder that is denied or cannot start, and keeps its error")
    func withoutRecorder() async {
        for (denies, cannotStart) in [(true, false), (false, true)] {
            let task = Tasks.plain([Tasks.step("a"), Tasks.step("b")], [ActionConfiguration("m")])
            let stage = Stage(task)
            stage.prepare = {
                $0.denies = denies
                $0.cannotStart = cannotStart
            }
            #expect(await stage.run(with: AutomaticParticipant()) == .completed)
            #expect(stage.engine.taskViewModel.taskResult.recorded == ["m_error"])
            #expect(!stage.log.lines.contains("m stopping"))
        }
    }

    @Test("keeps a failed recorder's result, followed by its error")
    func failure() async {
        let task = Tasks.plain([Tasks.step("a"), Tasks.step("b")], [ActionConfiguration("m")])
        let stage = await started(Stage(task))
        stage.actions["m"]?.fail()
        #expect(stage.engine.taskViewModel.taskResult.recorded == ["m", "m_error"])
        #expect(stage.engine.currentAsyncControllers.isEmpty)
        await stage.engine.goForward()
        #expect(stage.engine.taskViewModel.currentStep?.identifier == "b")
    }

    @Test("keeps a section's results when the task ends inside it")
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

    @Test("stops every recorder before it reports the cancellation")
    func cancel() async throws {
        let task = Tasks.plain([Tasks.step("a")], [ActionConfiguration("m")])
        let stage = await started(Stage(task))
        stage.engine.handleTaskCancelled(shouldSave: false)
        try await until("the run is over") { !stage.finished.isEmpty }
        #expect(stage.finished == [.discarded])
        #expect(stage.log.lines.suffix(4) == ["m cancelled", "m over", "m stopping", "discarded"])
    }

    @Test("does not show a step if it is cancelled while it asks for permission")
    func cancelWhileAsking() async throws {
        let task = Tasks.plain([Tasks.step("a")], [ActionConfiguration("m")])
        let stage = Stage(task)
        let start = Task { await stage.engine.start() }
        try await until("m is there") { stage.actions["m"] != nil }
        await stage.engine.cancel(shouldSave: false)
        await start.value
        #expect(!stage.log.lines.contains("show a"))
        #expect(stage.finished == [.discarded])
        #expect(stage.engine.currentAsyncControllers.isEmpty)
    }

    @Test("cancels a recorder that does not stop in time", arguments: [true, false])
    func slowStop(isCancelledLate: Bool) async {
        let task = Tasks.plain([Tasks.step("a")], [ActionConfiguration("m")])
        let stage = Stage(task)
        stage.prepare = {
            $0.stopsByItself = false
            $0.isCancelledLate = isCancelledLate
        }
        stage.engine.stopLimit = .milliseconds(1)
        #expect(await stage.run(with: AutomaticParticipant()) == .completed)
        #expect(stage.engine.taskViewModel.taskResult.recorded == ["m", "m_error"])
    }

    @Test("goes on without a recorder that does not start in time, and adds its error")
    func slowStart() async {
        let task = Tasks.plain([Tasks.step("a"), Tasks.step("b")], [ActionConfiguration("m")])
        let stage = Stage(task)
        stage.prepare = { $0.startsByItself = false }
        stage.engine.startLimit = .milliseconds(1)
        #expect(await stage.run(with: AutomaticParticipant()) == .completed)
        #expect(stage.engine.taskViewModel.taskResult.recorded == ["m_error"])
    }

    @Test("notes an action of an unsupported type, and goes on")
    func unknownAction() async {
        let action = RSDStandardAsyncActionConfiguration(identifier: "w", type: .weather)
        let stage = await started(Stage(Tasks.plain([Tasks.step("a")], [action])))
        #expect(stage.engine.currentStepController?.step.identifier == "a")
        #expect(stage.engine.notes.count == 1)
        #expect(stage.engine.notes.first?.contains("'weather'") == true)
    }

    @Test("goes back, and jumps to the step that a result names")
    func backAndJump() async {
        let stage = await started(Stage(Tasks.plain(["a", "b", "c"].map(Tasks.step))))
        await stage.engine.goForward()
        await stage.engine.goBack()
        #expect(stage.engine.taskViewModel.currentStep?.identifier == "a")
        await stage.engine.goBack()
        #expect(stage.engine.taskViewModel.currentStep?.identifier == "a")
        await stage.engine.jump(to: "c")
        #expect(stage.engine.taskViewModel.currentStep?.identifier == "c")
        await stage.engine.jump(to: "a")
        let level = stage.engine.taskViewModel
        var navigation = RSDCollectionResultObject(
            identifier: "a",
            startDate: level.taskResult.startDate
        )
        navigation.skipToIdentifier = "c"
        level.updateResult(navigation)
        await stage.engine.goForward()
        #expect(level.currentStep?.identifier == "c")
        #expect(stage.log.lines == ["a", "b", "a", "c", "a", "c"].map { "show \($0)" })
    }

    @Test("lets a host add, start and stop its own actions by completion handlers")
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

    @Test("starts none of a host's own actions by itself")
    func hostsOwn() async {
        let stage = await started(Stage(Tasks.plain(["a", "b"].map(Tasks.step))))
        let engine = stage.engine
        stage.prepare = { $0.denies = $0.configuration.identifier == "denied" }
        let actions = ["denied", "granted", "unasked"].map { ActionConfiguration($0) }
        let own = await engine.addAsyncActions(with: actions, path: engine.taskViewModel)
        await engine.requestPermission(for: Array(own.prefix(2)))
        await engine.goForward()
        #expect(stage.log.lines == ["show a", "denied asked", "granted asked", "show b"])
        #expect(engine.taskViewModel.taskResult.recorded == ["denied_error"])
        await engine.startAsyncActions(for: [own[1]], showLoading: false)
        await engine.goForward()
        #expect(stage.finished == [.completed])
        #expect(engine.taskViewModel.taskResult.recorded == ["denied_error", "granted"])
        #expect(stage.log.lines.contains("unasked cancelled"))
    }

    @Test("runs timers on the run's clock")
    func timers() async {
        let timekeeper = SteppedTimekeeper()
        let stage = Stage(
            Tasks.plain([Tasks.timed("a", 30), Tasks.timed("b", 12.5), Tasks.step("c")]),
            timekeeper
        )
        #expect(await stage.run(with: AutomaticParticipant()) == .completed)
        #expect(timekeeper.now == BootInstant(nanoseconds: 42_500_000_000))
    }
}
