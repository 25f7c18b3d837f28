// The recordings of an ORK step in a Footfall task: they begin when the task allows it, and are
// complete wherever the task goes.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import TaskEngine
import Testing
import Timebase
import ViewTree

@Suite("ORKStepViewController: recordings in a Footfall task")
@MainActor
struct HostedRecordingTests {
    let recorder = PlainRecorder("sensor")

    /// A step with a timer of five seconds and a recorder.
    private func walk() -> KnownStep {
        let active = RSDActiveUIStepObject(identifier: "walk")
        active.duration = 5
        active.commands = .transitionAutomatically
        let step = KnownStep(active)
        step.recorders = [recorder]
        return step
    }

    private func steps(_ walk: KnownStep) -> [any RSDStep] {
        [RSDUIStepObject(identifier: "a"), walk]
            + ["y", "z"].map { RSDUIStepObject(identifier: $0) }
    }

    /// A run of four steps, at the step that records.
    private func walking() async -> (step: KnownStep, stage: HostedRun) {
        let step = walk()
        let stage = HostedRun(steps(step))
        await stage.reach("walk")
        return (step, stage)
    }

    private func timer(of step: KnownStep) -> RSDClock? {
        (step.made?.children.first as? RSDStepViewController)?.clock
    }

    @Test("starts its recorders and its timer once the task's recorders run")
    func begins() async {
        let step = walk()
        let stage = HostedRun(
            [step],
            [RSDStandardAsyncActionConfiguration(identifier: "motion", type: "plain")]
        )
        let outer = PlainRecorder("motion")
        outer.held = [.start]
        stage.run.makers["plain"] = { _, _ in outer }
        await stage.reach("walk")
        #expect(outer.calls == [.ask, .start])
        #expect(recorder.calls == [] && timer(of: step) == nil)
        outer.letGo()
        await settle()
        #expect(recorder.status == .running)
        #expect(timer(of: step) != nil)
    }

    @Test("starts its timer after its own recorders")
    func timerWaits() async {
        let step = walk()
        recorder.held = [.start]
        let stage = HostedRun([step])
        await stage.reach("walk")
        #expect(recorder.calls == [.ask, .start] && timer(of: step) == nil)
        recorder.letGo()
        await settle()
        #expect(timer(of: step) != nil)
    }

    @Test("stops when the task is saved, and the saved result includes its recording")
    func saved() async {
        recorder.held = [.stop]
        let (step, stage) = await walking()
        stage.run.handleTaskCancelled(shouldSave: true)
        await settle()
        #expect(timer(of: step)?.stoppedAt != nil)
        #expect(!stage.run.engine.isOver)
        recorder.letGo()
        await settle()
        #expect(stage.run.engine.finishReason == .saved)
        #expect(stage.recorded(in: "walk") == ["sensor"])
    }

    @Test("stops when the task fails, and keeps its recording")
    func failed() async {
        let stage = await walking().stage
        stage.run.handleTaskFailure(with: RecorderError.finished(identifier: "x"))
        await settle()
        #expect(stage.run.engine.finishReason == .failed)
        #expect(recorder.status == .finished)
        #expect(stage.recorded(in: "walk") == ["sensor"])
    }

    @Test("stops when the task jumps, and keeps its recording in the step's result")
    func jump() async {
        recorder.held = [.stop]
        let stage = await walking().stage
        stage.clock.advance(by: .seconds(2))
        await settle()
        stage.run.jump(to: "z")
        await settle()
        stage.clock.advance(by: .milliseconds(500))
        recorder.letGo()
        await settle()
        #expect(stage.place == "z")
        #expect(stage.recorded(in: "walk") == ["sensor"])
        let ended = stage.run.taskViewModel.taskResult.findResult(for: "walk")?.endDate
        #expect(ended == Date(timeIntervalSince1970: 2))
    }

    @Test("keeps its recording in a section's result when the task jumps out of the section")
    func jumpOutOfSection() async {
        recorder.held = [.stop]
        let section = RSDSectionStepObject(
            identifier: "section",
            steps: [walk(), RSDUIStepObject(identifier: "inner")]
        )
        let stage = HostedRun([section, RSDUIStepObject(identifier: "z")])
        await stage.reach("walk")
        stage.run.jump(to: "z")
        await settle()
        recorder.letGo()
        await settle()
        #expect(stage.place == "z")
        let inner = stage.run.taskViewModel.taskResult.findResult(for: "section")
        #expect(stage.recorded(in: "walk", of: inner as? any RSDTaskResult) == ["sensor"])
    }

    @Test(
        "keeps its recording as an async result when the task goes back",
        arguments: [false, true]
    )
    func jumpBack(isAtSameStep: Bool) async {
        recorder.held = [.stop]
        let (step, stage) = await walking()
        stage.clock.advance(by: .seconds(2))
        await settle()
        step.recorders = []
        stage.run.jump(to: isAtSameStep ? "walk" : "a")
        await settle()
        recorder.letGo()
        await settle()
        #expect(stage.place == (isAtSameStep ? "walk" : "a"))
        let result = stage.run.taskViewModel.taskResult
        #expect(result.asyncResults?.map(\.identifier) == ["sensor"])
        #expect(result.stepHistory.map(\.identifier) == (isAtSameStep ? ["a", "walk"] : ["a"]))
        #expect(stage.recorded(in: "walk") == [])
    }

