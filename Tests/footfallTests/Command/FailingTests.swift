import Arguments
import MotionRecorder
import Patience
import RecorderKinds
import SampleStream
import SessionFolder
import SessionRuns
import StandardRecorders
import SystemCalls
import Testing
import Timebase

@testable import footfall

@Suite("A recording of several sensors, of which one fails", .mayNotHang)
@MainActor
struct FailingTests {
    /// A plan of a walk of 20 seconds in its own time, and of a sensor that fails at once.
    static func plan(in output: String, brokenFirst: Bool) throws -> RecordingPlan {
        let words = [
            "source": ["synthetic"], "duration": ["20"], "speed": ["1"], "placement": ["lowBack"],
        ]
        let command = try RecordCommand(ParsedArguments(command: "record", words: words))
        var plan = try command.plan(of: WalkOptions(rateInHertz: 100))
        plan.output = output
        let timekeeper = try #require(plan.recorders.first).timekeeper
        let broken = PlannedRecorder(
            MotionRecorderKind().over { _ in TestSensor.broken.source },
            MotionRecorderConfiguration(identifier: "broken"),
            timekeeper: timekeeper
        )
        plan.recorders.insert(broken, at: brokenFirst ? 0 : 1)
        return plan
    }

    @Test("ends with it, whichever of them it is, and keeps the others", arguments: [true, false])
    func endsWithIt(brokenFirst: Bool) async throws {
        let folder = try TemporaryFolder()
        let run = try await RecordingRun.begin(Self.plan(in: folder.path, brokenFirst: brokenFirst))
        let outcome = try await run.run()
        #expect(outcome.status == "failed")
        #expect(outcome.error?.contains("unplugged") == true)
        let walk = try #require(outcome.files.first { $0.identifier == "lowBack_motion" })
        #expect(walk.samples < 4000, "the walk was not recorded to its end")
        let note =
            "lowBack_motion.json: its truth was not written, because the recording failed"
        #expect(outcome.notes.contains(note), "\(outcome.notes)")
        #expect(try Session(opening: outcome.session).manifest.notes.contains(note))
    }

    @Test("goes on without it where the plan says so, and tells it at once")
    func goesOn() async throws {
        let folder = try TemporaryFolder()
        var plan = try Self.plan(in: folder.path, brokenFirst: true)
        plan.recorders[0].endsOthersByFailing = false
        plan.endsAfter = .seconds(1)
        var told: [String] = []
        plan.onLeaving = { told.append($0) }
        let outcome = try await RecordingRun.begin(plan).run()
        #expect(told == ["broken: unplugged; the other recorders go on"])
        #expect(outcome.status == "failed" && outcome.error == "unplugged")
        let walk = try #require(outcome.files.first { $0.identifier == "lowBack_motion" })
        #expect(walk.samples > 100, "half a second of two sensors at least")
    }

    @Test("shows in a station what has failed, as long as the others go on without it")
    func shown() async throws {
        let folder = try TemporaryFolder()
        var plan = try Self.plan(in: folder.path, brokenFirst: true)
        plan.recorders[0].endsOthersByFailing = false
        plan.endsAfter = .seconds(1)
        let follower = StationFollower { _ in }
        var failed: [String: String] = [:]
        plan.onLeaving = { _ in failed = follower.look().failed }
        let run = try await RecordingRun.begin(plan)
        _ = try await run.run(watchedBy: { follower.watch($0) })
        #expect(failed == ["broken": "unplugged"])
        #expect(follower.look().failed.isEmpty, "it is over")
    }

    @Test("ends when the last of those has failed that do not end the others")
    func lastOfAll() async throws {
        let folder = try TemporaryFolder()
        var plan = try Self.plan(in: folder.path, brokenFirst: true)
        plan.recorders[0].endsOthersByFailing = false
        plan.recorders.removeLast()
        var told: [String] = []
        plan.onLeaving = { told.append($0) }
        let outcome = try await RecordingRun.begin(plan).run()
        #expect(told == [])
        #expect(outcome.error == "unplugged")
        let manifest = try Session(opening: outcome.session).manifest
        #expect(manifest.errors == ["unplugged"])
    }
}
