// Complete tasks at a real terminal; afterwards the terminal has its old settings.

import Patience
import Research
import ResearchUI
import ShownTerminal
import SystemCalls
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import TerminalHost

@Suite("A task at a terminal", .mayNotHang)
@MainActor
struct TerminalWalkTests {
    @Test("walking and balance by keys gives the expected result, and restores the terminal")
    func walkAndBalance() async throws {
        let rig = try TerminalRig(SampleRun("WalkAndBalance"), .full)
        rig.begin()
        try await rig.see("Walk and balance")
        #expect(rig.emulator.isOnOtherScreen)
        #expect(rig.settings != rig.before)
        try rig.type("\r")
        for section in ["walking", "standing"] {
            try await rig.reach("instruction")
            try await rig.see("[Next]")
            try rig.type("\r")
            try await rig.reach("countdown")
            try await rig.run.tick(5)
            try await rig.reach(section)
            try await rig.see("time left")
            if section == "walking" { try rig.type("\u{1B}OQ") }
            try await until("a mark") { section != "walking" || !rig.run.marks.isEmpty }
            try await rig.run.tick(30)
        }
        try await rig.reach("completion")
        try await rig.see("[Done]")
        try rig.type("\r")
        let outcome = await rig.outcome()
        #expect(outcome == TerminalHost.Outcome(ending: .over, reason: .completed))
        #expect(try rig.run.result == SampleRun.expected("WalkAndBalance"))
        #expect(rig.run.marks.map(\.name) == ["key"])
        #expect(rig.settings == rig.before)
        try await rig.see("the first screen") { !$0.isOnOtherScreen }
        #expect(rig.emulator.isCursorShown && rig.emulator.unknown.isEmpty)
    }

    @Test(
        "shows a live plot during a recording if wanted, and a button for marks with a key",
        arguments: [true, false]
    )
    func plot(isWanted: Bool) async throws {
        let rig = try TerminalRig(SampleRun("WalkAndBalance"), .full)
        rig.run.controller.mostPlots = isWanted ? 1 : 0
        rig.begin()
        try await rig.see("Walk and balance")
        try rig.type("\r")
        try await rig.reach("instruction")
        try rig.type("\r")
        try await rig.reach("countdown")
        try await rig.run.tick(5)
        try await rig.reach("walking")
        try await rig.see("[Mark] F2")
        if isWanted {
            try await rig.see("live plot: accelerometer")
            try await rig.see("▁▅█ -1…1 g")
            try await rig.see("▁·█ 0.25…2 g")
        }
        #expect(rig.emulator.whole.contains("live plot") == isWanted)
        try rig.type("\u{3}")
        #expect(await rig.outcome()?.reason == .earlyExit)
    }

    @Test("forty questions by the bytes of keys give the expected answers")
    func fortyQuestions() async throws {
        let locale = AnswerLocale(regionCode: "CA")
        let rehearsal = try SampleRun("FortyQuestions", locale: locale)
        let walk = KeyWalk(rehearsal)
        try await rehearsal.reach("welcome")
        walk.press(.enter)
        try await rehearsal.reach("form")
        let first = walk.keys.count
        for (question, deed) in fortyKeys { try walk.act(deed, on: question) }
        try walk.go(to: "goForward")
        walk.press(.enter)
        let rig = try TerminalRig(SampleRun("FortyQuestions", locale: locale), .full)
        rig.begin()
        try await rig.see("[Next]")
        try rig.type("\r")
        try await rig.see("I agree")
        for key in walk.keys[first...] {
            try rig.type(key.bytes)
            await Task.yield()
        }
        try await rig.reach("completion")
        try await rig.see("[Done]")
        try rig.type("\r")
        #expect(await rig.outcome()?.reason == .completed)
        #expect(try rig.run.result == SampleRun.expected("FortyQuestions"))
        #expect(rig.settings == rig.before)
    }

    @Test("tapping by the bytes of arrow keys gives the result of the same taps by events")
    func tapping() async throws {
        let rig = try TerminalRig(TappingByKeys.run(), .full)
        rig.begin()
        try await rig.see("Tap quickly")
        try rig.type("\r")
        for hand in ["left", "right"] {
            try await rig.see(hand == "left" ? "Left hand" : "Right hand")
            try rig.type("\r")
            try await rig.reach("countdown")
            try await rig.run.tick(5)
            try await rig.reach("tapping")
            try await rig.see("Taps: 0")
            for (count, tap) in TappingByKeys.taps.enumerated() {
                try await rig.run.pass(tap.wait)
                try rig.type(tap.key.bytes)
                // Once the screen shows the count, the tap has been counted, and the clock may go on.
                try await rig.see("Taps: \(count + 1)")
            }
            try await rig.run.tick(TappingByKeys.secondsLeft)
            try await rig.reach(hand == "left" ? "instruction" : "score")
        }
        try await rig.see("3 times")
        try rig.type("\r")
        try await rig.see("[Done]")
        try rig.type("\r")
        #expect(await rig.outcome()?.reason == .completed)
        #expect(try rig.run.result == TappingByKeys.expected())
        #expect(rig.settings == rig.before)
    }

    @Test("Ctrl-C ends the run early, and restores the terminal")
    func interrupt() async throws {
        let rig = try TerminalRig(SampleRun("Survey"), .full)
        rig.begin()
        try await rig.see("[Next]")
        try rig.type("\u{3}")
        let outcome = await rig.outcome()
        #expect(outcome == TerminalHost.Outcome(ending: .left, reason: .earlyExit))
        #expect(rig.settings == rig.before)
    }

