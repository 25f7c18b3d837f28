import Arguments
import StandardRecorders
import Testing

@testable import footfall

@Suite("What a package has beside the command")
struct CommandFilesTests {
    private static func text(_ folder: String, _ name: String) throws -> String {
        let file = CommandFiles.all.first { $0.folder == folder && $0.name == name }
        return try #require(file, "\(folder)/\(name)").text
    }

    @Test(
        "has a manual page for every command, with every option",
        arguments: Program.commands.map { $0.declaration }
    )
    func manual(command: CommandDeclaration) throws {
        let page = try Self.text("man", "footfall-\(command.name).1")
        for option in command.options {
            let name = "\\-\\-" + option.name.split(separator: "-").joined(separator: "\\-")
            #expect(page.contains("\\fB\(name)\\fP"), "--\(option.name)")
        }
        #expect(try Self.text("man", "footfall.1").contains("\\fB\(command.name)\\fP\n"))
    }

    @Test(
        "has every option of every command in each shell's completion",
        arguments: Program.commands.map { $0.declaration }
    )
    func completions(command: CommandDeclaration) throws {
        let bash = try Self.text("completions/bash", "footfall").split(separator: "\n")
        let words = bash.first { $0.hasPrefix("    \(command.name)) words=") } ?? ""
        let zsh = try Self.text("completions/zsh", "_footfall")
        let fish = try Self.text("completions/fish", "footfall.fish")
        for option in command.options {
            #expect(words.split { " '".contains($0) }.contains("--\(option.name)"))
            #expect(zsh.contains("--\(option.name)\(option.valueName == nil ? "" : "=")["))
            #expect(
                fish.contains(
                    "_from \(command.name)'\(option.letter.map { " -s \($0)" } ?? "") -l \(option.name) "
                )
            )
        }
    }

    @Test("has the very files of footfall setup")
    func setup() throws {
        for file in DeviceSetup(user: nil, hasTimers: true).files {
            #expect(try Self.text("setup\(file.folder)", file.name) == file.text)
        }
        #expect(try Self.text("setup/sysusers.d", "footfall.conf") == "g iio -\ng input -\n")
    }

    @Test("is written where the packager says, and not listed in any help")
    func written() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall([CommandFiles.word, "pages"], in: folder)
        #expect(ending == ChildProcess.Ending(status: 0, output: "", errors: ""))
        let page = try folder.bytes(of: "pages/man/footfall-record.1")
        #expect(page == Array(try Self.text("man", "footfall-record.1").utf8))
        let refused = try ChildProcess.footfall(
            [CommandFiles.word, "/dev/null/pages"],
            in: folder
        )
        #expect(refused.status == 1)
        #expect(refused.errors.contains("/dev/null"))
        let help = try ChildProcess.footfall(["--help"], in: folder)
        #expect(!help.output.contains("write-pages"))
    }
}
