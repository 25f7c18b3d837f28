// Programs that a test has started, found by the kernel's list of processes.

import Foundation

/// A word in the arguments of programs, by which a test finds those that still run.
struct ProgramMark: Sendable, CustomStringConvertible {
    let description = "mark-\(UUID().uuidString)"

    /// Whether no program with this word runs; one that was killed has no arguments, even before it is waited for.
    var isGone: Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else {
            return false
        }
        return !names.contains { name in
            let words = try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8)
            return words?.contains(description) == true
        }
    }
}
