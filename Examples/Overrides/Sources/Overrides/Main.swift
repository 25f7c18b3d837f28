// Runs the scripts, and checks whether every override was called, and when.
//
//     Overrides FOLDER MEMBERS.json

import Foundation

@main
@MainActor
enum Main {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 3 else {
            print("usage: Overrides FOLDER MEMBERS.json")
            exit(2)
        }
        giveUp(after: .seconds(60))
        do {
            let members = try OpenMembers(file: words[2])
            let script = await outcome(of: TaskScripts(folder: URL(filePath: words[1])))
            let calls = CallLog.ofRun.calls
            if let script { print("the script stopped: \(script)") }
            let isEachCalled = members.judge(calls)
            // After a stopped script the order is not judged: the missing calls were never made.
            guard script == nil, Moment.judge(Moment.all, calls), isEachCalled else { exit(1) }
        } catch {
            print("\(error)")
            exit(1)
        }
    }

    /// Runs all scripts; returns the error that stopped them, if any.
    private static func outcome(of task: TaskScripts) async -> (any Error)? {
        do {
            task.steps()
            try await task.whole()
            try await task.cancelled()
            try await task.refused()
            try await task.lost()
            try await LegacyHost().run()
            return nil
        } catch { return error }
    }

    /// Ends the program if a script waits for something that never comes.
    private static func giveUp(after limit: Duration) {
        Task.detached {
            try await Task.sleep(for: limit)
            print("the scripts wait for something that does not come")
            exit(1)
        }
    }
}
