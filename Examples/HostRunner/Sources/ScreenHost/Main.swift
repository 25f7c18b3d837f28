// Part 3: a host that draws. It prints each screen as lines of text, and takes lines as input,
// once for a task without recorders and once for one with a session.
//
//     ScreenHost TASK.json FOLDER

import Foundation
import HostServices
import Research
import ResearchUI
import TaskEngine
import Timebase
import ViewTree

@main
@MainActor
enum Main {
    static func main() async throws {
        guard CommandLine.arguments.count == 3 else {
            print("usage: ScreenHost TASK.json FOLDER")
            exit(2)
        }
        let (file, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let task = try RSDFactory().decodeTask(at: file)
        let clock = SteppedTimekeeper(startingAt: .now())
        // the lines from here
        let machine = MachineServices { print("note: \($0)") }
        let run = RSDTaskViewController(task: task, timekeeper: clock)
        run.words = StepWords(language: Language(environment: ProcessInfo.processInfo.environment))
        run.services = machine.services
        machine.watchSleep(for: run)
        let reason = await TextHost().show(run)
        // the lines to here
        let results = run.taskViewModel.taskResult.stepHistory.count
        guard reason == .completed, results == 3 else {
            throw Failure("\(reason.rawValue), with \(results) results")
        }
        try await RecordedScreen.run(file, in: folder)
    }
}

/// A result that is not as expected.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
