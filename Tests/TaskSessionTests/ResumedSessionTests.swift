import FoundationEssentials
import Research
import ResearchUI
import SessionFolder
import SystemCalls
import TaskEngine
import TaskSession
import Testing
import Timebase
import TrackedStore

@Suite("Resuming the session of a task")
@MainActor
struct ResumedSessionTests {
    private let folder: ScratchFolder
    private let sessions: String

    init() throws {
        folder = try ScratchFolder()
        sessions = "\(folder.path)/sessions"
    }

    private func session(
        _ hours: Int = 0,
        takingUp choice: SavedRunChoice = .latest,
        json: String = WalkingTask.json
    ) async throws -> TaskSession {
        try await WalkingTask.session(
            in: sessions,
            takingUp: choice,
            start: WalkingTask.start.advanced(by: .seconds(3600 * hours)),
            json: json
        )
    }

    /// The identifiers of the runs that have saved progress.
    private func runs() throws -> [UUID] {
        try FileSystem.list(sessions).map { "\(sessions)/\($0)" }
            .filter { FileSystem.kind(of: "\($0)/.progress") == .file }
            .map { try Session(opening: $0).manifest.taskRunUUID }
    }

    private func answers(in path: String) throws -> [String: JSONValue] {
        let data = try Data(contentsOf: URL(filePath: "\(path)/answers.json"))
        return try JSONDecoder().decode([String: JSONValue].self, from: data)
    }

    private let given: [String: JSONValue] = [
        "mood_feeling": .string("well"), "mood_pain": .integer(2),
    ]

    /// Saves a run at a step, and returns its session.
    private func left(at step: String = "rest", json: String = WalkingTask.json) async throws
        -> TaskSession
    {
        let session = try await session(json: json)
        let outcome = await session.run(with: Leaver(at: step, .cancel(shouldSave: true)))
        #expect(outcome.reason == .saved)
        return session
    }

    @Test(
        "writes the end again when a file of the end could not be written",
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
        // The check still reports the first failure, and nothing else.
        let check = try SessionCheck(of: second.path)
        #expect(check.findings.filter { $0.severity > .note }.map(\.what) == outcome.errors)
        #expect(check.verdict == .hasLosses)
        #expect(try runs().isEmpty)
    }

    @Test("does not resume a run that was killed after its end, before its progress was deleted")
    func killedAfterItsEnd() async throws {
        let first = try await session()
        let reason = await first.controller.run(with: WalkingTask.participant)
        // The state that a process leaves if it dies during the next line.
        let kept = try Data(contentsOf: URL(filePath: "\(first.path)/.progress"))
        #expect(try await first.close(reason).errors == [])
        #expect(try runs() == [])
        try kept.write(to: URL(filePath: "\(first.path)/.progress"))

        let second = try await session(1)
        #expect(!second.isResumed)
        #expect(second.path != first.path)
        #expect(try runs() == [])
        #expect(try answers(in: first.path) == given)
        #expect(try SessionCheck(of: first.path).verdict == .clean)
    }

    @Test("goes on in a session folder that was moved and renamed")
    func movedFolder() async throws {
        let first = try await left()
        let moved = "\(folder.path)/elsewhere"
        try FileManager.default.moveItem(atPath: first.path, toPath: moved)
        #expect(try await !session(1).isResumed)
        let second = try await session(1, takingUp: .session(moved))
        #expect(second.isResumed)
        #expect(second.path == moved)
        let outcome = await second.run(with: AutomaticParticipant())
        #expect(outcome.reason == .completed)
        #expect(try answers(in: moved) == given)
        #expect(outcome.result.taskRunUUID == first.engine.taskViewModel.taskResult.taskRunUUID)
        #expect(try SessionCheck(of: moved).verdict == .clean)
    }

