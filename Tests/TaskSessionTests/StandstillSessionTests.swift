// A clock that moves only when somebody sleeps by it may never move: then nothing is recorded, and the
// session says so.

import FoundationEssentials
import MotionRecorder
import RecorderKinds
import Recording
import Research
import ResearchUI
import SampleStream
import SessionFolder
import TaskEngine
import TaskSession
import Testing
import Timebase
import WalkSource

@MainActor
@Suite("A session whose clock stands still")
struct StandstillSessionTests {
    private let clock = SteppedTimekeeper(startingAt: WalkingTask.start)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A recorder of a walk that reports a clock that stands still without waiting.
    private func recorder(
        _ configuration: any RSDAsyncActionConfiguration,
        _ path: any RSDPathComponent,
        _ environment: RecorderEnvironment
    ) -> RSDSampleRecorder? {
        let recorders = MotionRecorderKind().over { order in
            try AnySampleSource(
                SyntheticWalkSource(
                    walk: SyntheticWalk(SyntheticWalkDescription()),
                    placement: .lowBack,
                    request: order.request,
                    timekeeper: order.environment.timekeeper
                )
            )
        }
        var environment = environment
        environment.standstillLimit = .zero
        return recorders.recorder(configuration, path, environment)
    }

    private func notes(of session: String?) throws -> [String] {
        try Session(opening: try #require(session)).manifest.notes
            .filter { $0.contains("SteppedTimekeeper has stood still since the start") }
    }

    @Test("notes it when a host runs the task itself")
    func ofAHost() async throws {
        let configuration = MotionRecorderConfiguration(identifier: "walk")
        let session = try await HostSession(
            "visit",
            in: folder.path,
            recorders: [configuration],
            timekeeper: clock
        )
        let made = recorder(
            configuration,
            RSDStandalonePath(identifier: "visit"),
            session.environment(for: configuration)
        )
        let recorder = try #require(made)
        try await recorder.start()
        _ = try await recorder.stop()
        #expect(try notes(of: try await session.close(with: [recorder])).count == 1)
    }

    @Test(
        "notes it when a task records, unless a timer of the task has moved the clock",
        arguments: [0, 2]
    )
    func ofATask(seconds: Int) async throws {
        let step =
            seconds == 0
            ? #""type": "instruction""#
            : #""type": "active", "duration": \#(seconds), "commands": ["transitionAutomatically"]"#
        let json =
            #"{"identifier": "T", "type": "task", "steps": [{"identifier": "s", \#(step)}],"#
            + #" "asyncActions": [{"identifier": "walk", "type": "motion"}]}"#
        let session = try await TaskSession(
            task: try WalkingTask.factory.decodeTask(with: Data(json.utf8)),
            in: folder.path,
            timekeeper: clock,
            factory: WalkingTask.factory
        )
        session.register(.motion) { recorder($0, $1, $2) }
        let outcome = await session.run(with: AutomaticParticipant())
        #expect(outcome.errors == [])
        #expect(try notes(of: outcome.session).count == (seconds == 0 ? 1 : 0))
        #expect(session.engine.notes.count == (seconds == 0 ? 1 : 0))
    }
}
