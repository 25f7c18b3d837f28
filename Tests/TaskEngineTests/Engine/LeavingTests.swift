import Research
import ResearchUI
import Patience
import TaskEngine
import Testing
import Timebase

@Suite("Leaving a task")
@MainActor
struct LeavingTests {
    private func inSection() -> RSDTaskObject {
        Tasks.plain(
            [
                Tasks.section(
                    "S",
                    [Tasks.step("x"), Tasks.step("y")],
                    [ActionConfiguration("s1"), ActionConfiguration("s2")]
                ), Tasks.step("b"),
            ],
            [ActionConfiguration("m")]
        )
    }

    @Test("keeps the recordings, with a note, if a saved run keeps no progress")
    func savedWithoutKeeper() async throws {
        let stage = Stage(inSection())
        await stage.engine.start()
        stage.engine.handleTaskCancelled(shouldSave: true)
        try await until("the run is over") { !stage.finished.isEmpty }
        #expect(stage.finished == [.saved])
        #expect(!stage.log.lines.contains("m cancelled"))
        let result = stage.engine.taskViewModel.taskResult
        #expect(result.recorded == ["m"])
        #expect(result.section("S")?.recorded == ["s1", "s2"])
        #expect(stage.engine.notes.count == 1)
        #expect(stage.engine.notes.first?.contains("nothing keeps its progress") == true)
    }

    @Test("waits for all recorders before a section's result is attached")
    func slowRecorders() async throws {
        for reason in [TaskFinishReason.earlyExit, .saved] {
            let stage = Stage(inSection())
            stage.prepare = { $0.stopsByItself = false }
            await stage.engine.start()
            let leaving = Task {
                switch reason {
                case .saved: await stage.engine.cancel(shouldSave: true)
                case .earlyExit, .discarded, .completed, .failed: await stage.engine.exit()
                }
            }
            try await until("s2 is told to stop") {
                stage.actions["s2"]?.isStopWaiting == true
            }
            for name in ["s2", "m", "s1"] {
                #expect(stage.finished == [])
                #expect(stage.engine.taskViewModel.taskResult.section("S") == nil)
                stage.actions[name]?.release()
                try await until("\(name) has stopped") {
                    stage.actions[name]?.status == .finished
                }
            }
            await leaving.value
            #expect(stage.finished == [reason])
            let result = stage.engine.taskViewModel.taskResult
            #expect(result.recorded == ["m"])
            #expect(result.section("S")?.recorded == ["s1", "s2"])
        }
    }

    @Test("goes through the task controller, which may refuse it")
    func refused() async {
        final class Asking: RSDTaskViewController {
            var heard: [Bool] = []

            override func handleTaskCancelled(shouldSave: Bool) {
                heard.append(shouldSave)
                if heard.count == 3 { super.handleTaskCancelled(shouldSave: shouldSave) }
            }
        }
        struct Leaver: TaskParticipant {
            func respond(to prompt: StepPrompt) async -> ParticipantAction {
                .cancel(shouldSave: true)
            }
        }
        let controller = Asking(
            taskViewModel: RSDTaskViewModel(
                task: Tasks.plain([Tasks.step("a")]),
                timekeeper: ImmediateTimekeeper()
            )
        )
        #expect(await controller.run(with: Leaver()) == .saved)
        #expect(controller.heard == [true, true, true])
    }

    @Test("happens once for an interruption that ends the task, and keeps the recordings")
    func interrupted() async throws {
        for endsTask in [true, false] {
            let step = Tasks.timed("a", 30)
            step.shouldEndOnInterrupt = endsTask
            let task = Tasks.plain(
                [step, Tasks.step("b")],
                ["m1", "m2", "m3"].map { ActionConfiguration($0) }
            )
            let stage = Stage(task)
            await stage.engine.start()
            for name in ["m2", "m1"] {
                stage.actions[name]?.fail(with: RecorderError.interrupted(identifier: name))
            }
            #expect(stage.log.lines.filter { $0 == "failure" }.count == (endsTask ? 1 : 0))
            if endsTask { try await until("the run is over") { !stage.finished.isEmpty } }
            #expect(stage.finished == (endsTask ? [.failed] : []))
            let recorded = ["m2", "m2_error", "m1", "m1_error"] + (endsTask ? ["m3"] : [])
            let result = stage.engine.taskViewModel.taskResult
            #expect(result.recorded == recorded)
            let codes = (result.asyncResults ?? []).compactMap { $0 as? any RSDErrorResult }
                .map(\.errorCode)
            #expect(codes == [4, 4])
        }
    }

    @Test("does not happen for another failure of a recorder")
    func otherFailure() async {
        let step = Tasks.timed("a", 30)
        step.shouldEndOnInterrupt = true
        let stage = Stage(Tasks.plain([step], [ActionConfiguration("m")]))
        await stage.engine.start()
        stage.actions["m"]?.fail()
        // A failure that ends the run is reported at once.
        #expect(!stage.log.lines.contains("failure"))
        #expect(stage.finished == [])
        await stage.engine.goForward()
        #expect(stage.finished == [.completed])
        #expect(stage.engine.taskViewModel.taskResult.recorded == ["m", "m_error"])
    }
}
