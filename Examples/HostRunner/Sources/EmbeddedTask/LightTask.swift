// A third-party recorder in Footfall's task controller: its kind is registered with the factory, for its keys in task
// files, and with the session, which makes the recorder. So is the motion recorder of Footfall.

import LightRecorder
import MotionRecorder
import RecorderKinds
import Research
import ResearchUI
import TaskEngine
import TaskSession
import Timebase
import WalkSource

/// Runs a task that records light beside motion.
@MainActor
enum LightTask {
    static func run(
        _ file: String,
        in folder: String,
        over walk: SyntheticWalk
    ) async throws -> TaskOutcome {
        let factory = RSDFactory()
        try factory.register(.motion)
        try factory.register(LightRecorder.kind)
        let task = try factory.decodeTask(at: file)
        let clock = SteppedTimekeeper(startingAt: .now())
        let session = try await TaskSession(
            task: task,
            in: folder,
            timekeeper: clock,
            factory: factory
        )
        let recorders = MotionRecorderKind().over { try Main.source(of: walk, for: $0, by: clock) }
        session.register(recorders)
        session.register(LightRecorder.recorders)
        return await session.run(with: AutomaticParticipant())
    }
}
