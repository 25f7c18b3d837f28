// Part 2: a host that has no runner of its own. Between the marks are the ten lines.
//
//     EmbeddedTask TASK.json LIGHTTASK.json FOLDER

import Foundation
import MotionRecorder
import RecorderKinds
import Recording
import Research
import ResearchUI
import SampleStream
import TaskEngine
import TaskSession
import Timebase
import WalkSource

@main
@MainActor
enum Main {
    static func main() async throws {
        let (file, lightFile, folder) = arguments()
        let walk = try SyntheticWalk(SyntheticWalkDescription())
        // ten lines from here
        let factory = RSDFactory()
        try factory.register(.motion)
        let task = try factory.decodeTask(at: file)
        let clock = SteppedTimekeeper(startingAt: .now())
        let run = try await TaskSession(task: task, in: folder, timekeeper: clock, factory: factory)
        let recorders = MotionRecorderKind().over { try source(of: walk, for: $0, by: clock) }
        run.register(recorders)
        let outcome = await run.run(with: AutomaticParticipant())
        print("\(outcome.reason.rawValue): \(outcome.session ?? "nothing is kept")")
        for error in outcome.errors { print(error) }
        // ten lines to here
        try look(at: outcome, for: ["lowBack"])
        let second = try await LightTask.run(lightFile, in: folder, over: walk)
        try look(at: second, for: ["lowBack", "room"])
    }

    /// The source of samples: here a computed walk.
    ///
    /// A host with sensors writes
    /// `AnySampleSource(IIOMotionSource(IIORequest(order.request, uri: "local:")))`.
    nonisolated static func source(
        of walk: SyntheticWalk,
        for order: SourceOrder<MotionRecorderKind>,
        by timekeeper: any Timekeeper
    ) throws -> sending AnySampleSource<MotionSample> {
        AnySampleSource(
            try SyntheticWalkSource(
                walk: walk,
                placement: .lowBack,
                request: order.request,
                timekeeper: timekeeper
            )
        )
    }

    /// Ends the program unless all went well, and each recorder's file is there.
    private static func look(at outcome: TaskOutcome, for names: [String]) throws {
        let files = (outcome.result.asyncResults ?? []).compactMap { $0 as? any RSDFileResult }
        for file in files { print("  \(file.identifier): \(file.relativePath ?? "")") }
        guard outcome.reason == .completed, outcome.errors.isEmpty,
            files.map(\.identifier) == names
        else {
            print("the files wanted: \(names); the errors: \(outcome.errors)")
            exit(1)
        }
    }

    private static func arguments() -> (file: String, lightFile: String, folder: String) {
        let words = CommandLine.arguments
        guard words.count == 4 else {
            print("usage: EmbeddedTask TASK.json LIGHTTASK.json FOLDER")
            exit(2)
        }
        return (words[1], words[2], words[3])
    }
}
