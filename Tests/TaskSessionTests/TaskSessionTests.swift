import FoundationEssentials
import MotionRecorder
import Patience
import Recording
import Research
import ResearchUI
import SampleFile
import SessionFolder
import SystemCalls
import TaskEngine
import TaskSession
import Testing
import Timebase

@Suite("The session of a task")
@MainActor
struct TaskSessionTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("holds every recorder's file, the answers and the result, and passes a check")
    func whole() async throws {
        let session = try await WalkingTask.session(in: folder.path)
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
        #expect(manifest.files.allSatisfy { $0.columns == MotionFormat.schema.columns.map(\.name) })
        let rates = manifest.devices.map { $0.set["accelerometerRateInHertz"] }
        #expect(rates == ["20.0", "100.0", "100.0"])
        #expect(manifest.answers?.path == "answers.json")
        #expect(manifest.notes == [])
    }

    @Test("notes each mark that is in no file, with the reason")
    func untakenMarks() async throws {
        let session = try await WalkingTask.session(in: folder.path)
        let environment = session.environment(
            for: MotionRecorderConfiguration(identifier: "marked", recorderTypes: [.gyro])
        )
        environment.marks.mark("heel", at: BootInstant(nanoseconds: -1_000_000_000))
        _ = await session.run(with: WalkingTask.participant)
        #expect(
            try Session(opening: session.path).manifest.notes == [
                "the mark 'heel' was made before any file had begun, at -1.0 s of uptime, and is in none"
            ]
        )
    }

    @Test("keeps each recorder's result in the section of the recorder, in file order")
    func result() async throws {
        let session = try await WalkingTask.session(in: folder.path)
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

    @Test("has exactly the samples that its timers and rates give")
    func samples() async throws {
        let session = try await WalkingTask.session(in: folder.path)
        _ = await session.run(with: WalkingTask.participant)
        let manifest = try Session(opening: session.path).manifest
        let counts = manifest.files.map { file in
            file.sensors.filter { $0.sensorType == "accelerometer" }.map(\.samples)
        }
        // One at the start, and then as many a second as asked for: 65 s, 35 s, 30 s.
        #expect(counts == [[1301], [3501], [3001]])
    }

    @Test("writes each answer under its step and its question")
    func answers() async throws {
        let session = try await WalkingTask.session(in: folder.path)
        _ = await session.run(with: WalkingTask.participant)
        let data = try Data(contentsOf: URL(filePath: "\(session.path)/answers.json"))
        let answers = try JSONDecoder().decode([String: JSONValue].self, from: data)
        #expect(answers == ["mood_feeling": .string("well"), "mood_pain": .integer(2)])
    }

    @Test("writes the same bytes in two runs")
    func twice() async throws {
        var contents: [[String: Data]] = []
        for name in ["one", "two"] {
            let session = try await WalkingTask.session(in: "\(folder.path)/\(name)")
            _ = await session.run(with: WalkingTask.participant)
            var files: [String: Data] = [:]
            for name in ["whole.json", "walk_motion.json", "balance_motion.json", "answers.json"] {
                files[name] = try Data(contentsOf: URL(filePath: "\(session.path)/\(name)"))
            }
            contents.append(files)
        }
        #expect(contents[0] == contents[1])
    }

    @Test("deletes its folder when the participant discards the run")
    func discarded() async throws {
        let session = try await WalkingTask.session(in: folder.path)
        let run = Task { await session.run(with: Leaver(at: "active", .cancel(shouldSave: false))) }
        let outcome = await run.value
        #expect(outcome.reason == .discarded)
        #expect(outcome.session == nil)
        #expect(try FileSystem.list(folder.path) == [])
    }

    @Test("fails a check when somebody changed its answers later")
    func changedAnswers() async throws {
        let session = try await WalkingTask.session(in: folder.path)
        _ = await session.run(with: WalkingTask.participant)
        try Data("{}\n".utf8).write(to: URL(filePath: "\(session.path)/answers.json"))
        let check = try SessionCheck(of: session.path)
        #expect(check.verdict == .damaged)
        #expect(check.findings.map(\.file) == ["answers.json"])
    }

    @Test("stays, with a note, when a run is saved that keeps no progress")
    func keptWithoutProgress() async throws {
        let session = try await WalkingTask.session(in: folder.path, savesProgress: false)
        let outcome = await session.run(with: Leaver(at: "rest", .cancel(shouldSave: true)))
        #expect(outcome.reason == .saved)
        #expect(outcome.session == session.path)
        let manifest = try Session(opening: session.path).manifest
        #expect(manifest.files.map(\.closed) == [true, true, true])
        // A busy machine may have others, such as that a disk was slow.
        #expect(manifest.notes.count { $0.contains("nothing keeps its progress") } == 1)
        let result = try Session(opening: session.path).taskResult(WalkingTask.factory)
        #expect(result.asyncResults?.map(\.identifier) == ["whole"])
        #expect(try SessionCheck(of: session.path).verdict == .clean)
    }

    @Test("cannot be closed before the end of its run, only after it")
    func closedTooSoon() async throws {
        let session = try await WalkingTask.session(in: folder.path)
        func refusal() async -> RunGoesOn? {
            await #expect(throws: RunGoesOn.self) { try await session.close(.completed) }
        }
        let refused = await refusal()
        let words = "\(try #require(refused))"
        #expect(words.hasPrefix("\(session.path): the run of the task 'Walk' has not begun, "))
        #expect(words.contains("; close it when "))
        await session.engine.start()
        await session.engine.goForward()
        #expect(await refusal()?.step == "Walk/mood")
        #expect("\(try await #require(refusal()))".contains("is at the step 'Walk/mood', "))
        // The refused call changed nothing: the recorder still runs, and the session is open.
        #expect(session.engine.currentAsyncControllers.map(\.status) == [.running])
        #expect(try Session(opening: session.path).manifest.status == .recording)
        await session.engine.exit()
        #expect(try await session.close(.earlyExit).errors == [])
        #expect(try Session(opening: session.path).manifest.status == .finished)
        #expect(try SessionCheck(of: session.path).verdict == .clean)
    }

    @Test("cannot be discarded while its run goes on")
    func discardedTooSoon() async throws {
        let session = try await WalkingTask.session(in: folder.path)
        await session.engine.start()
        await #expect(throws: RunGoesOn.self) { try await session.close(.discarded) }
        #expect(FileManager.default.fileExists(atPath: session.path))
        await session.engine.cancel(shouldSave: false)
        #expect(try await session.close(.discarded).errors == [])
        #expect(!FileManager.default.fileExists(atPath: session.path))
    }

    @Test("writes a clock reading every minute", .mayNotHang)
    func minutes() async throws {
        let timekeeper = ManualTimekeeper(startingAt: WalkingTask.start)
        let session = try await TaskSession(
            task: RSDTaskObject(identifier: "T", steps: [RSDUIStepObject(identifier: "a")]),
            in: folder.path,
            timekeeper: timekeeper
        )
        await session.engine.start()
        timekeeper.advance(by: .seconds(61))
        while try Session(opening: session.path).manifest.clocks.count < 2 {
            try await Task.sleep(for: .milliseconds(5))
        }
        await session.engine.goForward()
        _ = try await session.close(.completed)
        let clocks = try Session(opening: session.path).manifest.clocks
        #expect(
            clocks.map { WalkingTask.start.boottime.duration(to: $0.boottime) }
                == [.zero, .seconds(61)]
        )
    }

    @Test(
        "completes when its clock passes the last possible date, and notes a clamped end",
        arguments: [7_240_000_000_000_000_000, 9_223_000_000_000_000_000, Int64.max]
    )
    func datesBeyondWriting(realtime: Int64) async throws {
        var start = WalkingTask.start
        start.realtime = WallInstant(nanosecondsSince1970: realtime)
        let session = try await WalkingTask.session(
            in: folder.path,
            start: start,
            json: """
                { "identifier": "Years", "type": "task", "steps": [
                  {"identifier": "wait", "type": "active", "duration": 20000000,
                   "commands": ["transitionAutomatically"]} ] }
                """
        )
        let outcome = await session.run(with: AutomaticParticipant())
        #expect(outcome.reason == .completed)
        #expect(outcome.errors == [])
        let recorded = try Session(opening: #require(outcome.session))
        let end = start.realtime.nanosecondsSince1970.addingClamped(20_000_000_000_000_000)
        #expect(
            try recorded.taskResult().endDate == Date(WallInstant(nanosecondsSince1970: end))
        )
        let notes = recorded.manifest.notes.filter { $0.contains("time of day") }
        #expect(notes.count == (end == .max ? 1 : 0))
    }

    @Test("reports an interrupted recording as such, and keeps what it had recorded")
    func interrupted() async throws {
        let session = try await WalkingTask.session(in: folder.path)
        let outcome = await session.run(with: Interrupter(of: session.engine, in: "walk"))
        #expect(outcome.reason == .completed)
        let walk =
            outcome.result.stepHistory.first { $0.identifier == "walk" } as? any RSDTaskResult
        #expect(walk?.asyncResults?.map(\.identifier) == ["motion", "motion_error"])
        let error = walk?.asyncResults?.last as? any RSDErrorResult
        #expect(error?.errorDomain == "RSDRecorderErrorDomain")
        #expect(error?.errorCode == RecorderError.interrupted(identifier: "motion").errorCode)
        let words = "\(RecorderError.interrupted(identifier: "motion"))"
        #expect(outcome.errors == [words])
        let manifest = try Session(opening: session.path).manifest
        #expect(manifest.errors == [words])
        #expect(
            manifest.files.map(\.path).sorted()
                == ["balance_motion.json", "walk_motion.json", "whole.json"]
        )
        #expect(
            manifest.files.map { $0.error == nil ? "" : $0.path }.joined() == "walk_motion.json"
        )
        #expect(manifest.files.first { $0.path == "walk_motion.json" }?.error == words)
        #expect(manifest.files.allSatisfy { $0.closed })
        #expect(try SessionCheck(of: session.path).verdict != .damaged)
    }

    @Test("fails at an interrupted step that may not go on, and can be resumed")
    func endedByInterruption() async throws {
        let sessions = "\(folder.path)/sessions"
        let first = try await WalkingTask.session(in: sessions)
        let outcome = await first.run(with: Interrupter(of: first.engine, in: "balance"))
        #expect(outcome.reason == .failed)
        #expect(outcome.errors == ["\(RecorderError.interrupted(identifier: "motion"))"])
        #expect(outcome.result.asyncResults?.map(\.identifier) == ["whole"])
        let balance = outcome.result.stepHistory.last as? any RSDTaskResult
        #expect(balance?.asyncResults?.map(\.identifier) == ["motion", "motion_error"])

        let second = try await WalkingTask.session(
            in: sessions,
            takingUp: .latest,
            start: WalkingTask.start.advanced(by: .seconds(3600))
        )
        #expect(second.isResumed)
        #expect(second.path == first.path)
        let end = await second.run(with: WalkingTask.participant)
        #expect(end.reason == .completed)
        #expect(
            end.result.stepHistory.map(\.identifier)
                == ["overview", "mood", "walk", "balance", "done"]
        )
    }

    @Test("can be saved and resumed, with its recordings and answers")
    func saved() async throws {
        let sessions = "\(folder.path)/sessions"
        let first = try await WalkingTask.session(in: sessions)
        let leaver = Leaver(at: "rest", .cancel(shouldSave: true))
        #expect(await first.run(with: leaver).reason == .saved)
        #expect(try SessionCheck(of: first.path).verdict == .clean)
        let run = first.engine.taskViewModel.taskResult.taskRunUUID

        let second = try await WalkingTask.session(
            in: sessions,
            takingUp: .latest,
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
        // The recorder that ran when the participant left went on in a second file.
        #expect(outcome.result.asyncResults?.map(\.identifier) == ["whole", "whole"])
        let check = try SessionCheck(of: second.path)
        #expect(check.verdict == .clean, "\(check.findings)")
        // No saved run is left.
        #expect(try await !WalkingTask.session(in: sessions, takingUp: .latest).isResumed)
    }
}

