// An outsider's recorder in our task controller: its type is declared to the factory, for what a task
// file says of it, and registered with the session, for what makes it. All else is as for a recorder of ours.

import Foundation
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
        try factory.register(.ambientLight)
        let task = try factory.decodeTask(with: Data(contentsOf: URL(filePath: file)))
        let clock = SteppedTimekeeper(startingAt: .now())
        let session = try await TaskSession(
            task: task,
            in: folder,
            timekeeper: clock,
            factory: factory
        )
        let recorders = MotionRecorderKind().over { try Main.source(of: walk, for: $0, by: clock) }
        session.register(recorders)
        session.register(.ambientLight) { configuration, path, environment in
            guard let light = configuration as? LightRecorderConfiguration else { return nil }
            return LightRecorder(configuration: light, path: path, environment: environment)
        }
        return await session.run(with: AutomaticParticipant())
    }
}
