// The built command on a terminal: each kind of step, on two sizes of screen and line by line, in three languages,
// ended in mid-step in each way. What a participant has to read is there, what was answered is kept, and the
// terminal is as it was.

import Glibc
import Patience
import ShownTerminal
import SystemCalls
import Testing
import ViewTree

@testable import TerminalHost

@Suite("A step on a terminal, by the command", .serialized, .mayNotHang)
@MainActor
struct StepOnTerminalTests {
    /// Where a step is shown, and in which language.
    struct Shape: Sendable, Hashable, CustomTestStringConvertible {
        var columns: Int
        var rows: Int
        var isPlain = false
        var language: Language

        private static let languages: [Language] = ["en-US", "de-DE", "ar-EG"]

        static let all = languages.flatMap { language in
            [
                Shape(columns: 80, rows: 24, language: language),
                Shape(columns: 40, rows: 12, language: language),
                Shape(columns: 80, rows: 24, isPlain: true, language: language),
            ]
        }

        var testDescription: String {
            "\(columns)×\(rows)\(isPlain ? " --plain" : ""), \(language)"
        }
    }

    /// How a run ends in the midst of a step.
    enum End: CaseIterable { case controlC, terminate, hangUp, resize }

    @Test(
        "is there to be read, keeps its answer and gives the terminal back",
        arguments: ShownStep.all,
        Shape.all
    )
    func shown(step: ShownStep, shape: Shape) async throws {
        let language = shape.language
        let program = try ProgramOnTerminal(
            [ProgramOnTerminal.built("footfall"), "run", "task.json", "--source", "synthetic"]
                + (shape.isPlain ? ["--plain"] : []),
            environment: ["LANG": language.tag.replacing("-", with: "_") + ".UTF-8"],
            files: ["task.json": step.task(in: language)],
            columns: shape.columns,
            rows: shape.rows
        )
        if let before = step.before {
            try await program.see("the first step") { Self.isAwaited("1", $0, shape) }
            try program.type(shape.isPlain ? before.lines : before.keys)
        }
        try await read(step, program, shape)
        if let answer = step.answer {
            try program.type(shape.isPlain ? answer.lines : answer.keys)
            try await program.see("that the answer is taken") {
                Self.isTaken(answer, $0, shape)
            }
        }
        let end = Self.end(of: step, shape)
        try await self.end(program, end, step, shape)
        #expect(try program.text("before") == program.text("after"))
        #expect(!program.screen.isOnOtherScreen && program.screen.isCursorShown)
        #expect(program.screen.unknown.isEmpty)
        if shape.isPlain { #expect(!program.screen.transcript.contains("\u{1B}")) }
        #expect(try program.text("status") == "4\n")
        try expectKept(step, program)
    }

    /// Each way comes to each kind of step, in one shape or another.
    private static func end(of step: ShownStep, _ shape: Shape) -> End {
        let kind = ShownStep.all.firstIndex { $0.name == step.name } ?? 0
        let place = Shape.all.firstIndex(of: shape) ?? 0
        return End.allCases[(kind + place) % End.allCases.count]
    }

    /// A word as it stands: the letters of some go from right to left, and are joined.
    private static func standing(_ word: String, _ shape: Shape) -> String {
        guard !shape.isPlain, shape.language.isRightToLeft else { return word }
        return BidirectionalLine.standing(StyledLine(word, .plain), .rightToLeft)
            .rendered(width: .max, inColour: false)
    }

    private static func words(_ key: StringKey, _ shape: Shape) -> String {
        StringTable.builtIn.string(key, in: shape.language)
    }

    /// Reads a step to its end: all that it says is there.
    private func read(
        _ step: ShownStep,
        _ program: ProgramOnTerminal,
        _ shape: Shape
    ) async throws {
        let wanted = step.wanted(in: shape.language).map { Self.standing($0, shape) }
        var seen = ""
        var missing: [String] { wanted.filter { !seen.contains($0) } }
        for _ in 0..<10 {
            try await program.see("\(missing), of which was seen:\n\(seen)\nand then") { screen in
                seen += shape.isPlain ? screen.transcript : screen.whole
                return missing.isEmpty || !shape.isPlain && screen.whole.contains("▼")
            }
            guard !missing.isEmpty else { break }
            let page = program.screen.whole
            try program.type("\u{1B}[6~")
            try await program.see("the next page") { $0.whole != page }
        }
        #expect(missing.isEmpty, "\(seen)")
        #expect(!seen.contains("…"), "\(seen)")
    }

    /// Whether a question waits for its answer.
    private static func isAwaited(_ count: String, _ screen: Emulator, _ shape: Shape) -> Bool {
        guard shape.isPlain else { return screen.whole.contains("[") }
        return screen.transcript.contains(HostWords(language: shape.language)(.plainText))
    }

    private static func isTaken(
        _ answer: ShownStep.Answer,
        _ screen: Emulator,
        _ shape: Shape
    ) -> Bool {
        guard !shape.isPlain else {
            // How to go on is asked then.
            let cancel = words(.cancel, shape)
            return screen.transcript.contains("q: \(cancel)")
        }
        if let sign = answer.sign { return screen.whole.contains(sign) }
        let done = standing(words(.done, shape), shape)
        return screen.text.contains { line in
            line.contains(done) && (line.contains("▸") || line.contains("◂"))
        }
    }

    private func end(
        _ program: ProgramOnTerminal,
        _ end: End,
        _ step: ShownStep,
        _ shape: Shape
    ) async throws {
        switch end {
        case .controlC: try program.type("\u{3}")
        case .terminate: try await program.signal(SIGTERM)
        case .hangUp: try await program.signal(SIGHUP)
        case .resize:
            let isSmall = shape.columns == 40
            try program.resize(columns: isSmall ? 80 : 40, rows: isSmall ? 24 : 12)
            if !shape.isPlain {
                let title = Self.standing(ShownStep.words[shape.language.base]?[0] ?? "", shape)
                try await program.see("the step in another size") { $0.whole.contains(title) }
            }
            try program.type("\u{3}")
        }
        try await program.end()
    }

    /// What there was is in the session.
    private func expectKept(_ step: ShownStep, _ program: ProgramOnTerminal) throws {
        let sessions = "\(program.folder)/Sessions"
        let names = try FileSystem.list(sessions)
        let session = try #require(names.count == 1 ? names.first : nil)
        func kept(_ name: String) throws -> String {
            let file = try OpenFile.open("\(sessions)/\(session)/\(name)")
            return String(decoding: try file.readAll(limit: 1 << 24), as: UTF8.self)
                .filter { !$0.isWhitespace }
        }
        #expect(try kept("manifest.json").contains(#""status":"finished""#))
        #expect(try kept("taskResult.json").contains(#""identifier":"here""#))
        let answers = step.answer?.kept ?? (step.before == nil ? nil : #":71"#)
        if let answers { #expect(try kept("answers.json").contains(answers)) }
    }
}
