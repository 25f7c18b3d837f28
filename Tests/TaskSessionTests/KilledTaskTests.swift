import ExitWords
import FoundationEssentials
import Glibc
import Research
import ResearchUI
import SessionFolder
import SystemCalls
import TaskEngine
import TaskSession
import Testing
import Timebase

@Suite("Resuming a task after SIGKILL")
@MainActor
struct KilledTaskTests {
    /// Kills the process at a step, when its answers are given and its recorders run.
    private struct Killer: TaskParticipant {
        let place: String
        let engine: TaskEngine

        /// Whether the recorder that ends at this step is still stopping.
        private var isEarlyRecorderThere: Bool {
            engine.currentAsyncControllers.contains { $0.configuration.identifier == "early" }
        }

        func respond(to prompt: StepPrompt) async -> ParticipantAction {
            let action = await WalkingTask.participant.respond(to: prompt)
            let path = prompt.path.stepPath(to: prompt.step.identifier)
            if path == "Walk/\(place)" {
                switch action {
                case .answer: break
                case .goForward, .goBack, .skip, .jump, .cancel, .wait:
                    if place != "mood" {
                        let isOver = await happens("the early recorder is over at \(place)") {
                            !isEarlyRecorderThere
                        }
                        // The parent process then sees another exit than the signal.
                        if !isOver { return .cancel(shouldSave: false) }
                    }
                    await engine.progressIsSaved()
                    kill(getpid(), SIGKILL)
                }
            }
            return action
        }
    }

    /// Kills the process on the way to a step, or to the end.
    private final class KillerBetween: TaskEngineDelegate, RSDTaskViewControllerDelegate {
        let moment: String

        init(_ moment: String) { self.moment = moment }

        private func reach(_ moment: String) {
            if moment == self.moment { kill(getpid(), SIGKILL) }
        }

        func taskViewController(
            _ taskViewController: RSDTaskViewController,
            viewControllerFor step: any RSDStep
        ) -> (any UIViewController & RSDStepController)? {
            reach(WalkingTask.place(of: step, in: taskViewController))
            return nil
        }

        func taskEngine(
            _ engine: TaskEngine,
            asyncActionControllerFor configuration: any RSDAsyncActionConfiguration,
            in path: RSDTaskViewModel
        ) -> (any RSDAsyncActionController)? {
            reach("before \(path.stepPath(to: configuration.identifier))")
            return nil
        }

        func taskEngine(_ engine: TaskEngine, readyToSave path: RSDTaskViewModel) {
            reach("ready")
        }

        func taskEngine(
            _ engine: TaskEngine,
            didFinishWith reason: TaskFinishReason,
            error: (any Error)?
        ) { reach("finished") }
    }

    private static func session(_ folder: String, _ hours: Int = 0) async throws -> TaskSession {
        try await WalkingTask.session(
            in: "\(folder)/sessions",
            takingUp: .latest,
            start: WalkingTask.start.advanced(by: .seconds(3600 * hours)),
            json: WalkingTask.jsonWithEarlyRecorder
        )
    }

    /// Runs the task in a process that dies at a step.
    private static func runUntilKilled(_ folder: String, at place: String) async throws {
        let session = try await session(folder)
        _ = await session.run(with: Killer(place: place, engine: session.engine))
    }

    /// Runs the task in a process that dies at a moment between steps.
    private static func runUntilKilled(_ folder: String, when moment: String) async throws {
        let session = try await session(folder)
        let killer = KillerBetween(moment)
        session.engine.delegate = killer
        session.controller.delegate = killer
        _ = await session.run(with: WalkingTask.participant)
        withExtendedLifetime(killer) {}
    }

