import Research
import ResearchUI
import TaskEngine
import Testing
import Timebase

@Suite("The end of recording")
@MainActor
struct LastStepTests {
    /// Waits for timers, and logs their ends.
    private struct Patient: TaskParticipant {
        let log: CallLog

        func respond(to prompt: StepPrompt) async -> ParticipantAction {
            guard prompt.step is RSDActiveUIStepObject else { return .goForward }
            guard prompt.isTimerOver else { return .wait }
            log.lines.append("time is over")
            return .goForward
        }
    }

    private func run(_ task: any RSDTask) async -> Stage {
        let stage = Stage(task, SteppedTimekeeper())
        #expect(await stage.run(with: Patient(log: stage.log)) == .completed)
        return stage
    }

    private func timed(_ identifier: String) -> RSDActiveUIStepObject {
        let step = Tasks.timed(identifier, 30)
        step.commands = []
        return step
    }

    @Test("is the end of the last step's timer, though the step stays on screen")
    func timedLastStep() async {
        let stage = await run(
            Tasks.plain([Tasks.step("a"), timed("b")], [ActionConfiguration("m")])
        )
        #expect(
            stage.log.lines.filter { !$0.hasPrefix("m at") }.suffix(6) == [
                "show b", "m stopping", "m over", "time is over", "ready", "completed",
            ]
        )
        #expect(stage.engine.taskViewModel.taskResult.recorded == ["m"])
    }

    @Test("is the end of the last step's timer also for the last section")
    func timedLastStepOfSection() async {
        let stage = await run(
            Tasks.plain(
                [Tasks.section("S", [Tasks.step("x"), timed("y")], [ActionConfiguration("s")])],
                [ActionConfiguration("m")]
            )
        )
        let lines = stage.log.lines
        let over = lines.firstIndex(of: "time is over") ?? 0
        #expect(lines[..<over].filter { $0.hasSuffix("over") } == ["m over", "s over"])
        let result = stage.engine.taskViewModel.taskResult
        #expect(result.recorded == ["m"])
        #expect(result.section("S")?.recorded == ["s"])
    }

    @Test("is not the end of an earlier step's timer")
    func timedStepAmongOthers() async {
        let stage = await run(
            Tasks.plain([timed("a"), Tasks.step("b")], [ActionConfiguration("m")])
        )
        let lines = stage.log.lines
        #expect(lines.firstIndex(of: "time is over") ?? 9 < lines.firstIndex(of: "m over") ?? 0)
    }

    @Test(
        "comes before a result is ready, also where the last step completes the task and has a timer"
    )
    func timedCompletion() async {
        let done = RSDResultSummaryStepObject(identifier: "done", type: .completion)
        done.duration = 5
        let stage = await run(Tasks.plain([Tasks.step("a"), done], [ActionConfiguration("m")]))
        #expect(stage.readyResults.map(\.recorded) == [["m"]])
    }

    @Test("is at the stop step of an action of unknown type, on every kind of move")
    func standardConfigurations() async {
        let action = RSDStandardAsyncActionConfiguration(
            identifier: "m",
            type: "scripted",
            startStepIdentifier: "b",
            stopStepIdentifier: "b"
        )
        let ways: [(String, (TaskEngine) async -> Void)] = [
            ("a", { await $0.goBack() }), ("x", { await $0.goForward() }),
            ("c", { await $0.jump(to: "c") }),
            (
                "c",
                {
                    guard let step = $0.taskViewModel.currentStep else { return }
                    $0.taskViewModel.assignSkip(to: "c", of: step)
                    await $0.goForward()
                }
            ),
        ]
        for (target, way) in ways {
            let task = Tasks.plain(
                [
                    Tasks.step("a"), Tasks.step("b"), Tasks.section("S", [Tasks.step("x")]),
                    Tasks.step("c"), Tasks.step("d"),
                ],
                [action]
            )
            let stage = Stage(task)
            await stage.engine.start()
            await stage.engine.goForward()
            #expect(stage.engine.currentAsyncControllers.count == 1)
            await way(stage.engine)
            #expect(stage.engine.currentStepController?.step.identifier == target)
            #expect(stage.log.lines.last == "m over")
            #expect(stage.engine.taskViewModel.taskResult.recorded == ["m"])
        }
    }
}
