// Part 2: a host that has no runner of its own. Between the marks are the ten lines; the rest is where
// its samples come from.
//
//     EmbeddedTask TASK.json FOLDER

import Foundation
import MotionRecorder
import Recording
import ReplaySource
import Research
import SampleStream
import TaskEngine
import TaskSession
import Timebase

@main
@MainActor
enum Main {
    static func main() async throws {
        let (file, folder) = try arguments()
        // ten lines from here
        let factory = RSDFactory()
        factory.register(MotionRecorderConfiguration.self, for: .motion)
        let task = try factory.decodeTask(with: Data(contentsOf: URL(filePath: file)))
        let clock = SteppedTimekeeper(startingAt: .now())
        let session = try TaskSession(task: task, in: folder, timekeeper: clock, factory: factory)
        session.register(.motion) { configuration, path, environment in
            walkRecorder(configuration, path, environment)
        }
        let outcome = await session.run(with: AutomaticParticipant())
        print("\(outcome.reason.rawValue): \(outcome.session ?? "nothing is kept")")
        // ten lines to here
        let files = (outcome.result.asyncResults ?? []).compactMap { $0 as? any RSDFileResult }
        for file in files { print("  \(file.identifier): \(file.relativePath ?? "")") }
        guard outcome.reason == .completed, outcome.errors.isEmpty, !files.isEmpty else {
            print(outcome.errors.joined(separator: "\n"))
            exit(1)
        }
    }

    /// A recorder of a computed walk; a host with sensors makes an `IIOMotionSource` here.
    private static func walkRecorder(
        _ configuration: any RSDAsyncActionConfiguration,
        _ path: any RSDPathComponent,
        _ environment: RecorderEnvironment
    ) -> (any RSDAsyncActionController)? {
        guard let motion = configuration as? MotionRecorderConfiguration else { return nil }
        return MotionRecorder(configuration: motion, path: path, environment: environment) {
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: SyntheticWalk(SyntheticWalkDescription()),
                    placement: .lowBack,
                    request: $0,
                    timekeeper: environment.timekeeper
                )
            )
        }
    }

    private static func arguments() throws -> (file: String, folder: String) {
        let words = CommandLine.arguments
        guard words.count == 3 else {
            print("usage: EmbeddedTask TASK.json FOLDER")
            exit(2)
        }
        return (words[1], words[2])
    }
}
