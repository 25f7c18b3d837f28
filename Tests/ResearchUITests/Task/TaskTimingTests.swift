// Actions of the participant, the host and the machine at awkward moments: while recorders start, between two
// steps, and in the middle of one.

import FoundationEssentials
import Research
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("RSDTaskViewController: awkward moments")
@MainActor
struct TaskTimingTests {
    private typealias Configuration = StagedAction.Configuration

    /// Steps a, b and c, with a recorder that starts at b and runs once `release()` is called.
    private func slowStage(
        _ second: any RSDStep = Steps.instruction("b")
    ) -> (TaskStage, () -> StagedAction?) {
        let steps: [any RSDStep] = [Steps.instruction("a"), second, Steps.instruction("c")]
        let stage = TaskStage(
            steps: steps,
            [Configuration(identifier: "m", startStepIdentifier: "b")]
        )
        var made: StagedAction?
        stage.makesAction = { [unowned stage] configuration in
            let action = StagedAction(configuration, stage.controller.taskPath, stage.story)
            action.isSlow = true
            made = action
            return action
        }
        return (stage, { made })
    }

    @Test(
        "`goForward()` and `goBack()` during the start of recorders wait until they run",
        arguments: [(RSDUIActionType.goForward, "c"), (.goBackward, "a")]
    )
    func pressedEarly(_ action: RSDUIActionType, _ destination: String) async throws {
        let (stage, recorder) = slowStage()
        try await stage.begin()
        try await stage.press(.goForward)
        #expect(stage.step == "b")
        try await stage.press(action)
        #expect(stage.step == "b" && stage.story.lines.isEmpty)
        recorder()?.isSlow = false
        recorder()?.release()
        try await stage.reach(destination)
        #expect(stage.story.lines.first == "m runs")
    }

    @Test("`goForward()` twice from one step goes on by one step")
    func pressedTwice() async throws {
        let stage = TaskStage(steps: ["a", "b", "c"].map { Steps.instruction($0) })
        try await stage.begin()
        stage.controller.goForward()
        stage.controller.goForward()
        await stage.settle()
        #expect(stage.step == "b")
    }

    @Test("`jump(to:)` during a move is carried out after it")
    func jumpedEarly() async throws {
        let stage = TaskStage(steps: ["a", "b", "c"].map { Steps.instruction($0) })
        try await stage.begin()
        stage.controller.goForward()
        stage.controller.jump(to: "c")
        await stage.settle()
        #expect(stage.step == "c")
    }

    private final class Alarming: RSDStepViewController {
        override var playAlarmIfBackgrounded: Bool { true }
    }

    @Test("`receive(_:)` keeps whether the screen is on, also for later steps")
    func screenOff() async throws {
        let stage = TaskStage(steps: [Steps.instruction("a"), Steps.active("b")])
        stage.makesController = { step in
            step.identifier == "b"
                ? Alarming(step: step, parent: stage.controller.taskPath) : nil
        }
        try await stage.begin()
        #expect(stage.controller.receive(.screen(isInForeground: false)))
        stage.controller.goForward()
        try await stage.reach("b")
        #expect(stage.log.calls.contains(.play("alarm")))
        let step = try #require(stage.controller.currentStepController as? Alarming)
        #expect(step.clock == nil)
        #expect(stage.controller.receive(.screen(isInForeground: true)))
        // The alarm is repeated after two seconds, unless the participant is back; a timer does not run yet.
        await stage.pass(.seconds(2))
        #expect(step.clock != nil)
    }

