// A program with a task on its terminal, ended in every way in which a program ends. Each time it restores
// the terminal's settings.

import Foundation
import Glibc
import Patience
import Scratch
import ShownTerminal
import Testing

@testable import TerminalHost

@Suite("The end of a program with a task on its terminal", .mayNotHang)
@MainActor
struct EndingTests {
    @Test(
        "restores the terminal",
        arguments: [
            ("Ctrl-C", "end", "left earlyExit", "0"), ("SIGTERM", "end", "signal", "0"),
            ("SIGINT", "end", "signal", "0"), ("SIGHUP", "end", "signal", "0"),
            ("a trap", "trap", "", "1"), ("an abort", "abort", "", "134"),
            ("two aborts at once", "two aborts", "", "134"), ("an exit", "exit", "", "7"),
        ]
    )
    func restores(how: String, ending: String, outcome: String, status: String) async throws {
        let show = try ProgramOnTerminal(playing: ending)
        try await show.see("[Next]")
        #expect(show.screen.isOnOtherScreen)
        try show.type("\r")
        switch how {
        case "Ctrl-C":
            try await show.see("Falls")
            try show.type("\u{3}")
        case "SIGTERM": try await show.signal(SIGTERM)
        case "SIGINT": try await show.signal(SIGINT)
        case "SIGHUP": try await show.signal(SIGHUP)
        default: break
        }
        try await show.end()
        #expect(try show.text("before") == show.text("after"))
        #expect(!show.screen.isOnOtherScreen && show.screen.isCursorShown)
        let said = (try? show.text("outcome")) ?? ""
        #expect(outcome.isEmpty ? said.isEmpty : said.contains(outcome))
        // A trap ends by one signal or another.
        if how != "a trap" { #expect(try show.text("status") == status + "\n") }
    }

    @Test("redraws the page when the terminal's size changes")
    func resizes() async throws {
        let show = try ProgramOnTerminal(playing: "end")
        try await show.see("[Next]")
        try show.resize(columns: 40, rows: 12)
        try await show.see("a small page") {
            $0.text.count == 12 && $0.whole.contains("[Next]")
        }
        try show.type("\u{3}")
        try await show.end()
        #expect(try show.text("before") == show.text("after"))
    }

    @Test("Ctrl-Z or SIGTSTP restores the terminal, and SIGCONT shows the task again")
    func stops() async throws {
        for byKey in [true, false] {
            let show = try ProgramOnTerminal(playing: "end")
            try await show.see("[Next]")
            if byKey { try show.type("\u{1A}") } else { try await show.signal(SIGTSTP) }
            try await show.see("the first screen") { !$0.isOnOtherScreen }
            try await until("its state says so") { show.isStopped }
            try await show.signal(SIGCONT)
            try await show.see("the task again") {
                $0.isOnOtherScreen && $0.whole.contains("[Next]")
            }
            try show.type("\r")
            try await show.see("Falls")
            try show.type("\u{3}")
            try await show.end()
            #expect(try show.text("before") == show.text("after"))
        }
    }

    @Test("ends the run early when the terminal is closed")
    func vanishes() async throws {
        var show: ProgramOnTerminal? = try ProgramOnTerminal(playing: "end")
        try await show?.see("[Next]")
        let scratch = try #require(show?.scratch)
        let folder = scratch.path
        show?.close()
        show = nil
        try await until("the run has ended") {
            FileManager.default.fileExists(atPath: "\(folder)/outcome")
        }
        withExtendedLifetime(scratch) {}
        let said = try String(contentsOfFile: "\(folder)/outcome", encoding: .utf8)
        #expect(said.contains("earlyExit"))
        #expect(said.contains("terminalGone") || said.contains("hangUp"))
    }
}

extension ProgramOnTerminal {
    /// Starts the program `terminal-player` with a survey; `ending` says how it is to end.
    fileprivate convenience init(playing ending: String) throws {
        let task = SampleRun.samples + "/Tasks/Survey.json"
        try self.init([Self.built("terminal-player"), task, ".", ending])
    }
}
