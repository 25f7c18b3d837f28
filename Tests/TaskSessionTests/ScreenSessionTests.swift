// A task on a screen, with its recordings in a session.

import Patience
import FoundationEssentials
import Research
import ResearchUI
import SessionFolder
import SystemCalls
import TaskEngine
import TaskSession
import Testing
import Timebase
import ViewTree

@Suite("The session of a task on a screen")
@MainActor
struct ScreenSessionTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A participant who presses Next on each screen of a session.
    @MainActor
    private final class Finger: RSDTaskViewControllerDelegate {
        private(set) var controller: RSDTaskViewController?
        private(set) var reason: RSDTaskFinishReason?

        func controller(of path: RSDTaskViewModel) -> RSDTaskViewController {
            let made = RSDTaskViewController(taskViewModel: path)
            made.services.buttonPause = .zero
            // The permissions were given before.
            made.services.authorization = { _ in .authorized }
            made.delegate = self
            controller = made
            return made
        }

        func taskController(
            _ taskController: any RSDTaskController,
            didFinishWith reason: RSDTaskFinishReason,
            error: (any Error)?
        ) { self.reason = reason }

        /// Presses Next until the task is over, or the step with this path is on the screen.
        func goOn(to place: String? = nil) async throws {
            let controller = try #require(controller)
            controller.appear()
            try await until("the task comes to \(place ?? "its end")") {
                if reason != nil || place != nil && self.place == place { return true }
                if let button = nextButton { controller.receive(.tapped(button)) }
                return false
            }
            try #require(place == nil || reason == nil, "the task ends before \(place ?? "")")
        }

        /// Waits until the task is over, without pressing anything.
        func end() async throws {
            try await until("the task is over") { reason != nil }
        }

        /// The path of the first step on the screen.
        func firstPlace() async throws -> String? {
            controller?.appear()
            try await until("a step is shown") { place != nil }
            return place
        }

        /// The path of the step on the screen.
        private var place: String? {
            controller?.currentStepController.map { $0.path.stepPath(to: $0.step.identifier) }
        }

        private var nextButton: ViewID? {
            var found: ViewID?
            controller?.screen.forEach { node in
                if case .button(let button) = node.content, button.action == "goForward",
                    node.style.isEnabled != false
                {
                    found = node.id
                }
            }
            return found
        }
    }

    private func bytes(of session: String) throws -> [String: Data] {
        let names = ["whole.json", "walk_motion.json", "balance_motion.json"]
        return try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try Data(contentsOf: URL(filePath: "\(session)/\($0)")))
            }
        )
    }

    @Test("holds the same recordings, byte for byte, as a session without a screen")
    func sameBytes() async throws {
        let bare = try await WalkingTask.session(in: "\(folder.path)/bare")
        _ = await bare.run(with: AutomaticParticipant(answers: [String: [String: JSONValue]]()))
        let finger = Finger()
        let session = try await WalkingTask.session(
            in: folder.path,
            shownBy: finger.controller(of:)
        )
        try await finger.goOn()
        let outcome = try await session.close(#require(finger.reason))
        #expect(outcome.reason == .completed && outcome.errors == [])
        #expect(try SessionCheck(of: session.path).verdict == .clean)
        let (seen, unseen) = (try bytes(of: session.path), try bytes(of: bare.path))
        for name in unseen.keys.sorted() {
            #expect(seen[name] == unseen[name], "\(name) differs")
        }
    }

    @Test("resumes at the step on the screen, and keeps its recordings")
    func resumed() async throws {
        let first = Finger()
        let left = try await WalkingTask.session(
            in: folder.path,
            shownBy: first.controller(of:)
        )
        try await first.goOn(to: "Walk/balance/rest")
        #expect(first.controller?.canSaveTaskProgress == true)
        first.controller?.handleTaskCancelled(shouldSave: true)
        try await first.end()
        #expect(try await left.close(#require(first.reason)).reason == .saved)
        let recorded = try bytes(of: left.path)

        let second = Finger()
        let session = try await WalkingTask.session(
            in: folder.path,
            takingUp: .latest,
            start: WalkingTask.start.advanced(by: .seconds(3600)),
            shownBy: second.controller(of:)
        )
        #expect(session.isResumed && session.path == left.path)
        // Before anything is pressed.
        #expect(try await second.firstPlace() == "Walk/balance/rest")
        try await second.goOn()
        let outcome = try await session.close(#require(second.reason))
        #expect(outcome.reason == .completed && outcome.errors == [])
        #expect(outcome.result.stepHistory.map(\.identifier).last == "done")
        #expect(
            try Session(opening: session.path).manifest.files.map(\.path).sorted()
                == ["balance_motion.json", "walk_motion.json", "whole.json", "whole_2.json"]
        )
        #expect(!session.engine.notes.contains { $0.contains("give way") })
        let kept = try bytes(of: session.path)
        #expect(kept["walk_motion.json"] == recorded["walk_motion.json"])
        #expect(kept["balance_motion.json"] == recorded["balance_motion.json"])
    }
}