    @Test("does not move a task that has jumped meanwhile")
    func jumpWhileFinishing() async {
        recorder.held = [.stop]
        let (step, stage) = await walking()
        step.made?.goForward()
        await settle()
        #expect(stage.place == "walk")
        stage.run.jump(to: "y")
        await settle()
        recorder.letGo()
        await settle()
        #expect(stage.place == "y")
        #expect(recorder.calls == [.ask, .start, .stop])
        #expect(stage.recorded(in: "walk") == ["sensor"])
    }

    @Test("does not inform its delegate of a finish after the task has jumped")
    func toldNobody() async {
        recorder.held = [.stop]
        let (step, stage) = await walking()
        // A delegate that replaces the task's does not forward the calls.
        let between = OrkHost()
        step.made?.delegate = between
        step.made?.goForward()
        stage.run.jump(to: "y")
        await settle()
        recorder.letGo()
        await settle()
        #expect(stage.place == "y")
        #expect(between.heard == ["changed"])
        #expect(stage.recorded(in: "walk") == ["sensor"])
    }

    @Test("does not start a recorder that was asking for permission when the task jumped")
    func jumpWhileAsking() async {
        recorder.held = [.ask]
        let stage = await walking().stage
        stage.run.jump(to: "z")
        await settle()
        recorder.letGo()
        await settle()
        #expect(recorder.calls == [.ask, .stop])
    }

    /// Shows a step of the host, and goes back to the run's step.
    private func comeBack(to step: KnownStep, on stage: HostedRun) async {
        let elsewhere = RSDUIStepObject(identifier: "elsewhere")
        stage.run.navigate(to: elsewhere, from: nil, direction: .forward, completion: nil)
        await settle()
        #expect(stage.place == "elsewhere" && recorder.status == .finished)
        stage.run.navigate(to: step, from: nil, direction: .reverse, completion: nil)
        await settle()
        #expect(stage.place == "walk" && timer(of: step)?.stoppedAt == nil)
    }

    @Test("restarts with new recorders of the task when the host goes back to it")
    func comesBack() async {
        let step = walk()
        let stage = HostedRun(steps(step))
        let again = PlainRecorder("sensor")
        stage.run.makers["plain"] = { _, _ in again }
        await stage.reach("walk")
        await comeBack(to: step, on: stage)
        #expect(again.calls == [.ask, .start] && recorder.calls == [.ask, .start, .stop])
        step.made?.goForward()
        await settle()
        #expect(stage.place == "y" && again.status == .finished)
        #expect(stage.recorded(in: "walk") == ["sensor", "sensor"])
    }

    @Test("reports that its recorder cannot run again if the task makes no new one")
    func comesBackUnrecorded() async throws {
        let step = walk()
        let stage = HostedRun(steps(step))
        await stage.reach("walk")
        await comeBack(to: step, on: stage)
        #expect(stage.recorded(in: "walk") == ["sensor", "sensor_error"])
        let result = stage.run.taskViewModel.taskResult.findResult(for: "walk")
        let parts = (result as? any RSDCollectionResult)?.inputResults
        let error = try #require(parts?.last as? RSDErrorResultObject)
        #expect(error.errorDescription.contains("cannot run a second time"))
    }

    @Test("stops before it restarts when the host goes back to it at once")
    func comesBackAtOnce() async {
        let step = walk()
        recorder.held = [.stop]
        let stage = HostedRun(steps(step))
        await stage.reach("walk")
        let elsewhere = RSDUIStepObject(identifier: "elsewhere")
        stage.run.navigate(to: elsewhere, from: nil, direction: .forward, completion: nil)
        stage.run.navigate(to: step, from: nil, direction: .reverse, completion: nil)
        await settle()
        #expect(timer(of: step)?.stoppedAt != nil)
        recorder.letGo()
        await settle()
        #expect(stage.place == "walk" && timer(of: step)?.stoppedAt == nil)
    }

    @Test("stops its recorder before the next step of the host starts another")
    func visit() async {
        let step = walk()
        recorder.held = [.stop]
        let other = PlainRecorder("other")
        let beside = KnownStep(RSDUIStepObject(identifier: "beside"))
        beside.recorders = [other]
        let stage = HostedRun(steps(step))
        await stage.reach("walk")
        stage.run.navigate(to: beside, from: nil, direction: .forward, completion: nil)
        await settle()
        #expect(recorder.calls.last == .stop && other.calls.isEmpty)
        recorder.letGo()
        await settle()
        #expect(stage.place == "beside" && other.status == .running)
    }

    @Test("begins at once with a host that does not control the start")
    func foreignHost() async throws {
        let step = walk()
        let (controller, _) = try ForeignHost.show(step)
        await settle()
        #expect(recorder.status == .running)
        #expect(timer(of: step) != nil)
        withExtendedLifetime(controller) {}
    }

    @Test("cancels its recorder when the task is deallocated")
    func letGoOf() async {
        do {
            let stage = await walking().stage
            #expect(recorder.status == .running && stage.place == "walk")
        }
        await settle()
        #expect(recorder.status == .cancelled)
    }

    @Test("has the same time limits for stopping as the task's recorders")
    func limits() async {
        recorder.held = [.stop]
        let step = walk()
        let stage = HostedRun(steps(step))
        stage.run.engine.stopLimit = .milliseconds(1)
        stage.run.engine.cancelLimit = .milliseconds(1)
        await stage.reach("walk")
        step.made?.goForward()
        await until { stage.place == "y" }
        #expect(recorder.status == .cancelled)
        #expect(stage.recorded(in: "walk") == ["sensor_error"])
        recorder.letGo()
    }
}
