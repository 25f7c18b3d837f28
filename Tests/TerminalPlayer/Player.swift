// A program with a host on its terminal, for tests that end it in every way in which a program ends.
//
//     terminal-player TASK.json FOLDER end|trap|exit|abort

import Foundation
import Research
import ResearchUI
import TaskEngine
import TerminalHost

@main
@MainActor
enum Player {
    static func main() async throws {
        let words = CommandLine.arguments
        let folder = URL(filePath: words[2])
        let task = try RSDFactory().decodeTask(with: Data(contentsOf: URL(filePath: words[1])))
        let controller = RSDTaskViewController(task: task)
        controller.services.buttonPause = .zero
        let host = try TerminalHost(showing: controller)
        let breaking = Task {
            // As soon as somebody has gone on.
            while controller.currentStepController?.step.identifier != "falls" {
                try await Task.sleep(for: .milliseconds(5))
            }
            switch words[3] {
            case "trap": fatalError("as it was asked to")
            case "abort": abort()
            case "two aborts":
                Thread.detachNewThread { abort() }
                abort()
            case "exit": exit(7)
            default: break
            }
        }
        let outcome = try await host.run()
        breaking.cancel()
        let count = controller.taskViewModel.taskResult.stepHistory.count
        try Data("\(outcome.ending) \(outcome.reason.rawValue) \(count)\n".utf8)
            .write(to: folder.appending(path: "outcome"), options: .atomic)
    }
}
