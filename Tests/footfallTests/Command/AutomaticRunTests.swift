// Who watches a run that nobody takes part in sees its steps go by.

import SessionRuns
import Testing

@testable import footfall

@Suite("A task that runs by itself in a terminal")
struct AutomaticRunTests {
    private static let line = [
        "run", "\(RunCommandTests.tasks)/WalkAndBalance.json", "--auto", "--source", "synthetic",
        "--speed", "max",
    ]

    @Test("shows each step as it goes by, with its time, and nothing to a script")
    func shows() throws {
        let folder = try TemporaryFolder()
        let watched = try ChildProcess.footfall(Self.line, in: folder, output: .terminal)
        #expect(watched.status == 0, "\(watched.errors)")
        let steps = watched.output.split(whereSeparator: \.isNewline)
            .filter { $0.hasPrefix("  ") }
        #expect(steps.contains { $0.contains("walk/") && $0.contains("30 s") }, "\(watched.output)")
        let piped = try ChildProcess.footfall(Self.line, in: folder)
        #expect(!piped.output.contains("30 s"), "\(piped.output)")
    }

    @Test("is told in one line, without anything that a terminal would obey")
    func line() {
        let plain = StepLine(place: "walk/active", title: "Walk", durationInSeconds: 30)
        #expect(plain.text == "  walk/active: Walk (30 s)")
        let bare = StepLine(place: "done", title: nil, durationInSeconds: 0)
        #expect(bare.text == "  done")
        let hostile = StepLine(place: "a", title: "x\u{1B}[2Jy", durationInSeconds: 0)
        #expect(!hostile.text.unicodeScalars.contains("\u{1B}"))
    }
}
