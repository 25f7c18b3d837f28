// Real shells and the real formatter of manual pages, which are asked what they make of a text.

import Foundation
import Scratch
import SystemCalls
import Testing

enum Shell {
    /// Whether a program is tried: where this machine has it, and in continuous integration, where a missing one fails.
    fileprivate static func isTried(_ program: String) -> Bool {
        Environment.variable("CI") == "true"
            || (try? ChildProgram.run(["sh", "-c", "command -v \(program) >/dev/null"]))
                == .exited(0)
    }

    /// What a program says of a file with a text, on either stream; `nil` where it fails or says too much.
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
    /// Skips a test, with its reason, where a program is missing; in continuous integration it is run, and fails.
    static func has(_ program: String) -> Self {
        .enabled(
            if: Shell.isTried(program),
            "\(program) is not installed: Scripts/install-packages --tests does it"
        )
    }
}