    @Test("refuses a session whose run went on in another session folder")
    func goneOn() async throws {
        let first = try await left()
        let next = "\(first.path)_2"
        try FileManager.default.copyItem(atPath: first.path, toPath: next)
        var manifest = try Session(opening: first.path).manifest
        manifest.status = .interrupted
        try Data(manifest.encoded()).write(to: URL(filePath: "\(first.path)/manifest.json"))
        manifest.continues = FileSystem.name(of: first.path)
        try Data(manifest.encoded()).write(to: URL(filePath: "\(next)/manifest.json"))
        await #expect {
            try await session(1, takingUp: .session(first.path))
        } throws: {
            ($0 as? NothingToTakeUp)?.reasons == ["\(first.path): its run went on in \(next)"]
        }
        #expect(try await session(1, takingUp: .session(next)).path == next)
    }

    @Test("refuses a chosen session that has no saved run")
    func nothingChosen() async throws {
        let first = try await session()
        #expect(await first.run(with: WalkingTask.participant).reason == .completed)
        await #expect {
            try await session(1, takingUp: .session(first.path))
        } throws: {
            ($0 as? NothingToTakeUp)?.reasons == []
        }
        #expect(try FileSystem.list(sessions).count == 1)
    }

    @Test("refuses damaged progress, and resumes if only the last line is cut off")
    func damagedProgress() async throws {
        let first = try await left()
        let path = "\(first.path)/.progress"
        let kept = try Data(contentsOf: URL(filePath: path))
        var lines = kept.split(separator: UInt8(ascii: "\n"))
        try #require(lines.count > 3)
        lines[1][lines[1].startIndex] = 0
        try Data(lines.joined(separator: [UInt8(ascii: "\n")])).write(to: URL(filePath: path))
        let second = try await session(1)
        #expect(!second.isResumed)
        let notes = try Session(opening: second.path).manifest.notes
        #expect(notes.contains { $0.contains(first.path) && $0.contains("is damaged") })

        try (kept + Data("[{\"kind\":\"progr".utf8)).write(to: URL(filePath: path))
        let third = try await session(2)
        #expect(third.isResumed)
        #expect(third.path == first.path)
        #expect(await third.run(with: AutomaticParticipant()).reason == .completed)
        #expect(try answers(in: third.path) == given)
    }

    @Test("finds progress that an earlier version kept beside the session folder")
    func besideItsFolder() async throws {
        let first = try await left()
        let kept = try KeptDocumentsOfOld(linesAt: "\(first.path)/.progress")
        try FileSystem.remove("\(first.path)/.progress")
        try kept.write(toStoreAt: "\(first.path).progress")
        let second = try await session(1)
        #expect(second.isResumed)
        #expect(second.path == first.path)
        #expect(FileSystem.kind(of: "\(first.path).progress") == .missing)
        #expect(await second.run(with: AutomaticParticipant()).reason == .completed)
        #expect(try answers(in: second.path) == given)
        #expect(try FileSystem.list(sessions).count == 1)
    }

    @Test("moves no run that it cannot read out of the store of an earlier version, and says why")
    func unreadableBesideItsFolder() async throws {
        let first = try await left()
        let store = "\(first.path).progress"
        var kept = try KeptDocumentsOfOld(linesAt: "\(first.path)/.progress")
        kept.documents.append(TrackedDocument(kind: "progress", key: "other", value: [0]))
        try FileSystem.remove("\(first.path)/.progress")
        try kept.write(toStoreAt: store)
        let second = try await session(1)
        #expect(second.isResumed && second.path == first.path)
        let unmoved = try TrackedStore(path: store).documents(ofKind: "progress")
        #expect(unmoved == ["other": [0]])
        let notes = try Session(opening: second.path).manifest.notes
        #expect(notes.contains { $0.contains("the saved run other cannot be read") })
    }

    @Test("leaves a run unchanged while its current step is missing in the task")
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

    @Test(
        "takes up the latest run only if it is of the participant of the next run",
        arguments: [
            ("P07", "2", true), ("P08", "2", false), ("P07", "3", false), ("P07", nil, false),
            (nil, nil, false),
        ] as [(String?, String?, Bool)]
    )
    func participant(subject: String?, visit: String?, isTakenUp: Bool) async throws {
        let first = try await WalkingTask.session(
            of: try Participant(subject: "P07", visit: "2"),
            in: sessions
        )
        let leaver = Leaver(at: "rest", .cancel(shouldSave: true))
        #expect(await first.run(with: leaver).reason == .saved)
        let whose = try subject.map { try Participant(subject: $0, visit: visit) }
        let next = try await WalkingTask.session(
            of: whose,
            in: sessions,
            takingUp: .latest,
            start: WalkingTask.start.advanced(by: .seconds(3600))
        )
        #expect(next.isResumed == isTakenUp)
        #expect((next.path == first.path) == isTakenUp)
        #expect(next.participant?.subject == subject)
    }

    @Test("begins a new run while another run of the task is open")
    func twoAtATime() async throws {
        let first = try await session()
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
        #expect(try runs() == [run])
        await first.engine.cancel(shouldSave: false)
        _ = try await first.close(.discarded)
        #expect(try runs().isEmpty)
    }

    @Test("keeps the file of a restarted recorder until the run ends, and then deletes it")
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
        let result = try Data(contentsOf: URL(filePath: "\(session.path)/taskResult.json"))
        #expect(!String(decoding: result, as: UTF8.self).contains("walk_motion.json"))
        #expect(try SessionCheck(of: session.path).verdict == .clean)
    }

    /// Jumps back to the walk once, and lists the session's files at the last step.
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

/// The documents of saved progress, as an earlier version kept them in a store.
private struct KeptDocumentsOfOld {
    var documents: [TrackedDocument] = []

    private struct Entry: Decodable {
        var kind: String
        var key: String
        var value: Data
    }

    init(linesAt path: String) throws {
        let data = try Data(contentsOf: URL(filePath: path))
        for line in data.split(separator: UInt8(ascii: "\n")) {
            documents += try JSONDecoder().decode([Entry].self, from: line).map {
                TrackedDocument(kind: $0.kind, key: $0.key, value: Array($0.value))
            }
        }
    }

    func write(toStoreAt path: String) throws {
        try TrackedStore(path: path).change(documents.map { .write($0) })
    }
}
