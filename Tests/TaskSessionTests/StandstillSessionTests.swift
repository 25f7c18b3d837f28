// A clock that only sleeps move stands still where nobody sleeps by it: what waits for it is not recorded, and the
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
@Suite("A session whose clock nobody moves")
struct StandstillSessionTests {
    private let clock = SteppedTimekeeper(startingAt: WalkingTask.start)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A recorder of a walk, which tells at once that its clock stands still.
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

    @Test("says so where a host with a runner of its own records")
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
        "says so where a task records, unless a timer of it has moved the clock",
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
