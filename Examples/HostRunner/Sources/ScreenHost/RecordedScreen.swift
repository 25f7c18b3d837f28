// A host that draws, with recorders: a session makes the controller, so that
// recordings are in its folder, and are closed when the run is over.

import Foundation
import HostServices
import MotionRecorder
import RecorderKinds
import Research
import ResearchUI
import SampleStream
import TaskEngine
import TaskSession
import Timebase
import ViewTree
import WalkSource

/// Shows a task whose recordings are kept.
@MainActor
enum RecordedScreen {
    static func run(_ file: String, in folder: String) async throws {
        let factory = RSDFactory()
        try factory.register(.motion)
        let task = try factory.decodeTask(at: file)
        let clock = SteppedTimekeeper(startingAt: .now())
        let walk = try SyntheticWalk(SyntheticWalkDescription())
        let recorders = MotionRecorderKind().over { order in
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: walk,
                    placement: .lowBack,
                    request: order.request,
                    timekeeper: clock
                )
            )
        }
        let machine = MachineServices { print("note: \($0)") }
        // the lines from here
        let session = try await TaskSession(
            task: task,
            in: folder,
            timekeeper: clock,
            factory: factory
        )
        session.register(recorders)
        let run = session.controller
        run.services = machine.services
        run.services.pictures = RSDResourceLocator(folders: [session.path])
        let outcome = try await session.close(await TextHost().show(run))
        // the lines to here
        let files = (outcome.result.asyncResults ?? []).compactMap { $0 as? any RSDFileResult }
        guard outcome.reason == .completed, outcome.errors.isEmpty,
            files.map(\.identifier) == ["lowBack"]
        else {
            throw Failure("not what was to be recorded: \(files), \(outcome.errors)")
        }
        print("\(files[0].identifier): \(files[0].relativePath ?? "")")
    }
}
