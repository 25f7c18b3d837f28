// Runs the command for the proofs, in a process of its own. Foundation reads the JSON that it prints, not our code.

import Foundation

struct FootfallCommand: Sendable {
    /// The path of the program.
    let path: String

    /// The verdict of `footfall check --json` on a session; it must not crash.
    func check(_ session: String) throws -> Verdict {
        let (code, output) = try run(["check", session, "--json"], allowing: [0, 1, 3])
        guard let told = try? JSONSerialization.jsonObject(with: output) as? [String: Any] else {
            throw BenchmarkError("`footfall check` exits with \(code) and prints no JSON object")
        }
        let findings = told["findings"] as? [[String: Any]] ?? []
        return Verdict(
            code: code,
            verdict: told["verdict"] as? String ?? "nothing",
            status: told["status"] as? String ?? "nothing",
            damage: findings.filter { $0["severity"] as? String == "damage" }.map {
                (
                    file: $0["file"] as? String ?? "the session",
                    what: $0["what"] as? String ?? ""
                )
            }
        )
    }

    /// Repairs a session by `footfall repair`.
    func repair(_ session: String, allowing allowed: Set<Int32> = [0, 3]) throws {
        _ = try run(["repair", session], allowing: allowed)
    }

    /// The result of a check.
    struct Verdict {
        var code: Int32
        var verdict: String
        var status: String
        /// What in the session is not as it was written.
        var damage: [(file: String, what: String)]
    }

    private func run(_ words: [String], allowing allowed: Set<Int32>) throws -> (Int32, Data) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let code = process.terminationStatus
        guard process.terminationReason == .exit, allowed.contains(code) else {
            throw BenchmarkError("`footfall \(words[0])` exits with \(code)")
        }
        return (code, output)
    }
}