    @Test("`pause()` of a step sets a mark in every recorder, with the same time")
    func marks() async throws {
        let stage = TaskStage(
            steps: [Steps.active("walk"), Steps.instruction("c")],
            [Configuration(identifier: "m"), Configuration(identifier: "n")]
        )
        stage.makesAction = { [unowned stage] in
            StagedAction($0, stage.controller.taskPath, stage.story)
        }
        try await stage.begin()
        try await stage.reach("walk")
        stage.story.clear()
        await stage.tick(2)
        let step = try #require(
            stage.controller.currentStepController as? RSDActiveStepViewController
        )
        step.pause()
        step.resume()
        #expect(
            stage.story.lines == [
                "m marked pause at 2.0", "n marked pause at 2.0", "m marked resume at 2.0",
                "n marked resume at 2.0",
            ]
        )
    }

    // MARK: Steps beside the run

    /// Shows a step of the host that is not part of the task.
    private func visitElsewhere(_ stage: TaskStage) async throws {
        stage.controller.navigate(
            to: Steps.active("elsewhere"),
            from: nil,
            direction: .forward,
            completion: nil
        )
        try await stage.reach("elsewhere")
    }

    /// A controller that logs `stepMayBegin()` and `stepWillLeave()`.
    private final class Told: RSDStepViewController {
        var story: Story?
        override func stepMayBegin() {
            super.stepMayBegin()
            story?.add("\(step.identifier) begins")
        }
        override func stepWillLeave() {
            super.stepWillLeave()
            story?.add("\(step.identifier) is left")
        }
    }

    @Test("`navigate(to:from:direction:completion:)` informs both steps; the run keeps its step")
    func visits() async throws {
        let stage = TaskStage(steps: [Steps.active("walk"), Steps.instruction("c")])
        stage.makesController = { step in
            let made = Told(step: step, parent: stage.controller.taskPath)
            made.story = stage.story
            return made
        }
        try await stage.begin()
        try await stage.reach("walk")
        #expect(stage.story.lines == ["walk begins"])
        let walk = try #require(stage.controller.currentStepController as? Told)
        stage.story.clear()
        try await visitElsewhere(stage)
        #expect(stage.story.lines == ["walk is left", "elsewhere begins"])
        #expect(walk.clock?.stoppedAt != nil)
        let elsewhere = try #require(stage.controller.currentStepController as? Told)
        #expect(elsewhere.clock?.stoppedAt == nil && elsewhere.clock != nil)
        stage.story.clear()
        stage.controller.goForward()
        try await stage.reach("c")
        #expect(stage.story.lines.contains("elsewhere is left"))
        #expect(stage.story.lines.last == "c begins" && elsewhere.clock?.stoppedAt != nil)
    }

    @Test("`navigate(to:from:direction:completion:)` back to the run's step restarts its timer")
    func comesBack() async throws {
        let (stage, walk) = try await walking()
        try await visitElsewhere(stage)
        let elsewhere = stage.controller.currentStepController as? RSDStepViewController
        #expect(walk.clock?.stoppedAt != nil && elsewhere?.clock?.stoppedAt == nil)
        stage.controller.navigate(to: walk.step, from: nil, direction: .reverse, completion: nil)
        try await stage.reach("walk")
        #expect(stage.controller.currentStepController === walk)
        try #require(walk.clock?.stoppedAt == nil)
        #expect(walk.clock?.runningDuration == .zero)
        #expect(walk.countdown == 10 && elsewhere?.clock?.stoppedAt != nil)
        await stage.tick(10)
        try await stage.reach("c")
    }

    @Test("`handleTaskCancelled(shouldSave:)` also stops a host's own step, and the speech")
    func visitEnds() async throws {
        let (stage, _) = try await walking()
        try await visitElsewhere(stage)
        let elsewhere = stage.controller.currentStepController as? RSDStepViewController
        #expect(elsewhere?.clock?.stoppedAt == nil && !stage.log.calls.contains(.silence))
        stage.controller.handleTaskCancelled(shouldSave: false)
        await stage.settle()
        #expect(stage.reasons == [.discarded] && elsewhere?.clock?.stoppedAt != nil)
        #expect(stage.log.calls.contains(.silence))
    }

    @Test("`handleTaskCancelled(shouldSave:)` starts no timer while recorders stop")
    func pressedLate() async throws {
        let (stage, recorder) = slowStage(Steps.active("b"))
        try await stage.begin()
        try await stage.press(.goForward)
        recorder()?.release()
        try await stage.reach("b")
        let step = try #require(stage.controller.currentStepController as? RSDStepViewController)
        #expect(step.clock?.stoppedAt == nil && step.clock != nil)
        stage.controller.handleTaskCancelled(shouldSave: true)
        await stage.settle()
        #expect(stage.reasons.isEmpty && step.clock?.stoppedAt != nil)
        step.goBack()
        stage.controller.goForward()
        await stage.settle()
        #expect(step.clock?.stoppedAt != nil)
        recorder()?.release()
        await stage.settle()
        #expect(stage.reasons == [.saved] && step.clock?.stoppedAt != nil)
    }

    // MARK: Interruptions

    private func walking(
        endsTask: Bool = false,
        recordedBy actions: [Configuration] = []
    ) async throws -> (TaskStage, RSDStepViewController) {
        let step = Steps.active("walk")
        step.shouldEndOnInterrupt = endsTask
        let stage = TaskStage(steps: [step, Steps.instruction("c")], actions)
        stage.makesAction = { [unowned stage] in
            StagedAction($0, stage.controller.taskPath, stage.story)
        }
        try await stage.begin()
        try await stage.reach("walk")
        await stage.tick(2)
        let shown = try #require(stage.controller.currentStepController as? RSDStepViewController)
        return (stage, shown)
    }

    @Test("`handleInterruption(_:)` pauses the timer, and resumes it if that is allowed")
    func interrupted() async throws {
        let (stage, step) = try await walking()
        stage.controller.handleInterruption(.began)
        stage.controller.handleInterruption(.began)
        #expect(step.clock?.isPaused == true)
        stage.clock.advance(by: .seconds(100))
        stage.controller.handleInterruption(.ended(mayResume: true))
        #expect(step.clock?.isPaused == false && step.clock?.runningDuration == .seconds(2))
        #expect(stage.reasons.isEmpty)
    }

    @Test("`handleInterruption(_:)` fails the task if the timer may not resume")
    func cannotGoOn() async throws {
        let (stage, _) = try await walking()
        stage.controller.handleInterruption(.began)
        stage.controller.handleInterruption(.ended(mayResume: false))
        await stage.settle()
        #expect(stage.reasons == [.failed])
        #expect(stage.failure as? RSDInterruptionError == .cannotGoOn("walk"))
    }

    @Test("`handleInterruption(_:)` fails the task at once if the step says so")
    func endsTask() async throws {
        let (stage, _) = try await walking(endsTask: true)
        stage.controller.handleInterruption(.began)
        await stage.settle()
        #expect(stage.reasons == [.failed])
        #expect(stage.failure as? RSDInterruptionError == .endsTask("walk"))
    }

    @Test("`handleInterruption(_:)` delays a timer that would start during it")
    func interruptedBefore() async throws {
        let (stage, recorder) = slowStage(Steps.active("b"))
        try await stage.begin()
        stage.controller.handleInterruption(.began)
        try await stage.press(.goForward)
        recorder()?.release()
        try await stage.reach("b")
        let step = try #require(stage.controller.currentStepController as? RSDStepViewController)
        #expect(step.clock == nil)
        stage.clock.advance(by: .seconds(30))
        stage.controller.handleInterruption(.ended(mayResume: true))
        #expect(step.clock?.startUptime == stage.clock.now.seconds)
    }

    @Test(
        "`handleInterruption(_:)` fails a task once, also if a recorder reports it, too",
        arguments: [false, true]
    )
    func failsOnce(recorderIsFirst: Bool) async throws {
        let (stage, _) = try await walking(
            endsTask: true,
            recordedBy: [Configuration(identifier: "m")]
        )
        let recorder = try #require(
            stage.controller.currentAsyncControllers.first as? StagedAction
        )
        stage.failureResponse = .wait
        stage.story.clear()
        let interruption = RecorderError.interrupted(identifier: "m")
        if recorderIsFirst {
            recorder.fail(with: interruption)
            await stage.settle()
            #expect(stage.story.lines == ["m failed", "failure"])
        }
        stage.controller.handleInterruption(.began)
        stage.controller.handleInterruption(.began)
        await stage.settle()
        if !recorderIsFirst {
            #expect(stage.story.lines == ["m marked pause at 2.0", "failure"])
            recorder.fail(with: interruption)
            await stage.settle()
        }
        let told = stage.story.lines.filter { !$0.contains("marked") }
        #expect(told.sorted() == ["failure", "m failed"])
    }

    @Test("`handleInterruption(_:)` does not touch a timer that the participant has paused")
    func alreadyPaused() async throws {
        let (stage, step) = try await walking()
        step.pause()
        stage.controller.handleInterruption(.began)
        stage.controller.handleInterruption(.ended(mayResume: true))
        #expect(step.clock?.isPaused == true)
        stage.controller.handleInterruption(.ended(mayResume: false))
        await stage.settle()
        #expect(stage.reasons.isEmpty)
    }

    /// A controller that counts the calls of `pause()`.
    private final class Stood: RSDStepViewController {
        var pauses = 0
        override func pause() {
            pauses += 1
            super.pause()
        }
    }

    @Test("`handleInterruption(_:)` does not touch a timer that is over")
    func timerIsOver() async throws {
        let stage = TaskStage(
            steps: [
                Steps.active("walk", duration: 2, .startTimerAutomatically), Steps.instruction("c"),
            ]
        )
        stage.makesController = { [unowned stage] step in
            Stood(step: step, parent: stage.controller.taskPath)
        }
        try await stage.begin()
        try await stage.reach("walk")
        await stage.tick(2)
        let step = try #require(stage.controller.currentStepController as? Stood)
        #expect(step.timer.isOver && step.clock?.stoppedAt == nil)
        stage.controller.handleInterruption(.began)
        #expect(step.pauses == 0)
        stage.controller.handleInterruption(.ended(mayResume: false))
        await stage.settle()
        #expect(stage.reasons.isEmpty && stage.story.lines.isEmpty)
        step.pause()
        #expect(step.clock?.isPaused == false)
    }

    @Test("`handleInterruption(_:)` pauses and resumes the timer if the delegate keeps the task")
    func endsTaskLater() async throws {
        let (stage, step) = try await walking(endsTask: true)
        stage.failureResponse = .wait
        for count in 1...2 {
            stage.controller.handleInterruption(.began)
            #expect(step.clock?.isPaused == true)
            #expect(stage.story.lines.count == count)
            stage.controller.handleInterruption(.ended(mayResume: true))
            #expect(step.clock?.isPaused == false)
        }
        await stage.settle()
        #expect(stage.reasons.isEmpty)
    }

    @Test("`handleInterruption(_:)` resumes a timer that could not resume at first")
    func goesOnLater() async throws {
        let (stage, step) = try await walking()
        stage.failureResponse = .wait
        for count in 1...2 {
            stage.controller.handleInterruption(.began)
            stage.controller.handleInterruption(.ended(mayResume: false))
            #expect(stage.story.lines.count == count && step.clock?.isPaused == true)
        }
        stage.controller.handleInterruption(.ended(mayResume: true))
        #expect(step.clock?.isPaused == false)
    }

    @Test("`handleInterruption(_:)` does not fail a task again that it has failed")
    func failsOnceAtOnce() async throws {
        let (stage, _) = try await walking(endsTask: true)
        stage.controller.handleInterruption(.began)
        stage.controller.handleInterruption(.ended(mayResume: false))
        await stage.settle()
        #expect(stage.story.lines == ["failure", "failed"])
    }
}
