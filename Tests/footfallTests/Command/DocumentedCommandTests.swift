// What the pages say of the command must be true of the command: its options, and every command line
// that a reader may copy.

import Arguments
import FoundationEssentials
import Testing

@testable import footfall

@Suite("The command as the pages describe it")
struct DocumentedCommandTests {
    static let commands = Program.declaration.commands

    @Test(
        "has the options that Command.md lists, each with its letter and its value",
        arguments: commands
    )
    func options(command: CommandDeclaration) throws {
        let section = try #require(
            try Self.section("`footfall \(command.name)`", of: "Documentation/Command.md"),
            "Command.md has no heading for footfall \(command.name)"
        )
        let rows = section.filter { $0.hasPrefix("| `-") }
        let documented = rows.map { row in
            String(row.split(separator: " | ")[0].dropFirst(2)).replacing("`", with: "")
        }
        let declared = command.options.map { option in
            (option.letter.map { "-\($0), " } ?? "") + "--\(option.name)"
                + (option.valueName.map { " \($0)" } ?? "")
        }
        #expect(documented.sorted() == declared.sorted())
    }

    @Test("has the commands that Command.md lists")
    func commandTable() throws {
        let listed = try Self.lines(of: "Documentation/Command.md")
            .filter { $0.hasPrefix("| [`footfall ") }
            .map { String($0.dropFirst("| [`footfall ".count).prefix { $0.isLetter }) }
        #expect(listed == Self.commands.map(\.name))
    }

    @Test("takes every command line that a page of the project shows", arguments: pages)
    @MainActor
    func commandLines(page: String) throws {
        for words in try Self.commandLines(of: page) {
            #expect(throws: Never.self, "\(words)") {
                let parser = ArgumentParser(program: Program.declaration)
                guard case .run(let arguments) = try parser.parse(words) else { return }
                _ = try Main.command(arguments)
            }
        }
    }

    @Test("is shown by many pages, so that none is passed over")
    func manyPages() throws {
        let showing = try Self.pages.filter { try !Self.commandLines(of: $0).isEmpty }
        #expect(showing.count >= 18)
        for page in ["README.md", "Documentation/Sending.md", "Recorders/Sound/README.md"] {
            #expect(showing.contains(page))
        }
    }

    @Test(
        "is found in lines of code, with its words as a shell divides them",
        arguments: [
            ("    footfall devices    # the sensors", ["devices"]),
            ("    sudo footfall setup --install", ["setup", "--install"]),
            ("    footfall record --input \"A B\" -q", ["record", "--input", "A B", "-q"]),
            (
                "    footfall note a 'the left strap slipped'",
                ["note", "a", "the left strap slipped"]
            ),
            ("    footfall check \"$session\"", ["check", "session"]),
            ("    footfall schema > task-schema.json", ["schema"]),
            ("    footfall run a.json \\", ["run", "a.json"]),
            ("    .build/release/footfall bench", ["bench"]),
            ("    footfall send DEST --encrypt-to age1…", nil),
            ("    Tests/Browser/run tasks", nil),
            ("footfall records movement", nil),
            ("    make demo", nil),
        ] as [(String, [String]?)]
    )
    func dividesWords(line: String, words: [String]?) {
        #expect(Self.words(of: line[...]) == words)
    }

    /// The command lines of a page, each as the words behind `footfall`.
    private static func commandLines(of page: String) throws -> [[String]] {
        try lines(of: page).compactMap(words)
    }

    /// The words behind `footfall` in an indented line; `nil` of any other line, and of one with a placeholder.
    private static func words(of line: Substring) -> [String]? {
        guard line.hasPrefix("    "), !line.contains("…") else { return nil }
        let quote: Character = line.contains("\"") ? "\"" : "'"
        // A variable of the shell stands for one word, such as its name.
        let parts = line.replacing("$", with: "")
            .split(separator: quote, omittingEmptySubsequences: false)
        var words = parts.enumerated().flatMap { index, part in
            let isQuoted = !index.isMultiple(of: 2)
            return isQuoted ? [String(part)] : part.split(separator: " ").map(String.init)
        }
        words = Array(words.prefix { !["#", ">", "\\"].contains($0) })
        if words.first == "sudo" { words.removeFirst() }
        guard words.first.map({ $0 == "footfall" || $0.hasSuffix("release/footfall") }) == true
        else { return nil }
        return Array(words.dropFirst())
    }

    /// The lines below a heading of the second level, to the next one.
    private static func section(_ heading: String, of page: String) throws -> [Substring]? {
        let lines = try lines(of: page)
        return lines.firstIndex(of: "## \(heading)").map { start in
            lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.map { $0 }
        }
    }

    /// The paths of all Markdown pages, from the root; what is hidden, as a build folder, is left out.
    private static let pages: [String] = {
        let files = FileManager.default
        let top = ((try? files.contentsOfDirectory(atPath: root)) ?? [])
            .filter { !$0.hasPrefix(".") }
        let below = top.flatMap { folder in
            ((try? files.subpathsOfDirectory(atPath: "\(root)/\(folder)")) ?? [])
                .map { "\(folder)/\($0)" }
        }
        return (top + below).filter { $0.hasSuffix(".md") && !$0.contains("/.") }.sorted()
    }()

    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    private static func lines(of page: String) throws -> [Substring] {
        let text = try String(contentsOf: URL(filePath: "\(root)/\(page)"), encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
