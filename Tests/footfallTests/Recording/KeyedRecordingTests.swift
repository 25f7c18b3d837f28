import FoundationEssentials
import InputRecorder
import MotionRecorder
import Patience
import RecorderKinds
import Recording
import SampleStream
import SessionFolder
import SessionRuns
import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import footfall

@Suite("A recording that keys mark and end", .mayNotHang)
@MainActor
struct KeyedRecordingTests {
    /// A plan of a motion sensor and an input device that nobody uses.
    private static func plan(
        in output: String,
        motion: TestSensor = .silent,
        endingPresses: AsyncStream<Void>? = nil
    ) -> RecordingPlan {
        let start = ClockReading.now()
        return RecordingPlan(
            identifier: "keyed",
            output: output,
            start: start,
            zone: .utc,
            endingPresses: endingPresses,
            recorders: [
                PlannedRecorder(
                    MotionRecorderKind().over { _ in motion.source },
                    MotionRecorderConfiguration(identifier: "motion"),
                    timekeeper: LiveTimekeeper()
                ),
                PlannedRecorder(
                    InputRecorderKind().over { _ in AnySampleSource(ScriptedInput([])) },
                    InputRecorderConfiguration(identifier: "input"),
                    timekeeper: LiveTimekeeper()
                ),
            ]
        )
    }

    private struct Record: Decodable {
        var uptime: Double
        var marker: String?
    }

    private static func records(of file: String) throws -> [Record] {
        try JSONDecoder().decode([Record].self, from: Data(contentsOf: URL(filePath: file)))
    }

    /// Waits until both recorders have begun their files.
    private static func waitForFiles(in output: String) async throws {
        while true {
            try await Task.sleep(for: .milliseconds(5))
            // Who failed here would press no key, and the recording would have no end.
            guard let session = (try? FileSystem.list(output))?.first else { continue }
            let files = ["motion", "input"].map { "\(output)/\(session)/\($0).json" }
            if files.allSatisfy({ ((try? OpenFile.open($0).size()) ?? 0) > 100 }) { return }
        }
    }

