import FoundationEssentials
import Research
import SessionFolder
import SystemCalls
import TaskEngine
import TaskSession
import Testing
import Timebase
import TrackedStore

@Suite("The session of a task that is taken up again")
@MainActor
struct ResumedSessionTests {
    private let folder: ScratchFolder
    private let store: TrackedStore

    init() throws {
        folder = try ScratchFolder()
        store = try TrackedStore(path: "\(folder.path)/store.sqlite")
    }

    private func session(
        _ hours: Int = 0,
        store other: TrackedStore? = nil,
        json: String = WalkingTask.json
    ) async throws -> TaskSession {
        try await WalkingTask.session(
            in: "\(folder.path)/sessions",
            store: other ?? store,
            start: WalkingTask.start.advanced(by: .seconds(3600 * hours)),
            json: json
        )
    }

    private func runs() throws -> [SavedRun] {
        try ProgressKeeper(in: store, factory: WalkingTask.factory).runs(ofTask: "Walk")
    }

    private func answers(in path: String) throws -> [String: JSONValue] {
        let data = try Data(contentsOf: URL(filePath: "\(path)/answers.json"))
        return try JSONDecoder().decode([String: JSONValue].self, from: data)
    }

    private let given: [String: JSONValue] = [
        "mood_feeling": .string("well"), "mood_pain": .integer(2),
    ]

    /// A session that was left at a step.
    private func left(at step: String = "rest", json: String = WalkingTask.json) async throws
        -> TaskSession
    {
        let session = try await session(json: json)
        let outcome = await session.run(with: Leaver(at: step, .cancel(shouldSave: true)))
        #expect(outcome.reason == .saved)
        return session
    }

    @Test(
        "ends once more when its end could not be written",
        arguments: ["answers.json", "taskResult.json"]
    )
    func unwrittenEnd(name: String) async throws {
        let first = try await session()
        let obstacle = "\(first.path)/\(name)"
        try FileSystem.makeDirectory(obstacle)
        try Data().write(to: URL(filePath: "\(obstacle)/x"))
        let outcome = await first.run(with: WalkingTask.participant)
        #expect(outcome.reason == .completed)
        #expect(outcome.errors.count == 1)
        #expect(try runs().count == 1)
        try FileSystem.remove("\(obstacle)/x")
        try FileSystem.removeDirectory(obstacle)

        let second = try await session(1)
        #expect(second.isResumed)
        #expect(second.path == first.path)
        #expect(await second.run(with: AutomaticParticipant()).reason == .completed)
        #expect(try answers(in: second.path) == given)
        let result = try Session(opening: second.path).taskResult(WalkingTask.factory)
        #expect(result.stepHistory.count == 5)
        // That the first end failed stays known, and somebody should look; nothing else is amiss.
        let check = try SessionCheck(of: second.path)
        #expect(check.findings.filter { $0.severity > .note }.map(\.what) == outcome.errors)
        #expect(check.verdict == .hasLosses)
        #expect(try runs().isEmpty)
    }

