// Terminals that misbehave, small ones, and text from right to left.

import Patience
import Research
import ResearchUI
import ShownTerminal
import SystemCalls
import TaskEngine
import Testing
import ViewTree

@testable import TerminalHost

@Suite("An unusual terminal", .mayNotHang)
@MainActor
struct TerminalEdgeTests {
    @Test("that reads no output does not stop the run, which Ctrl-C can end")
    func stuck() async throws {
        let rig = try TerminalRig(
            SampleRun("FortyQuestions"),
            .full,
            columns: 400,
            rows: 200,
            reads: false
        )
        rig.begin()
        try await rig.reach("welcome")
        try rig.type("\r")
        try await rig.reach("form")
        for _ in 0..<40 { try rig.type("\t") }
        try rig.type("\u{3}")
        #expect(await rig.outcome()?.reason == .earlyExit)
        #expect(rig.settings == rig.before)
    }

    @Test(
        "that is disconnected ends the run early",
        arguments: [TerminalHost.Style.full, .plain]
    )
    func gone(style: TerminalHost.Style) async throws {
        let rig = try TerminalRig(SampleRun("Survey"), style)
        rig.begin()
        try await rig.reach("welcome")
        rig.unplug()
        let outcome = await rig.outcome()
        #expect(outcome == TerminalHost.Outcome(ending: .terminalGone, reason: .earlyExit))
    }

    @Test("that sends random bytes causes no event, and the next key works", arguments: 0..<4)
    func garbage(seed: UInt64) async throws {
        let rig = try TerminalRig(SampleRun("Survey"), .full)
        rig.begin()
        try await rig.see("[Next]")
        var state = seed | 1
        let bytes = (0..<3000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33) | 0x80
        }
        try rig.type(bytes: bytes)
        try rig.type("\u{1B}[201~\u{1B}[999;999Z\u{1B}")
        try rig.type("\u{3}")
        #expect(await rig.outcome()?.reason == .earlyExit)
        #expect(rig.settings == rig.before)
    }

    @Test("that is small shows all buttons", arguments: [(40, 12), (20, 8)])
    func small(columns: Int, rows: Int) async throws {
        let rig = try TerminalRig(
            SampleRun("WalkAndBalance", language: .german),
            .full,
            columns: columns,
            rows: rows
        )
        rig.begin()
        try await rig.see("[Begin]")
        #expect(rig.screen.contains("[Abbrechen]"))
        try rig.type("\r")
        try await rig.reach("instruction")
        try await rig.see("[Weiter]")
        rig.host.end()
        #expect(await rig.outcome()?.reason == .earlyExit)
    }

    @Test("shows Arabic from right to left, in joined letter forms")
    func arabic() async throws {
        let rig = try TerminalRig(SampleRun("Survey", language: .arabic), .full)
        rig.begin()
        // The word "التالي" as displayed, seen from left to right.
        try await rig.see("[\u{FEF2}\u{FEDF}\u{FE8E}\u{FE98}\u{FEDF}\u{FE8D}]")
        try rig.type("\r")
        try await rig.reach("falls")
        // "نعم" of the first answer, at the right edge.
        try await rig.see("yes") { emulator in
            emulator.text.contains {
                $0.hasSuffix("( ) 1 ◂") || $0.contains("\u{FEE2}\u{FECC}\u{FEE7}")
            }
        }
        rig.host.end()
        #expect(await rig.outcome()?.reason == .earlyExit)
        #expect(rig.emulator.unknown.isEmpty)
    }

    @Test("in plain style gets Arabic in logical order, and German texts")
    func plainLanguages() async throws {
        for (language, next): (Language, String) in [(.arabic, "التالي"), (.german, "Weiter")] {
            let rig = try TerminalRig(SampleRun("Survey", language: language), .plain)
            rig.begin()
            try await rig.read("Enter: \(next)")
            try rig.type("\n")
            try await rig.reach("falls")
            try await rig.read(language == .german ? "1: Ja" : "1: نعم")
            #expect(!rig.transcript.contains("\u{1B}"))
            rig.host.end()
            #expect(await rig.outcome()?.reason == .earlyExit)
        }
    }
}
