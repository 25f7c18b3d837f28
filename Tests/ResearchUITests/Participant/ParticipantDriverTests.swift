// An automatic participant with real step controllers: it acts as a person could, and actions that a person
// could not take are noted.

import Research
import ResearchUI
import TaskEngine
import Testing
import Timebase

@Suite("An automatic participant")
@MainActor
struct ParticipantDriverTests {
    private func controller(
        _ steps: [any RSDStep],
        _ clock: any Timekeeper = SteppedTimekeeper()
    ) -> RSDTaskViewController {
        RSDTaskViewController(
            task: RSDTaskObject(identifier: "T", steps: steps),
            timekeeper: clock
        )
    }

    private func timed(
        _ identifier: String,
        _ duration: Double,
        _ commands: RSDActiveUIStepCommand = .transitionAutomatically
    ) -> RSDActiveUIStepObject {
        let step = RSDActiveUIStepObject(identifier: identifier)
        step.duration = duration
        step.commands = commands
        return step
    }

    /// Answers, waits and goes on, and logs when it was asked what.
    private final class Diarist: TaskParticipant {
        var lines: [String] = []
        var answers = true

        func respond(to prompt: StepPrompt) async -> ParticipantAction {
            lines.append("\(prompt.step.identifier) at \(prompt.now.seconds)")
            if answers, prompt.answered.isEmpty, prompt.dataSource != nil {
                return .answer(field: "q", .text("yes"))
            }
            // Real time does not pass on the run's clock.
            for _ in 0..<50 { await Task.yield() }
            let duration = (prompt.step as? any RSDActiveUIStep)?.duration ?? 0
            return duration > 0 && !prompt.isTimerOver ? .wait : .goForward
        }
    }

    @Test("is asked at each step before its time begins, however fast time goes")
    func isAskedFirst() async {
        let steps = [timed("a", 5), timed("b", 30), timed("c", 2.5)]
        for _ in 0..<20 {
            let clock = SteppedTimekeeper()
            let diarist = Diarist()
            #expect(await controller(steps, clock).run(with: diarist) == .completed)
            #expect(diarist.lines == ["a at 0.0", "b at 5.0", "c at 35.0"])
            #expect(clock.now.seconds == 37.5)
        }
    }

    @Test("stays at a step without a timer's end while no time passes")
    func endlessTimer() async {
        let clock = SteppedTimekeeper()
        let diarist = Diarist()
        let steps = [timed("a", 0, .startTimerAutomatically), timed("b", 3)]
        #expect(await controller(steps, clock).run(with: diarist) == .completed)
        #expect(diarist.lines == ["a at 0.0", "b at 0.0"])
        #expect(clock.now.seconds == 3)
    }

    @Test("starts a timer that does not start by itself, and goes on from one that stays")
    func startsTimers() async {
        let diarist = Diarist()
        let clock = SteppedTimekeeper()
        #expect(
            await controller([timed("a", 4, []), timed("b", 1)], clock).run(with: diarist)
                == .completed
        )
        #expect(diarist.lines == ["a at 0.0", "a at 4.0", "b at 4.0"])
    }

    @Test("goes on without a required answer, and the run notes that a person could not")
    func unanswered() async {
        let field = RSDInputFieldObject(identifier: "q", dataType: .base(.string))
        let form = RSDFormUIStepObject(identifier: "form", inputFields: [field])
        for (isOptional, answers, notes) in [(false, false, 1), (false, true, 0), (true, false, 0)]
        {
            field.isOptional = isOptional
            let diarist = Diarist()
            diarist.answers = answers
            let run = controller([form, timed("b", 1)])
            #expect(await run.run(with: diarist) == .completed)
            #expect(run.engine.notes.count == notes, "\(run.engine.notes)")
            let told = "form: the run went on without an answer to q, which the step requires"
            #expect(run.engine.notes.allSatisfy { $0.hasPrefix(told) }, "\(run.engine.notes)")
        }
    }

    @Test("fails the run if it never leaves a step")
    func neverLeaves() async {
        struct Stubborn: TaskParticipant {
            func respond(to prompt: StepPrompt) async -> ParticipantAction {
                .answer(field: "q", .text("again"))
            }
        }
        let field = RSDInputFieldObject(identifier: "q", dataType: .base(.string))
        let run = controller([RSDFormUIStepObject(identifier: "form", inputFields: [field])])
        #expect(await run.run(with: Stubborn()) == .failed)
        #expect("\(run.engine.finishError.map { "\($0)" } ?? "")".contains("'form'"))
    }
}
