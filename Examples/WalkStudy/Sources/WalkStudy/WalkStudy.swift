import Foundation
import MotionRecorder
import RecorderKinds
import Research
import ResearchUI
import SampleStream
import TaskEngine
import TaskSession
import Timebase
import WalkSource

@main
@MainActor
enum WalkStudy {
    static func main() async {
        do {
            try await run()
        } catch {
            print("the task cannot be run: \(error)")
            exit(1)
        }
    }

    private static func run() async throws {
        let factory = RSDFactory()
        try factory.register(.motion)
        let task = try factory.decodeTask(at: "walk.json")
        let clock = SteppedTimekeeper(startingAt: .now())  // its timers do not wait
        let session = try await TaskSession(task: task, in: "Sessions", timekeeper: clock)
        let walk = try SyntheticWalk(SyntheticWalkDescription())
        let recorders = MotionRecorderKind().over {
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: walk,
                    placement: .lowBack,
                    request: $0.request,
                    timekeeper: clock
                )
            )
        }
        session.register(recorders)
        let outcome = await session.run(with: AutomaticParticipant())
        print(outcome.reason.rawValue, outcome.session ?? "nothing is kept", outcome.errors)
        session.engine.notes.forEach { print($0) }
    }
}