    @Test("the run ends as idle after the time limit without a key; a key restarts the limit")
    func idle() async throws {
        let rig = try TerminalRig(SampleRun("Survey"), .full, idleLimit: .seconds(3600))
        rig.begin()
        try await rig.see("[Next]")
        // A key restarts the time limit.
        _ = await rig.run.clock.nextWaking()
        rig.run.clock.advance(by: .seconds(3000))
        try rig.type("\t")
        try await until("the key is taken") {
            rig.host.idleness.lastDeed == rig.run.clock.now
        }
        rig.run.clock.advance(by: .seconds(3000))
        for _ in 0..<200 { await Task.yield() }
        #expect(!rig.run.controller.engine.isOver)
        while !rig.run.controller.engine.isOver, rig.run.clock.now.seconds < 10_000 {
            rig.run.clock.advance(by: .seconds(600))
            for _ in 0..<20 { await Task.yield() }
        }
        try #require(rig.run.controller.engine.isOver)
        #expect(await rig.outcome()?.ending == .idle)
        #expect(rig.run.clock.now.seconds <= 7200)
        #expect(rig.settings == rig.before)
    }

    @Test("a mark with a name has the time at which Ctrl-K began it")
    func namedMark() async throws {
        let rig = try TerminalRig(SampleRun("WalkAndBalance"), .full)
        rig.begin()
        try await rig.see("Walk and balance")
        try rig.type("\r")
        try await rig.reach("instruction")
        try await rig.see("[Next]")
        try rig.type("\r")
        try await rig.reach("countdown")
        try await rig.run.tick(5)
        try await rig.reach("walking")
        try await rig.run.tick(2)
        let instant = rig.run.clock.now
        try rig.type("\u{B}turn")
        try await rig.see("[turn")
        try await rig.run.tick(3)
        try rig.type(" left\r")
        try await until("a mark") { !rig.run.marks.isEmpty }
        #expect(rig.run.marks.map(\.name) == ["turn left"])
        #expect(rig.run.marks.map(\.instant) == [instant])
        // Recorders run, so the name alone is why this mark is refused.
        try rig.type("\u{B}start\r")
        try await rig.see("No mark: this name cannot be used.")
        rig.host.end()
        #expect(await rig.outcome()?.reason == .earlyExit)
    }

    @Test(
        "line by line, the host sends no control codes, asks each question and keeps the answers",
        arguments: [80, 40]
    )
    func plain(columns: Int) async throws {
        let rig = try TerminalRig(SampleRun("Survey"), .plain, columns: columns)
        rig.begin()
        try await rig.read("Enter: ")
        try rig.type("\n")
        try await rig.read("1: Yes")
        try rig.type("7\n")
        try await rig.read("There is no such answer.")
        try rig.type("1\n")
        try await rig.read("Answer: Yes")
        try rig.type("\n")
        try await rig.reach("fallCount")
        try rig.type("400\n")
        try await rig.read("The number is too large")
        try await rig.read("This answer was not stored.")
        try rig.type("4\n")
        try await rig.read("YYYY-MM-DD")
        try rig.type("2026-02-14\n\n")
        try await rig.reach("aids")
        // The expected result of this survey has the same answers up to this step.
        let faller = try SampleRun.expected("SurveyFaller")
        let answered = try #require(faller.split(separator: "\"aids\"", maxSplits: 1).first)
        #expect(try rig.run.result.hasPrefix(answered))
        try rig.type("?\n")
        try await rig.read("An empty line goes on.")
        try rig.type("q\n")
        try await rig.read("Are you sure you want to cancel?")
        try rig.type("Continue\n")
        try rig.type("/q\n1\n")
        #expect(await rig.outcome()?.reason == .discarded)
        #expect(!rig.transcript.contains("\u{1B}"))
        #expect(rig.settings == rig.before)
    }

    @Test("line by line, a refused answer that the participant leaves prevents no later answer")
    func plainRefused() async throws {
        let rig = try TerminalRig(SampleRun("Survey"), .plain)
        rig.begin()
        try await rig.read("Enter: ")
        try rig.type("\n")
        try await rig.read("1: Yes")
        try rig.type("1\n")
        try await rig.read("Answer: Yes")
        try rig.type("\n")
        try await rig.reach("fallCount")
        try rig.type("400\n")
        try await rig.read("This answer was not stored.")
        try rig.type("\n")
        try await rig.read("YYYY-MM-DD")
        try rig.type("2026-02-14\n")
        try await rig.see("the menu of the third step") {
            $0.transcript.split(separator: "Enter: ").count >= 4
        }
        #expect(rig.transcript.split(separator: "The number is too large").count == 2)
        #expect(!rig.transcript.contains("Answer: 400"))
        rig.host.end()
        #expect(await rig.outcome()?.reason == .earlyExit)
    }
}

extension Key {
    /// The bytes that a terminal sends for the key.
    var bytes: String {
        switch self {
        case .text(let letter): String(letter)
        case .paste(let text): "\u{1B}[200~\(text)\u{1B}[201~"
        case .enter: "\r"
        case .tab: "\t"
        case .backTab: "\u{1B}[Z"
        case .escape: "\u{1B}"
        case .backspace: "\u{7F}"
        case .delete: "\u{1B}[3~"
        case .up: "\u{1B}[A"
        case .down: "\u{1B}[B"
        case .left: "\u{1B}[D"
        case .right: "\u{1B}[C"
        case .home: "\u{1B}[H"
        case .end: "\u{1B}[F"
        case .pageUp: "\u{1B}[5~"
        case .pageDown: "\u{1B}[6~"
        case .function(let number): number == 2 ? "\u{1B}OQ" : "\u{1B}OP"
        case .control(let letter): String(Unicode.Scalar(letter.value & 0x1F) ?? "?")
        case .alt(let letter): "\u{1B}\(letter)"
        }
    }
}
