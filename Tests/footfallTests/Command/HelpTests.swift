import Arguments
import Testing

@testable import footfall

@Suite("The command's help, as a person runs it")
struct HelpTests {
    static let commands = [
        "record", "devices", "setup", "replay", "run", "validate", "schema", "check", "repair",
        "bench",
    ]

    @Test("goes to the standard output with status 0", arguments: commands)
    func help(command: String) throws {
        let ending = try ChildProcess.footfall([command, "--help"], in: TemporaryFolder())
        #expect(ending.status == 0)
        #expect(ending.output.hasPrefix("usage: footfall \(command)"))
        #expect(ending.output.contains("Exit status: 0 good, 1 the work failed, 2"))
        #expect(ending.errors.isEmpty)
    }

    @Test("lists every command")
    func program() throws {
        let ending = try ChildProcess.footfall(["--help"], in: TemporaryFolder())
        #expect(ending.status == 0)
        let listed = Self.commands.filter { ending.output.contains("\n  \($0) ") }
        #expect(listed == Self.commands)
    }

    @Test("tells the version of the changelog")
    func version() throws {
        let ending = try ChildProcess.footfall(["--version"], in: TemporaryFolder())
        #expect(ending == ChildProcess.Ending(status: 0, output: "footfall 0.1.0\n", errors: ""))
    }

    @Test(
        "speaks of no option that the command has not",
        arguments: [("serve", "--host"), ("replay", "--device"), ("replay", "--lines")]
    )
    func options(command: String, other: String) throws {
        let parser = ArgumentParser(program: Program.declaration)
        guard case .show(let text) = try parser.parse([command, "--help"]) else {
            Issue.record("no help for \(command)")
            return
        }
        let words = text.split { $0.isWhitespace || $0 == "," || $0 == ";" }
        #expect(!words.contains { $0 == other })
        #expect(words.contains("--help"))
    }

    @Test(
        "keeps within 80 columns",
        arguments: ["record", "devices", "setup", "replay", "check", "repair", "bench"]
    )
    func width(command: String) throws {
        let parser = ArgumentParser(program: Program.declaration)
        guard case .show(let text) = try parser.parse([command, "--help"]) else {
            Issue.record("no help for \(command)")
            return
        }
        let tooWide = text.split(separator: "\n").filter { $0.count > 80 }
        #expect(tooWide.isEmpty)
    }
}
