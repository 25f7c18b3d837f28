// The closure of an exit test runs in a process of its own. In Swift 6.3 it can capture; in 6.2 it cannot,
// so what it has to know lies in a file that both processes can name: the test is the parent.

import FoundationEssentials
import Glibc

/// Words from a test to the process of its exit test.
package enum ExitWords {
    /// Leaves words for the next exit test that takes them by this name.
    package static func leave(_ words: [String], for name: String) throws {
        try Data(words.joined(separator: "\n").utf8).write(to: file(name, of: getpid()))
    }

    /// Takes what the test left; once.
    package static func take(_ name: String) throws -> [String] {
        let file = file(name, of: getppid())
        defer { try? FileManager.default.removeItem(at: file) }
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func file(_ name: String, of process: pid_t) -> URL {
        FileManager.default.temporaryDirectory
            .appending(path: "footfall-exit-words-\(process)-\(name)")
    }
}