/// An automatic participant that takes another action at one step.
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

/// Fails the recorder of a section as if the system interrupted it, and goes on.
struct Interrupter: TaskParticipant {
    let engine: TaskEngine
    let section: String

    init(of engine: TaskEngine, in section: String) {
        self.engine = engine
        self.section = section
    }

    func respond(to prompt: StepPrompt) async -> ParticipantAction {
        let isThere = prompt.path.identifier == section && prompt.step.identifier == "active"
        if isThere, let recorder = engine.currentAsyncControllers.last as? RSDSampleRecorder,
            recorder.path.identifier == section, recorder.error == nil
        {
            recorder.fail(with: RecorderError.interrupted(identifier: "motion"))
            let isOver = await happens("the interrupted recorder is over") {
                !engine.currentAsyncControllers.contains { $0 === recorder }
            }
            // With the recorder still running, the rest of the task would prove nothing.
            if !isOver { return .cancel(shouldSave: false) }
        }
        return await WalkingTask.participant.respond(to: prompt)
    }
}

/// Yields to other tasks until the condition holds, and returns whether it does; if not, the test
/// fails.
///
/// It counts turns, not time: no task here takes nearly as many, not even one that waits for a disk.
@MainActor
func happens(
    _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async -> Bool {
    for _ in 0..<10_000_000 {
        if condition() { return true }
        await Task.yield()
    }
    Issue.record("this did not happen: \(what)", sourceLocation: sourceLocation)
    return false
}
