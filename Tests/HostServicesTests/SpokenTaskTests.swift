// A task from its screen down to the devices: a real speech server receives the texts of its steps, and alsa-lib plays
// their sounds.

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
    "A task that speaks and plays sounds with real programs",
    .needs(.speechDispatcher),
    .speaks,
    // A speech server accepts few connections from one program.
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

    @Test("speaks every text once and in order, and plays every sound")
    func wholeTask() async throws {
        let server = try await DispatcherServer()
        let rig = try MachineRig(server: server)
        let run = try Run(of: Self.file, on: rig)
        // Each second of the task passes as soon as the step waits for it. The texts wait for each other.
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

    @Test("stops speaking when it is cancelled in the middle of a text")
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
        // The next text is spoken: the endless text was ended, and the ones after it were dropped.
        let last = try await rig.speak("The last text")
        #expect(last == [SpokenAnswer(text: "The last text", isSpoken: true)])
        #expect(
            server.spoken == ["Walk &amp; do not stop.", "An endless text", "The last text"]
        )
        #expect(rig.told.isEmpty)
    }
}

/// A run on a machine, with a manual clock.
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

    /// Lets time pass to the next second of the step's timer, once the timer waits for it.
    func goOn() async { await clock.advanceToNextTick() }

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
