// A task on a screen, and the whole way down: what its steps ask for is what a real speech server was given to say
// and what alsa-lib was given to play.

import CueParts
import FoundationEssentials
import Patience
import Research
import ResearchUI
import TaskEngine
import Testing
import Timebase

@testable import HostServices

@Suite(
    "A task that speaks and sounds by real parts",
    .needs(.speechDispatcher),
    .speaks,
    // A program has few connections to such a server.
    .serialized,
    .mayNotHang
)
@MainActor
struct SpokenTaskTests {
    private static let file = """
        {
          "identifier": "T",
          "type": "task",
          "steps": [
            {
              "identifier": "walk",
              "type": "active",
              "duration": 6,
              "commands": ["playSoundOnStart", "playSoundOnFinish", "transitionAutomatically"],
              "spokenInstructions": {
                "start": "Walk & do not stop.",
                "halfway": "Half of it is done.",
                "countdown": "2",
                "end": "Stop where you are."
              }
            },
            {
              "identifier": "stand",
              "type": "active",
              "duration": 4,
              "commands": ["playSoundOnFinish", "transitionAutomatically"],
              "spokenInstructions": {
                "start": "Stand still.",
                "1": "Breathe.",
                "end": "You may move again."
              }
            }
          ]
        }
        """

    @Test("has every text said once, in its order, and every sound played")
    func wholeTask() async throws {
        let server = try await DispatcherServer()
        let rig = try MachineRig(server: server)
        let run = try Run(of: Self.file, on: rig)
        // A second of the task goes by as soon as its step waits for it: the texts wait for each other.
        let seconds = Task { while !Task.isCancelled { await run.goOn() } }
        #expect(try await eventually { !run.reasons.isEmpty })
        seconds.cancel()
        #expect(run.reasons == [.completed])
        #expect(
            server.spoken == [
                "Walk &amp; do not stop.", "Half of it is done.", "two", "one",
                "Stop where you are.", "Stand still.", "Breathe.", "You may move again.",
            ]
        )
        let sound = RSDSound.short_low_high.name
        let expected = MachineRig.samples(sound, sound, sound)
        #expect(try await rig.heard(atLeast: expected.count) == expected)
        #expect(rig.told.isEmpty)
    }

    @Test("says nothing any more when it is cancelled in the middle of a text")
    func cancelled() async throws {
        let server = try await DispatcherServer(speakingBy: .endless)
        let rig = try MachineRig(server: server)
        let text = Self.file.replacing("Half of it is done.", with: "An endless text")
        let run = try Run(of: text, on: rig)
        for _ in 1...5 { await run.goOn() }
        #expect(try await eventually { server.isEndless })
        try #require(run.controller.currentStepController as? RSDStepViewController)
            .cancelTask(shouldSave: false)
        #expect(try await eventually { !run.reasons.isEmpty })
        #expect(run.reasons == [.discarded])
        // Who speaks next is heard: the text that has no end was ended, and those behind it were dropped.
        let last = try await rig.speak("The last text")
        #expect(last == [SpokenAnswer(text: "The last text", isSpoken: true)])
        #expect(
            server.spoken == ["Walk &amp; do not stop.", "An endless text", "The last text"]
        )
        #expect(rig.told.isEmpty)
    }
}

/// A run on a machine, in time that goes by when it is told to.
@MainActor
private final class Run: RSDTaskViewControllerDelegate {
    let controller: RSDTaskViewController
    private let clock = ManualTimekeeper()
    private(set) var reasons: [RSDTaskFinishReason] = []

    init(of file: String, on rig: MachineRig) throws {
        let task = try RSDFactory().decodeTask(with: Data(file.utf8))
        controller = RSDTaskViewController(
            taskViewModel: RSDTaskViewModel(task: task, timekeeper: clock)
        )
        controller.delegate = self
        controller.services = rig.services
        controller.appear()
    }

    /// Lets time go by until what waits for it next is woken.
    func goOn() async {
        await clock.advanceToNextWaking()
        for _ in 0..<50 { await Task.yield() }
    }

    func taskController(
        _ taskController: any RSDTaskController,
        didFinishWith reason: RSDTaskFinishReason,
        error: (any Error)?
    ) { reasons.append(reason) }

    func taskController(
        _ taskController: any RSDTaskController,
        readyToSave taskPath: RSDTaskPath
    ) {}
}