    /// Presses a key again and again, until somebody has enough.
    private static func press(_ key: AsyncStream<Void>.Continuation) -> Task<Void, any Error> {
        Task {
            while true {
                key.yield()
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    @Test("has each mark in every file, that of the last press too, and ends after all samples")
    func marksAndEnds() async throws {
        let folder = try TemporaryFolder()
        let output = "\(folder.path)/Sessions"
        let (presses, key) = AsyncStream<Void>.makeStream()
        let plan = Self.plan(in: output, motion: .running, endingPresses: presses)
        let marks = plan.marks
        let pressing = Task {
            try await Self.waitForFiles(in: output)
            let (marked, pressed) = (LiveTimekeeper().now, LiveTimekeeper().now)
            marks.mark("heel", at: marked)
            // Some time ago, when the program comes round to it; sensors have gone on meanwhile.
            try await Task.sleep(for: .milliseconds(250))
            marks.mark("KEY_F14", at: pressed)
            key.yield()
            // A key bounces.
            key.yield()
            return (marked, pressed)
        }
        let outcome = try await RecordingRun.begin(plan).run()
        let (marked, pressed) = try await pressing.value
        #expect(outcome.status == "finished")
        #expect(outcome.error == nil)
        #expect(outcome.exitStatus == .good)
        let end = try #require(Session(opening: outcome.session).manifest.clocks.last).boottime
        for file in outcome.files {
            let records = try Self.records(of: "\(outcome.session)/\(file.path)")
            let marks = records.filter { $0.marker != nil }
            let names = marks.compactMap(\.marker)
            #expect(names == ["start", "heel", "KEY_F14", "stop"], "\(file.path)")
            #expect(abs(marks[1].uptime - marked.seconds) < 1e-6)
            #expect(abs(marks[2].uptime - pressed.seconds) < 1e-6)
            // The end is the last record, and no sample is after it.
            let last = try #require(records.last)
            #expect(last.marker == "stop")
            #expect(records.allSatisfy { $0.uptime <= last.uptime })
            #expect(last.uptime <= end.seconds + 1e-6)
            if file.identifier == "motion" {
                #expect(records.contains { $0.marker == nil && $0.uptime > pressed.seconds })
            }
        }
        #expect(try SessionCheck(of: outcome.session).verdict == .clean)
    }

    @Test("leaves nothing of itself where the key comes before it has begun")
    func endsWhileOpening() async throws {
        let folder = try TemporaryFolder()
        let (openings, opening) = AsyncStream<Void>.makeStream()
        let (signals, signal) = AsyncStream<StopSignalKind>.makeStream()
        let isPressed = Atomic<Bool>(false)
        // The next press is asked for once the one before was heeded. The key asks once; a signal does
        // not wait for what does not open.
        let presses = AsyncStream<Void> {
            guard isPressed.exchange(true, ordering: .relaxed) else {
                return await openings.first { _ in true }
            }
            signal.yield(.interrupt)
            return nil
        }
        var plan = Self.plan(in: "\(folder.path)/new", endingPresses: presses)
        plan.recorders.append(
            PlannedRecorder(
                MotionRecorderKind().over { _ in
                    opening.yield()
                    return TestSensor.unreachable.source
                },
                MotionRecorderConfiguration(identifier: "unreachable"),
                timekeeper: LiveTimekeeper()
            )
        )
        let run = try await RecordingRun.begin(plan)
        await #expect(throws: RunFailure.self) {
            try await run.run(until: signals)
        }
        #expect(try folder.names().isEmpty)
    }

    @Test("goes on where its key, which has begun it too, bounces while devices are opened")
    func bounces() async throws {
        let folder = try TemporaryFolder()
        let output = "\(folder.path)/Sessions"
        let (presses, key) = AsyncStream<Void>.makeStream()
        // The first is there before anything is open.
        key.yield()
        var plan = Self.plan(in: output, endingPresses: presses)
        plan.canBeEndedWhileOpening = false
        let run = try await RecordingRun.begin(plan)
        let pressing = Self.press(key)
        defer { pressing.cancel() }
        let outcome = try await run.run()
        #expect(outcome.status == "finished")
        #expect(outcome.files.count == 2)
    }

    @Test("has a note of each mark that was made before any file had begun")
    func earlyMarks() async throws {
        let folder = try TemporaryFolder()
        let (presses, key) = AsyncStream<Void>.makeStream()
        let output = "\(folder.path)/Sessions"
        var plan = Self.plan(in: output, endingPresses: presses)
        plan.canBeEndedWhileOpening = false
        for seconds in [1, 2] {
            plan.marks.mark("heel", at: BootInstant(nanoseconds: Int64(seconds) * 1_000_000_000))
        }
        let pressing = Self.press(key)
        defer { pressing.cancel() }
        let outcome = try await RecordingRun.begin(plan).run()
        #expect(
            outcome.notes == [
                "the mark 'heel' was made before any file had begun, 2 times, from 1.0 s to 2.0 s of "
                    + "uptime, and is in none"
            ]
        )
        for file in outcome.files {
            let marks = try Self.records(of: "\(outcome.session)/\(file.path)")
                .compactMap(\.marker)
            #expect(marks == ["start", "stop"])
        }
    }

    @Test("is checked ahead: a folder that cannot be written is told, and nothing is left")
    func checksOutput() async throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "file")
        await #expect(throws: SessionError.self) {
            try await Self.plan(in: "\(folder.path)/file/Sessions").check()
        }
        try await Self.plan(in: "\(folder.path)/new/Sessions").check()
        #expect(try folder.names() == ["file"])
    }
}

@Suite("What is shown of input")
struct ShownInputTests {
    private static func words(
        _ channel: InputChannel,
        _ change: (inout InputSample) -> Void = { _ in }
    ) -> String {
        var event = InputSample(channel, at: BootInstant(nanoseconds: 0))
        change(&event)
        let words = InputFormat(keys: ["KEY_A"]).words(for: event)
        return LiveChannel.LatestValue(count: 1200, words: words).counted(as: ("event", "events"))
            .words
            ?? ""
    }

    @Test("is of a key its count alone, and of anything else what it was")
    func words() {
        let key = Self.words(.key) {
            $0.name = 0
            $0.value = 1
        }
        #expect(key == "1,200 events")
        let touch = Self.words(.touch) {
            $0.phase = .moved
            $0.index = 1
            ($0.x, $0.y) = (812, 403.25)
        }
        #expect(touch == "1,200 events, finger 2 moved at 812.0, 403.3")
        let lid = Self.words(.switch) {
            $0.name = 0
            $0.value = 1
        }
        #expect(lid == "1,200 events, SW_LID on")
        #expect(Self.words(.switch) == "1,200 events, off")
        #expect(Self.words(.pointer) { $0.x = -3 } == "1,200 events, moved by -3.0, 0.0")
        #expect(Self.words(.gyro) { $0.z = 1 } == "1,200 events, 0.0, 0.0, 1.0 rad/s")
    }
}
