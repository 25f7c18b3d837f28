import FootfallTesting
import Research
import ResearchUI
import TaskEngine
import Testing
import Timebase

@Suite("A scripted participant")
@MainActor
struct ScriptedParticipantTests {
    @Test("does what the script says, and goes forward where it says nothing")
    func follows() async {
        let step = RSDUIStepObject(identifier: "read")
        let task = RSDTaskObject(identifier: "task", steps: [step])
        let clock = ManualClock()
        let path = RSDTaskViewModel(task: task, timekeeper: clock)
        let prompt = StepPrompt(step: step, path: path, now: clock.now)
        let participant = ScriptedParticipant(["read": [.skip]])
        #expect(await participant.respond(to: prompt) == .skip)
        #expect(await participant.respond(to: prompt) == .goForward)
        #expect(participant.shown == ["read"])
        #expect(participant.unplayed.isEmpty)
    }

    @Test("reports which parts of the script were not played")
    func unplayed() {
        let participant = ScriptedParticipant(["read": [.skip], "walk": [.wait, .goBack]])
        #expect(participant.unplayed == ["read", "walk"])
    }
}
