// Runs a visit with the laboratory's runner, and then checks the files of the session.
//
//     ForeignRunner VISIT.json FOLDER

import Foundation
import LightRecorder
import MotionRecorder
import RecorderKinds
import Research
import SampleFile
import SessionFolder
import TaskSession

@main
@MainActor
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: ForeignRunner VISIT.json FOLDER")
            exit(2)
        }
        let folder = arguments[2]
        let visit = try Visit(at: arguments[1])
        // the session: this line …
        let session = try await HostSession(visit.name, in: folder, recorders: visit.recorders)
        let recorders = Recorders(session: session)
        let instruments = visit.recorders.compactMap { configuration in
            let place = RSDStandalonePath(identifier: visit.name)
            return recorders.recorder(for: configuration, at: place)
                .map { RecorderInstrument($0, at: place) }
        }
        let notebook = try await LabRunner(stages: visit.stages, instruments: instruments).run()
        // … and this one
        let path = try await session.close(with: instruments.map(\.recorder))
        for entry in notebook { print("\(entry.instrument): \(entry.file)") }
        try check(visit, notebook, in: path)
    }

    /// Checks that each recorder has written a file with readings of each stage.
    private static func check(
        _ visit: Visit,
        _ notebook: [NotebookEntry],
        in folder: String
    ) throws {
        let verdict = try SessionCheck(of: folder).verdict
        guard verdict == .clean else { throw Flaw("the session is \(verdict)") }
        guard notebook.map(\.instrument) == visit.recorders.map(\.identifier) else {
            throw Flaw("the notebook has \(notebook.map(\.instrument))")
        }
        for (entry, configuration) in zip(notebook, visit.recorders) {
            let isLight = configuration.asyncActionType == LightRecorder.kind.type
            let look = try FileLook(
                at: "\(folder)/\(entry.file)",
                schema: isLight ? LightRecorder.kind.schema : MotionFormat.schema
            )
            for stage in visit.stages {
                guard let count = look.readings["\(visit.name)/\(stage.name)"], count > 0 else {
                    throw Flaw("\(entry.file) has no reading of the stage \(stage.name)")
                }
                print("  \(entry.file)  \(stage.name)  \(count) readings")
            }
        }
    }
}

/// A result that is not as expected.
struct Flaw: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