    @Test("goes on at the step where it was killed, with all answers and finished recordings")
    func everyStep() async throws {
        for (index, place) in WalkingTask.places.enumerated() {
            let scratch = try ScratchFolder()
            let folder = scratch.path
            try ExitWords.leave([folder, place], for: "everyStep")
            await #expect(processExitsWith: .signal(SIGKILL)) {
                let words = try ExitWords.take("everyStep")
                try await Self.runUntilKilled(words[0], at: words[1])
            }
            try await check(folder, place, index)
        }
    }

    private func check(_ folder: String, _ place: String, _ index: Int) async throws {
        let names = try FileSystem.list("\(folder)/sessions")
        try #require(names.count == 1)
        let path = "\(folder)/sessions/\(names[0])"
        let finished = ["walk_motion.json", "balance_motion.json"].filter {
            let end = $0 == "walk_motion.json" ? "balance/active" : "done"
            return WalkingTask.places[...index].contains(end)
        }
        var bytes: [String: Data] = [:]
        for name in finished {
            bytes[name] = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
        }

        let session = try await Self.session(folder, 1)
        #expect(session.isResumed, "\(place)")
        #expect(session.path == path)
        let places = Places()
        session.controller.delegate = places
        // Saved answers are not asked for again, so this participant needs none.
        let participant = index >= 1 ? AutomaticParticipant() : WalkingTask.participant
        let outcome = await session.run(with: participant)
        #expect(outcome.reason == .completed, "\(place): \(outcome.errors)")
        #expect(places.seen == Array(WalkingTask.places[index...]), "\(place)")
        // Recordings that were complete are still those of the first process.
        for (name, data) in bytes {
            #expect(try Data(contentsOf: URL(filePath: "\(path)/\(name)")) == data, "\(name)")
        }
        let sections = outcome.result.stepHistory.compactMap { $0 as? any RSDTaskResult }
        let recorded = sections.map { $0.asyncResults?.map(\.identifier) ?? [] }
        // A recording that was cut short went on in a second file.
        let isCut = [
            place == "walk/countdown" || place == "walk/active", place == "balance/active",
        ]
        #expect(recorded == isCut.map { $0 ? ["motion", "motion"] : ["motion"] }, "\(place)")
        // At the root, a cut recording comes after those finished by then, and before later ones.
        let root: [String] =
            switch place {
            case "overview", "done": ["early.json", "whole.json"]
            case "mood": ["whole.json", "early.json", "early_2.json", "whole_2.json"]
            default: ["early.json", "whole.json", "whole_2.json"]
            }
        let files = (outcome.result.asyncResults ?? []).map {
            ($0 as? RSDFileResultObject)?.relativePath
        }
        #expect(files == root, "\(place)")
        try checkFolder(path, outcome, place)
    }

    /// Moments between steps: before each step or recorder, and at the end.
    private static let moments =
        WalkingTask.places + [
            "before Walk/whole", "before Walk/walk/motion", "before Walk/balance/motion", "ready",
            "finished",
        ]

    @Test("goes on with all answers and recordings when it was killed between steps")
    func betweenSteps() async throws {
        for moment in Self.moments where moment != "overview" {
            let scratch = try ScratchFolder()
            let folder = scratch.path
            try ExitWords.leave([folder, moment], for: "betweenSteps")
            await #expect(processExitsWith: .signal(SIGKILL)) {
                let words = try ExitWords.take("betweenSteps")
                try await Self.runUntilKilled(words[0], when: words[1])
            }
            let session = try await Self.session(folder, 1)
            #expect(session.isResumed, "\(moment)")
            let isAnswered = moment != "mood" && moment != "before Walk/whole"
            let participant = isAnswered ? AutomaticParticipant() : WalkingTask.participant
            let outcome = await session.run(with: participant)
            #expect(outcome.reason == .completed, "\(moment): \(outcome.errors)")
            try checkFolder(session.path, outcome, moment)
            #expect(try await !Self.session(folder, 2).isResumed, "\(moment)")
        }
    }

    /// Checks what must hold for the session folder of each completed run.
    private func checkFolder(_ path: String, _ outcome: TaskOutcome, _ place: String) throws {
        let result = outcome.result
        #expect(
            result.stepHistory.map(\.identifier)
                == ["overview", "mood", "walk", "balance", "done"],
            "\(place)"
        )
        #expect(
            result.stepHistory.compactMap { $0 as? any RSDTaskResult }
                .map { $0.stepHistory.map(\.identifier) }
                == [["countdown", "active"], ["active", "rest"]],
            "\(place)"
        )
        let data = try Data(contentsOf: URL(filePath: "\(path)/answers.json"))
        let answers = try JSONDecoder().decode([String: JSONValue].self, from: data)
        #expect(answers == ["mood_feeling": .string("well"), "mood_pain": .integer(2)], "\(place)")
        // Every file has one result, and every result its file.
        let levels = [result] + result.stepHistory.compactMap { $0 as? any RSDTaskResult }
        let named = levels.flatMap { $0.asyncResults ?? [] }
            .compactMap { ($0 as? RSDFileResultObject)?.relativePath }
        let manifest = try Session(opening: path).manifest
        #expect(manifest.status == .finished)
        #expect(named.sorted() == manifest.files.map(\.path).sorted(), "\(place)")
        let written = try Session(opening: path).taskResult(WalkingTask.factory)
        #expect(written.taskRunUUID == result.taskRunUUID)
        #expect(try SessionCheck(of: path).verdict != .damaged, "\(place)")
    }

    /// Notes which steps are shown.
    private final class Places: RSDTaskViewControllerDelegate {
        var seen: [String] = []

        func taskViewController(
            _ taskViewController: RSDTaskViewController,
            viewControllerFor step: any RSDStep
        ) -> (any UIViewController & RSDStepController)? {
            seen.append(WalkingTask.place(of: step, in: taskViewController))
            return nil
        }
    }
}
