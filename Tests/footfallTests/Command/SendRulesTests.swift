// What `footfall send` and `footfall delete --remote` take of rules, and what they refuse.

import Arguments
import SessionRuns
import Testing

@testable import footfall

@Suite("The rules of sending, as they are given")
struct SendRulesTests {
    @MainActor
    private static func command(_ line: String) throws -> any Command {
        let parser = ArgumentParser(program: Program.declaration)
        let words = line.split(separator: " ").map(String.init)
        guard case .run(let arguments) = try parser.parse(words) else {
            throw RunFailure("no command")
        }
        return try Main.command(arguments)
    }

    @Test(
        "are taken",
        arguments: [
            "send study:x --hours 22:00-06:00 --hours 12:00-13:00 --rate 2MB/s --metered",
            "send x: --change-encryption",
            "send /mnt/x --keep 30d --keep-free 2GB --every 5m",
            "send x: --encrypt-to age1fxs4zep4ukwerld5pwmgw6expeuk35um509plsdtnd87nke2652s8at8ew",
            "delete Sessions/a --remote study:x --remote /mnt/x --rclone-config file --yes",
        ]
    )
    @MainActor
    func taken(line: String) throws {
        _ = try Self.command(line)
    }

    @Test(
        "are refused with a remedy where they are none",
        arguments: [
            "send x: --hours 22", "send x: --hours 22:00-22:00", "send x: --rate 2Mbit",
            "send x: --rate 0", "send x: --keep 30", "send x: --keep-free much",
            "send x: --encrypt-to age1nothing", "send x: --encrypt-to /nowhere/keys",
            "send x: --encrypt-to AGE-SECRET-KEY-1QQQQ", "delete a --remote :sftp,host=x",
            "delete a --rclone-config file",
        ]
    )
    @MainActor
    func refused(line: String) throws {
        let error = try #require(throws: UsageError.self) { try Self.command(line) }
        #expect(!error.remedy.isEmpty)
        #expect(!error.description.contains("QQQQ"))
    }

    @Test("delete --remote of a name without its folder makes nothing, and says how it is named")
    func withoutFolder() throws {
        let folder = try TemporaryFolder()
        let record = ["record", "--source", "synthetic", "--speed", "max", "--duration", "1"]
        #expect(try ChildProcess.footfall(record, in: folder).status == 0)
        let names = try folder.names()
        let words = ["delete", "nothing", "--remote", "\(folder.path)/there", "--yes"]
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("give its present or former path"), "\(ending.errors)")
        #expect(try folder.names() == names)
    }

    @Test("delete without --remote deletes nothing of a session that is not here")
    func missing() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(["delete", "nothing", "--yes"], in: folder)
        #expect(ending.status == 1)
    }
}