    @Test("is over when it was killed after its end was written, and before its progress went")
    func killedAfterItsEnd() async throws {
        let first = try await session()
        first.engine.participant = WalkingTask.participant
        let reason = await first.engine.run()
        // As a process leaves it that dies in the midst of the next line.
        let copy = "\(folder.path)/copy.sqlite"
        for suffix in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(filePath: "\(folder.path)/store.sqlite\(suffix)"))
            try bytes.write(to: URL(filePath: copy + suffix))
        }
        #expect(try await first.close(reason).errors == [])
        let kept = try TrackedStore(path: copy)
        let keeper = ProgressKeeper(in: kept, factory: WalkingTask.factory)
        #expect(try keeper.runs(ofTask: "Walk").count == 1)

        let second = try await session(1, store: kept)
        #expect(!second.isResumed)
        #expect(second.path != first.path)
        #expect(try keeper.runs(ofTask: "Walk").isEmpty)
        #expect(try answers(in: first.path) == given)
        #expect(try SessionCheck(of: first.path).verdict == .clean)
    }

    @Test("goes on with its answers in another folder when its own is not there any more")
    func movedFolder() async throws {
        let first = try await left()
        try FileManager.default.moveItem(atPath: first.path, toPath: "\(folder.path)/uploaded")
        let second = try await session(1)
        #expect(second.isResumed)
        #expect(second.path != first.path)
        let outcome = await second.run(with: AutomaticParticipant())
        #expect(outcome.reason == .completed)
        #expect(try answers(in: second.path) == given)
        let manifest = try Session(opening: second.path).manifest
        #expect(manifest.taskRunUUID == outcome.result.taskRunUUID)
        #expect(manifest.notes.contains { $0.contains("cannot be had") })
        #expect(manifest.notes.contains { $0.contains("walk_motion.json") })
        // No result names what is not here.
        #expect(outcome.result.asyncResults?.map(\.identifier) == ["whole"])
        #expect(try SessionCheck(of: second.path).verdict == .clean)
    }

    @Test("waits, untouched, while its task has lost the step that it stands at")
    func changedTask() async throws {
        let first = try await left()
        let before = try FileSystem.list(first.path).sorted()
        let changed = WalkingTask.json.replacing(#""rest""#, with: #""repose""#)
        var second: TaskSession? = try await session(1, json: changed)
        #expect(second?.isResumed == false)
        #expect(second?.path != first.path)
        let notes = try Session(opening: second?.path ?? "").manifest.notes
        #expect(notes.contains { $0.contains("'rest'") })
        second = nil
        #expect(try FileSystem.list(first.path).sorted() == before)
        #expect(try answers(in: first.path) == given)

        let third = try await session(2)
        #expect(third.isResumed)
        #expect(third.path == first.path)
        #expect(await third.run(with: AutomaticParticipant()).reason == .completed)
        #expect(try answers(in: third.path) == given)
    }

    @Test("is another one while somebody else's run of the task goes on")
    func twoAtATime() async throws {
        let first = try await session()
        first.engine.participant = nil
        await first.engine.start()
        let second = try await session()
        #expect(!second.isResumed)
        #expect(second.path != first.path)
        await second.engine.start()
        await second.engine.goForward()
        #expect(try runs().count == 2)
        await second.engine.exit()
        #expect(try await second.close(.earlyExit).errors == [])
        let run = first.engine.taskViewModel.taskResult.taskRunUUID
        #expect(try runs().map(\.taskRunUUID) == [run])
        await first.engine.cancel(shouldSave: false)
        _ = try await first.close(.discarded)
        #expect(try runs().isEmpty)
    }

    @Test("has the file of a recorder that began anew until the run is over, and then not")
    func replacedFile() async throws {
        let session = try await session()
        let returner = Returner(to: session.path)
        let outcome = await session.run(with: returner)
        #expect(outcome.reason == .completed)
        #expect(returner.seen.contains("walk_motion.json"))
        #expect(returner.seen.contains("walk_motion_2.json"))
        let files = try Session(opening: session.path).manifest.files.map(\.path)
        #expect(!files.contains("walk_motion.json"))
        #expect(files.contains("walk_motion_2.json"))
        #expect(try !FileSystem.list(session.path).contains("walk_motion.json"))
        #expect(try SessionCheck(of: session.path).verdict == .clean)
    }

    /// Goes back into the walk once, and looks at the end which files there are.
    private final class Returner: TaskParticipant {
        private let path: String
        private var hasReturned = false
        private(set) var seen: [String] = []

        init(to path: String) { self.path = path }

        func respond(to prompt: StepPrompt) async -> ParticipantAction {
            if prompt.step.identifier == "rest", !hasReturned {
                hasReturned = true
                return .jump(to: "walk")
            }
            if prompt.step.identifier == "done" {
                seen = (try? FileSystem.list(path)) ?? []
            }
            return await WalkingTask.participant.respond(to: prompt)
        }
    }
}
