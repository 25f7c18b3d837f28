import FoundationEssentials
import Glibc
import Research
import SessionFolder
import SystemCalls
import TaskEngine
import TaskSession
import Testing
import Timebase
import TrackedStore

@Suite("A task that is killed")
@MainActor
struct KilledTaskTests {
    /// Kills the process at a step, when its answers are given and its recorders run.
    private struct Killer: TaskParticipant {
        let place: String

        func respond(to prompt: StepPrompt) async -> ParticipantAction {
            let action = await WalkingTask.participant.respond(to: prompt)
            let path = prompt.path.stepPath(to: prompt.step.identifier)
            if path == "Walk/\(place)" {
                switch action {
                case .answer: break
                case .goForward, .goBack, .skip, .jump, .cancel, .wait:
                    kill(getpid(), SIGKILL)
                }
            }
            return action
        }
    }

    /// Runs the task in a process that dies at a step.
    nonisolated private static func runUntilKilled(_ folder: String, _ place: String) async throws {
        let store = try TrackedStore(path: "\(folder)/store.sqlite")
        let session = try await WalkingTask.session(in: "\(folder)/sessions", store: store)
        _ = await session.run(with: Killer(place: place))
    }

    @Test("comes back at each of its steps, with all answers and finished recordings")
    func everyStep() async throws {
        for (index, place) in WalkingTask.places.enumerated() {
            let scratch = try ScratchFolder()
            let folder = scratch.path
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [folder = folder as String, place = place as String] in
                try await Self.runUntilKilled(folder, place)
            }
            try await check(folder, place, index)
        }
    }

    private func check(_ folder: String, _ place: String, _ index: Int) async throws {
        let names = try FileSystem.list("\(folder)/sessions")
        #expect(names.count == 1)
        let path = "\(folder)/sessions/\(names[0])"
        let finished = ["walk_motion.json", "balance_motion.json"].filter {
            let end = $0 == "walk_motion.json" ? "balance/active" : "done"
            return WalkingTask.places[...index].contains(end)
        }
        var bytes: [String: Data] = [:]
        for name in finished {
            bytes[name] = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
        }

        let store = try TrackedStore(path: "\(folder)/store.sqlite")
        let session = try WalkingTask.session(
            in: "\(folder)/sessions",
            store: store,
            start: WalkingTask.start.advanced(by: .seconds(3600))
        )
        #expect(session.isResumed, "\(place)")
        #expect(session.path == path)
        let places = Places()
        session.engine.delegate = places
        let outcome = await session.run(with: AutomaticParticipant())
        #expect(outcome.reason == .completed, "\(place): \(outcome.errors)")
        #expect(places.seen == Array(WalkingTask.places[index...]), "\(place)")
        // Recordings that were complete are still those of the first process.
        for (name, data) in bytes {
            #expect(try Data(contentsOf: URL(filePath: "\(path)/\(name)")) == data, "\(name)")
        }
        let result = outcome.result
        #expect(
            result.stepHistory.map(\.identifier)
                == ["overview", "mood", "walk", "balance", "done"],
            "\(place)"
        )
        let sections = result.stepHistory.compactMap { $0 as? any RSDTaskResult }
        let recorded = sections.map { $0.asyncResults?.map(\.identifier) ?? [] }
        // A recording that was cut short has gone on in a file of its own.
        #expect(recorded.map { Set($0) } == [["motion"], ["motion"]], "\(place)")
        let isCut = [
            place == "walk/countdown" || place == "walk/active", place == "balance/active",
        ]
        #expect(recorded.map(\.count) == isCut.map { $0 ? 2 : 1 }, "\(place)")
        if index >= 1 {
            let mood = result.findResult(for: "mood") as? any RSDCollectionResult
            #expect(mood?.inputResults.map(\.identifier) == ["feeling", "pain"], "\(place)")
            let answers = try JSONDecoder().decode(
                [String: JSONValue].self,
                from: Data(contentsOf: URL(filePath: "\(path)/answers.json"))
            )
            #expect(answers == ["mood_feeling": .string("well"), "mood_pain": .integer(2)])
        }
        #expect(try SessionCheck(of: path).verdict != .damaged)
    }

    /// Notes which steps are shown.
    private final class Places: TaskEngineDelegate {
        var seen: [String] = []

        func taskEngine(
            _ engine: TaskEngine,
            stepControllerFor step: any RSDStep,
            in path: RSDTaskViewModel
        ) -> (any RSDStepController)? {
            seen.append(String(path.stepPath(to: step.identifier).dropFirst("Walk/".count)))
            return nil
        }
    }
}
