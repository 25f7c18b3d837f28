// Part 3: a host that draws. It prints each screen as lines of text, and does what a participant would
// who goes on wherever one can.
//
//     ScreenHost TASK.json FOLDER

import Foundation
import HostServices
import Research
import ResearchUI
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
        let task = try RSDFactory().decodeTask(with: Data(contentsOf: URL(filePath: file)))
        let clock = SteppedTimekeeper(startingAt: .now())
        // the lines from here
        let machine = MachineServices { print("note: \($0)") }
        let run = RSDTaskViewController(task: task, timekeeper: clock)
        run.words = StepWords(language: Language(environment: ProcessInfo.processInfo.environment))
        run.services = machine.services
        machine.watchSleep(for: run)
        let screen = TextScreen(of: run)
        let feed = ScreenFeed(of: run) { screen.draw($0) }
        run.delegate = screen
        run.appear()
        while screen.reason == nil {
            await Task.yield()
            if let button = screen.nextButton { run.receive(.tapped(button)) }
        }
        // the lines to here
        guard feed.tree == screen.tree else { throw Failure("the screen is not what was sent") }
        guard screen.titles == ["Walk a little", "Walk", "Thank you"] else {
            throw Failure("these were shown: \(screen.titles)")
        }
        print("\(run.taskViewModel.taskResult.stepHistory.count) results")
        try await RecordedScreen.run(file, in: folder)
    }
}

/// What did not come out as it should.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
