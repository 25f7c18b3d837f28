// A station begins with the sensors that open. At a terminal a recording needs all of them: see StartingTests.

import LifeSigns
import MotionRecorder
import Patience
import RecorderKinds
import Recording
import Research
import SampleStream
import SessionFolder
import SessionRuns
import SystemCalls
import Testing
import Timebase

@testable import footfall

@Suite("A recording that needs only one of its sensors", .mayNotHang)
@MainActor
struct LeftOutSensorTests {
    /// What keeps a recorder from starting.
    enum Obstacle: CaseIterable {
        case permission, making, opening
    }

    struct WrongRequest: RequestFault {}

    private static let told = "absent: did not start: missing"

    private static func recorder(_ identifier: String, over sourced: SourcedKind) -> PlannedRecorder
    {
        PlannedRecorder(
            sourced,
            MotionRecorderConfiguration(identifier: identifier),
            timekeeper: LiveTimekeeper()
        )
    }

    private static func recorder(_ identifier: String, _ sensor: TestSensor) -> PlannedRecorder {
        recorder(identifier, over: MotionRecorderKind().over { _ in sensor.source })
    }

    private static func absent(
        _ identifier: String = "absent",
        by obstacle: Obstacle
    ) -> PlannedRecorder {
        let kind = MotionRecorderKind()
        switch obstacle {
        case .permission:
            let sourced = kind.over(access: { _ in throw TestSensor.Failure.missing }) { _ in
                TestSensor.silent.source
            }
            return recorder(identifier, over: sourced)
        case .making:
            return recorder(identifier, over: kind.over { _ in throw TestSensor.Failure.missing })
        case .opening:
            return recorder(identifier, .missing)
        }
    }

    private static func plan(_ recorders: [PlannedRecorder], in output: String) -> RecordingPlan {
        var plan = RecordingPlan(
            identifier: "walk",
            output: output,
            start: ClockReading.now(),
            zone: .utc,
            recorders: recorders
        )
        plan.requiredStarts = .one
        return plan
    }

    private static func text(at path: String) -> String {
        let bytes = try? OpenFile.open(path).readAll(limit: 1 << 20)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    @Test(
        "begins without one that does not start, and names it at once and in the manifest",
        arguments: Obstacle.allCases,
        [true, false]
    )
    func begins(obstacle: Obstacle, isFirst: Bool) async throws {
        let folder = try TemporaryFolder()
        var recorders = [Self.recorder("present", .running)]
        recorders.insert(Self.absent(by: obstacle), at: isFirst ? 0 : 1)
        var plan = Self.plan(recorders, in: folder.path)
        plan.endsAfter = .milliseconds(200)
        let follower = StationFollower { _ in }
        var (told, failed, probes) = ([String](), [String: String](), [SensorProbe]())
        plan.onLeaving = { line in
            told.append(line)
            failed = follower.look().failed
        }
        let run = try await RecordingRun.begin(plan)
        let outcome = try await run.run(watchedBy: { recording in
            for recorder in recording.recorders {
                probes += SensorProbe.probes(of: recorder) { _ in
                    recorder.configuration.identifier
                }
            }
            return follower.watch(recording)
        })
        #expect(told == ["\(Self.told); the other recorders go on"])
        #expect(failed == ["absent": "missing"])
        #expect(probes.map(\.recorder) == recorders.map(\.configuration.identifier))
        #expect(probes.map(\.hasFailed) == [isFirst, !isFirst])
        #expect(outcome.status == "failed" && outcome.error == Self.told)
        #expect(outcome.otherErrors == [])
        let manifest = try Session(opening: outcome.session).manifest
        #expect(manifest.errors == [Self.told])
        #expect(manifest.recorders?.map(\.identifier) == probes.map(\.recorder))
        #expect(manifest.files.map(\.identifier) == ["present"])
        #expect(manifest.files.first?.error == nil)
    }

    @Test("has the missing one in its manifest before it ends, in case it is killed")
    func atOnce() async throws {
        let folder = try TemporaryFolder()
        let recorders = [Self.absent(by: .opening), Self.recorder("present", .running)]
        let (stops, stop) = AsyncStream<StopSignalKind>.makeStream()
        let run = try await RecordingRun.begin(Self.plan(recorders, in: folder.path))
        let session = try #require(try folder.names().first)
        let path = "\(folder.path)/\(session)/journal.json"
        let ending = Task {
            // A thread of its own writes the journal.
            try? await until("the journal names the missing sensor") {
                Self.text(at: path).contains(Self.told)
            }
            stop.yield(.interrupt)
        }
        let outcome = try await run.run(until: stops)
        await ending.value
        #expect(Self.text(at: path).split(separator: Self.told).count == 2, "it is named once")
        #expect(try Session(opening: outcome.session).manifest.errors == [Self.told])
    }

    @Test("fails if none starts, and leaves nothing", arguments: Obstacle.allCases)
    func none(obstacle: Obstacle) async throws {
        let folder = try TemporaryFolder()
        let recorders = [Self.absent("one", by: obstacle), Self.absent("other", by: .opening)]
        let run = try await RecordingRun.begin(Self.plan(recorders, in: "\(folder.path)/new"))
        await #expect(throws: TestSensor.Failure.missing) {
            try await run.run()
        }
        #expect(try folder.names().isEmpty)
    }

    @Test("is refused if its request is at fault, which no next recording would mend")
    func wrongRequest() async throws {
        let folder = try TemporaryFolder()
        let wrong = MotionRecorderKind().over { _ in throw WrongRequest() }
        let recorders = [Self.recorder("present", .running), Self.recorder("wrong", over: wrong)]
        let run = try await RecordingRun.begin(Self.plan(recorders, in: "\(folder.path)/new"))
        await #expect(throws: WrongRequest.self) {
            try await run.run()
        }
        #expect(try folder.names().isEmpty)
    }

    @Test("leaves nothing if it is stopped while another sensor opens")
    func stopped() async throws {
        let folder = try TemporaryFolder()
        let recorders = [Self.absent(by: .permission), Self.recorder("late", .unreachable)]
        let run = try await RecordingRun.begin(Self.plan(recorders, in: "\(folder.path)/new"))
        let signals = AsyncStream { continuation in
            for _ in 0..<2 { continuation.yield(StopSignalKind.interrupt) }
            continuation.finish()
        }
        let failure = await #expect(throws: RunFailure.self) {
            try await run.run(until: signals)
        }
        #expect(failure?.description.contains("stopped before every sensor was open") == true)
        #expect(try folder.names().isEmpty)
    }

    @Test("reports first the failure that ended it, and then the sensor that was missing")
    func laterFailure() async throws {
        let folder = try TemporaryFolder()
        let recorders = [
            Self.absent(by: .opening), Self.recorder("present", .running),
            Self.recorder("broken", .broken),
        ]
        let outcome = try await RecordingRun.begin(Self.plan(recorders, in: folder.path)).run()
        #expect(outcome.error == "unplugged" && outcome.otherErrors == [Self.told])
        #expect(try Session(opening: outcome.session).manifest.errors == [Self.told, "unplugged"])
    }
}
