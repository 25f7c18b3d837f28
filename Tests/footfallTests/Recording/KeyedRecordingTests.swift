import FoundationEssentials
import InputRecorder
import MotionRecorder
import Recording
import SampleStream
import SessionFolder
import SystemCalls
import Testing
import Timebase

@testable import footfall

@Suite("A recording that keys mark and end", .timeLimit(.minutes(1)))
@MainActor
struct KeyedRecordingTests {
    /// A plan of a silent motion sensor and an input device that nobody uses.
    private static func plan(
        in output: String,
        endingPresses: AsyncStream<BootInstant>? = nil
    ) -> RecordingPlan {
        let start = ClockReading.now()
        let time = EndingTimekeeper()
        return RecordingPlan(
            identifier: "keyed",
            output: output,
            start: start,
            zone: .utc,
            time: time,
            endingPresses: endingPresses,
            recorders: [
                PlannedRecorder(
                    MotionRecorderConfiguration(identifier: "motion"),
                    timekeeper: time,
                    makeSource: { _ in TestSensor.silent.source }
                ),
                PlannedRecorder(
                    InputRecorderConfiguration(identifier: "input"),
                    timekeeper: time,
                    makeSource: { _, _ in AnySampleSource(ScriptedInput([])) }
                ),
            ]
        )
    }

    /// The marks of a file, with their times.
    private static func marks(of file: String) throws -> [(name: String, uptime: Double)] {
        struct Record: Decodable {
            var uptime: Double
            var marker: String?
        }
        let data = try Data(contentsOf: URL(filePath: file))
        return try JSONDecoder().decode([Record].self, from: data).compactMap { record in
            record.marker.map { ($0, record.uptime) }
        }
    }

    /// Waits until both recorders have begun their files.
    private static func waitForFiles(in output: String) async throws {
        while true {
            try await Task.sleep(for: .milliseconds(5))
            guard let session = try FileSystem.list(output).first else { continue }
            let files = ["motion", "input"].map { "\(output)/\(session)/\($0).json" }
            if files.allSatisfy({ ((try? FileSystem.size(of: $0)) ?? 0) > 100 }) { return }
        }
    }

    @Test("has each mark in every file, and ends at the instant of the press, as it should")
    func marksAndEnds() async throws {
        let folder = try TemporaryFolder()
        let output = "\(folder.path)/Sessions"
        let (presses, key) = AsyncStream<BootInstant>.makeStream()
        let plan = Self.plan(in: output, endingPresses: presses)
        let marks = plan.marks
        let pressing = Task {
            try await Self.waitForFiles(in: output)
            let (marked, pressed) = (LiveTimekeeper().now, LiveTimekeeper().now)
            marks.mark("heel", at: marked)
            // Some time ago, when the program comes round to it.
            try await Task.sleep(for: .milliseconds(50))
            key.yield(pressed)
            // A key bounces.
            key.yield(LiveTimekeeper().now)
            return (marked, pressed)
        }
        let surroundings = Surroundings(console: Console(), signals: AsyncStream { $0.finish() })
        let outcome = try await RecordingRun(plan).run(in: surroundings, showing: false)
        let (marked, pressed) = try await pressing.value
        #expect(outcome.status == "finished")
        #expect(outcome.error == nil)
        #expect(outcome.exitStatus == .good)
        for file in outcome.files {
            let marks = try Self.marks(of: "\(outcome.session)/\(file.path)")
            #expect(marks.map(\.name) == ["start", "heel", "stop"], "\(file.path)")
            #expect(abs(marks[1].uptime - marked.seconds) < 1e-6)
            #expect(abs(marks[2].uptime - pressed.seconds) < 1e-6)
        }
        let manifest = try Session(opening: outcome.session).manifest
        #expect(manifest.clocks.last?.boottime == pressed)
        #expect(try SessionCheck(of: outcome.session).verdict == .clean)
    }

    @Test("leaves nothing of itself where the key comes before it has begun")
    func endsWhileOpening() async throws {
        let folder = try TemporaryFolder()
        var plan = Self.plan(
            in: "\(folder.path)/new",
            endingPresses: AsyncStream { $0.yield(LiveTimekeeper().now) }
        )
        plan.recorders.append(
            PlannedRecorder(
                MotionRecorderConfiguration(identifier: "unreachable"),
                timekeeper: LiveTimekeeper(),
                makeSource: { _ in TestSensor.unreachable.source }
            )
        )
        // The key asks once; a signal does not wait for what does not open.
        let signals = AsyncStream<StopSignalKind> { continuation in
            Task {
                try await Task.sleep(for: .milliseconds(100))
                continuation.yield(.interrupt)
            }
        }
        let surroundings = Surroundings(console: Console(), signals: signals)
        let run = try RecordingRun(plan)
        await #expect(throws: CommandFailure.self) {
            try await run.run(in: surroundings, showing: false)
        }
        #expect(try folder.names().isEmpty)
    }

    @Test("lives by time that ends once, and never goes on")
    func endingTime() {
        let time = EndingTimekeeper()
        let first = time.now
        #expect(time.now >= first)
        time.end(at: first)
        time.end(at: LiveTimekeeper().now)
        #expect(time.now == first)
        #expect(time.reading().boottime == first)
        let early = EndingTimekeeper()
        early.end(at: first.advanced(by: .seconds(3600)))
        #expect(early.now < first.advanced(by: .seconds(3600)))
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
        return InputRecorder.words(for: event, of: channel, count: 1200)
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
