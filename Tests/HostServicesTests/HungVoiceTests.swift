// A real voice that hangs while somebody does a task in a terminal: the text that nobody heard is on the screen, and
// a key leads on.

import CueParts
import FoundationEssentials
import Patience
import Research
import ResearchUI
import ShownTerminal
import SystemCalls
import TaskEngine
import Testing
import Timebase

@testable import HostServices
@testable import TerminalHost

@Suite(
    "A voice that hangs, with the task in a terminal",
    .enabled(
        if: Environment.variable("FOOTFALL_HUNG_VOICE") != nil,
        "Tests/Proofs/hung-voice runs it, in a process of its own"
    ),
    .needs(.speechDispatcher),
    .speaks,
    .serialized,
    .mayNotHang
)
@MainActor
struct HungVoiceTests {
    /// What stands still.
    enum Hang: CaseIterable {
        /// The speech server takes a text, and never tells that it was spoken.
        case text
        /// The server takes a connection, and answers nothing.
        case server
    }

    private static let file = """
        {
          "identifier": "T",
          "type": "task",
          "steps": [
            {
              "identifier": "walk",
              "type": "active",
              "title": "Walking",
              "duration": 1,
              "commands": ["transitionAutomatically"],
              "spokenInstructions": { "end": "endless" }
            },
            { "identifier": "rest", "type": "instruction", "title": "Have a rest" }
          ]
        }
        """

    @Test("has its text on the screen, and a key goes on", arguments: Hang.allCases)
    func hung(hang: Hang) async throws {
        let server = try await DispatcherServer(speakingBy: .endless)
        if hang == .server { try server.stop() }
        let rig = try MachineRig(server: server)
        let controller = RSDTaskViewController(
            taskViewModel: RSDTaskViewModel(
                task: try RSDFactory().decodeTask(with: Data(Self.file.utf8)),
                timekeeper: LiveTimekeeper()
            )
        )
        controller.services = rig.services
        let pair = try TerminalPair(columns: 80, rows: 24)
        defer { pair.stop() }
        let host = try TerminalHost(
            showing: controller,
            on: .device(pair.terminal.path),
            style: .full
        )
        try pair.begin()
        let ended = Task { try? await host.run() }
        try await pair.see("the step") { $0.whole.contains("Walking") }
        try await pair.see("the text that nobody heard") {
            $0.whole.contains("The voice does not speak") && $0.whole.contains("endless")
        }
        // A key that comes sooner is taken for one typed before anybody read the text.
        try await Task.sleep(for: ReadingPause.pause)
        try pair.terminal.type(Array("\r".utf8))
        try await pair.see("the next step alone") {
            $0.whole.contains("Have a rest") && !$0.whole.contains("The voice does not speak")
        }
        try pair.terminal.type(Array("\r".utf8))
        let outcome = await ended.value
        withExtendedLifetime((server, rig)) {}
        #expect(outcome?.reason == .completed && outcome?.ending == .over)
    }
}
