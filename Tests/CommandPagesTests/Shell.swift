// Runs real shells, and the real formatter of manual pages, on a text.

import Foundation
import Scratch
import SystemCalls
import Testing

enum Shell {
    /// Whether tests use a program: if it is installed, or in continuous integration, where they fail without it.
    fileprivate static func isTried(_ program: String) -> Bool {
        Environment.variable("CI") == "true"
            || (try? ChildProgram.run(["sh", "-c", "command -v \(program) >/dev/null"]))
                == .exited(0)
    }

    /// The output of a command for a file with a text, on both streams; `nil` if it fails or its output is too long.
    static func output(of words: String, about text: String) throws -> String? {
        let folder = try Scratch()
        let file = "\(folder.path)/text"
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        let ended = try ChildProgram.output(
            of: ["sh", "-c", "{ \(words); } 2>&1", "sh", file],
            most: 1 << 16,
            within: .seconds(60),
            sleepingBy: { pause in
                Thread.sleep(forTimeInterval: pause / .seconds(1))
                return false
            }
        )
        guard let ended, ended.ending == .exited(0) else { return nil }
        return String(decoding: ended.bytes, as: UTF8.self)
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, if a program is missing; in continuous integration the test runs and fails.
    static func has(_ program: String) -> Self {
        .enabled(
            if: Shell.isTried(program),
            "\(program) is not installed: Scripts/install-packages --tests does it"
        )
    }
}
