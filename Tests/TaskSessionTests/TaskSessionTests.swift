import FoundationEssentials
import Research
import SessionFolder
import SystemCalls
import TaskEngine
import TaskSession
import Testing
import Timebase
import TrackedStore

@Suite("The session of a task")
@MainActor
struct TaskSessionTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("holds every recorder's file, the answers and the result, and passes a check")
    func whole() async throws {
        let session = try WalkingTask.session(in: folder.path)
        let outcome = await session.run(with: WalkingTask.participant)
        #expect(outcome.reason == .completed)
        #expect(outcome.errors == [])
        let check = try SessionCheck(of: session.path)
        #expect(check.verdict == .clean)
        #expect(check.findings == [])
        let manifest = try Session(opening: session.path).manifest
        #expect(manifest.status == .finished)
        #expect(
            manifest.files.map(\.path)
                == ["whole.json", "walk_motion.json", "balance_motion.json"]
        )
        #expect(manifest.files.map(\.closed) == [true, true, true])
        #expect(manifest.answers?.path == "answers.json")
        #expect(manifest.notes == [])
    }

    @Test("has results at the level of their recorder, in the order of handling")
    func result() async throws {
        let session = try WalkingTask.session(in: folder.path)
        let outcome = await session.run(with: WalkingTask.participant)
        let written = try Session(opening: session.path).taskResult(WalkingTask.factory)
        for result in [outcome.result, written] {
            #expect(
                result.stepHistory.map(\.identifier)
                    == ["overview", "mood", "walk", "balance", "done"]
            )
            #expect(result.asyncResults?.map(\.identifier) == ["whole"])
            let sections = result.stepHistory.compactMap { $0 as? any RSDTaskResult }
            #expect(
                sections.map { $0.stepHistory.map(\.identifier) } == [
                    ["countdown", "active"], ["active", "rest"],
                ]
            )
            let files = sections.flatMap { $0.asyncResults ?? [] }
                .compactMap { $0 as? RSDFileResultObject }
            #expect(files.map(\.identifier) == ["motion", "motion"])
            #expect(files.map(\.relativePath) == ["walk_motion.json", "balance_motion.json"])
        }
    }

    @Test("has just the samples of its timers")
    func samples() async throws {
        let session = try WalkingTask.session(in: folder.path)
        _ = await session.run(with: WalkingTask.participant)
        let manifest = try Session(opening: session.path).manifest
        let counts = manifest.files.map { file in
            file.sensors.filter { $0.sensorType == "accelerometer" }.map(\.samples)
        }
        // One at the start, and then as many a second as asked for: 65 s, 35 s, 30 s.
        #expect(counts == [[1301], [3501], [3001]])
    }

    @Test("has answers by the section and question that they belong to")
    func answers() async throws {
        let session = try WalkingTask.session(in: folder.path)
        _ = await session.run(with: WalkingTask.participant)
        let data = try Data(contentsOf: URL(filePath: "\(session.path)/answers.json"))
        let answers = try JSONDecoder().decode([String: JSONValue].self, from: data)
        #expect(answers == ["mood_feeling": .string("well"), "mood_pain": .integer(2)])
    }

    @Test("is the same twice, byte for byte")
    func twice() async throws {
        var contents: [[String: Data]] = []
        for name in ["one", "two"] {
            let session = try WalkingTask.session(in: "\(folder.path)/\(name)")
            _ = await session.run(with: WalkingTask.participant)
            var files: [String: Data] = [:]
            for name in ["whole.json", "walk_motion.json", "balance_motion.json", "answers.json"] {
                files[name] = try Data(contentsOf: URL(filePath: "\(session.path)/\(name)"))
            }
            contents.append(files)
        }
        #expect(contents[0] == contents[1])
    }

    @Test("is gone with everything in it when nobody wants it")
    func discarded() async throws {
        let session = try WalkingTask.session(in: folder.path)
        let run = Task { await session.run(with: Leaver(at: "active", .cancel(shouldSave: false))) }
        let outcome = await run.value
        #expect(outcome.reason == .discarded)
        #expect(outcome.session == nil)
        #expect(try FileSystem.list(folder.path) == [])
    }

    @Test("notices an answer that was changed later")
    func changedAnswers() async throws {
        let session = try WalkingTask.session(in: folder.path)
        _ = await session.run(with: WalkingTask.participant)
        try Data("{}\n".utf8).write(to: URL(filePath: "\(session.path)/answers.json"))
        let check = try SessionCheck(of: session.path)
        #expect(check.verdict == .damaged)
        #expect(check.findings.map(\.file) == ["answers.json"])
    }

    @Test("is left and taken up again, with what was recorded and answered before")
    func saved() async throws {
        let store = try TrackedStore(path: "\(folder.path)/store.sqlite")
        let sessions = "\(folder.path)/sessions"
        let first = try WalkingTask.session(in: sessions, store: store)
        let leaver = Leaver(at: "rest", .cancel(shouldSave: true))
        #expect(await first.run(with: leaver).reason == .saved)
        #expect(try SessionCheck(of: first.path).verdict == .clean)
        let run = first.engine.taskViewModel.taskResult.taskRunUUID

        let second = try WalkingTask.session(
            in: sessions,
            store: store,
            start: WalkingTask.start.advanced(by: .seconds(3600))
        )
        #expect(second.isResumed)
        #expect(second.path == first.path)
        let outcome = await second.run(with: AutomaticParticipant())
        #expect(outcome.reason == .completed)
        #expect(outcome.result.taskRunUUID == run)
        #expect(
            outcome.result.stepHistory.map(\.identifier)
                == ["overview", "mood", "walk", "balance", "done"]
        )
        // What ran when it was left has gone on in a file of its own.
        #expect(outcome.result.asyncResults?.map(\.identifier) == ["whole", "whole"])
        let check = try SessionCheck(of: second.path)
        #expect(check.verdict == .clean, "\(check.findings)")
        // Nothing is left to be taken up.
        #expect(try !WalkingTask.session(in: sessions, store: store).isResumed)
    }
}

/// Does what an automatic participant does, but for one step.
struct Leaver: TaskParticipant {
    let step: String
    let action: ParticipantAction

    init(at step: String, _ action: ParticipantAction) {
        self.step = step
        self.action = action
    }

    func respond(to prompt: StepPrompt) async -> ParticipantAction {
        if prompt.step.identifier == step { return action }
        return await WalkingTask.participant.respond(to: prompt)
    }
}
