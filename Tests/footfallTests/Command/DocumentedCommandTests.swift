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

    @Test(
        "takes every command line that the pages show",
        arguments: [
            "README.md", "Documentation/Recording.md", "Documentation/InputDevices.md",
            "Documentation/Tasks.md", "SampleData/README.md", "SampleData/Tasks/README.md",
        ]
    )
    @MainActor
    func commandLines(page: String) throws {
        let shown = try Self.lines(of: page).compactMap(Self.words)
        #expect(!shown.isEmpty)
        for words in shown {
            #expect(throws: Never.self, "\(words)") {
                let parser = ArgumentParser(program: Program.declaration)
                guard case .run(let arguments) = try parser.parse(words) else { return }
                _ = try Main.command(arguments)
            }
        }
    }

    @Test(
        "is found in lines of code, with its words as a shell divides them",
        arguments: [
            ("    footfall devices    # the sensors", ["devices"]),
            ("    sudo footfall setup --install", ["setup", "--install"]),
            ("    footfall record --input \"A B\" -q", ["record", "--input", "A B", "-q"]),
            ("    .build/release/footfall bench", ["bench"]),
            ("footfall records movement", nil),
            ("    make demo", nil),
        ] as [(String, [String]?)]
    )
    func dividesWords(line: String, words: [String]?) {
        #expect(Self.words(of: line[...]) == words)
    }

    /// The words behind `footfall` in an indented line; `nil` of any other line.
    private static func words(of line: Substring) -> [String]? {
        guard line.hasPrefix("    ") else { return nil }
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        var words = parts.enumerated().flatMap { index, part in
            let isQuoted = !index.isMultiple(of: 2)
            return isQuoted ? [String(part)] : part.split(separator: " ").map(String.init)
        }
        words = Array(words.prefix { $0 != "#" })
        if words.first == "sudo" { words.removeFirst() }
        guard words.first.map({ $0 == "footfall" || $0.hasSuffix("/footfall") }) == true else {
            return nil
        }
        return Array(words.dropFirst())
    }

    /// The lines below a heading of the second level, to the next one.
    private static func section(_ heading: String, of page: String) throws -> [Substring]? {
        let lines = try lines(of: page)
        return lines.firstIndex(of: "## \(heading)").map { start in
            lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.map { $0 }
        }
    }

    private static func lines(of page: String) throws -> [Substring] {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let text = try String(contentsOf: URL(filePath: "/\(root)/\(page)"), encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
