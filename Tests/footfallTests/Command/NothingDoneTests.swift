// A command that can do nothing says why on the standard error, and nothing else anywhere: a program that reads its JSON
// has the status to go by.

import Patience
import SystemCalls
import Testing

@testable import footfall

@Suite("A command that can do nothing", .mayNotHang)
struct NothingDoneTests {
    @Test(
        "prints no JSON",
        arguments: [
            ["list", "nowhere"], ["info", "nowhere"], ["check", "nowhere"], ["gait", "nowhere"],
            ["check", "nowhere", "neither"], ["repair", "nowhere"], ["export", "nowhere"],
            ["export", "--to", "bids", "-o", "Data", "nowhere"], ["delete", "--yes", "nowhere"],
            ["import", "nowhere.csv", "--map", "t_s,ax,ay,az"], ["record", "--source", "nowhere"],
            ["replay", "nowhere"], ["run", "nowhere.json", "--auto"],
        ]
    )
    func json(words: [String]) throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(words + ["--json"], in: folder)
        #expect(ending.status == 1)
        #expect(ending.output.isEmpty, "\(ending.output)")
        #expect(ending.errors.contains("nowhere"), "\(ending.errors)")
    }

    @Test("prints what it did where it could not do all")
    func part() throws {
        let folder = try TemporaryFolder()
        let made = try folder.record()
        for (words, key) in [
            (["check", made.session, "nowhere"], "\"checks\":[{"),
            (["export", made.session, "nowhere"], "\"exported\":[{"),
        ] {
            let ending = try ChildProcess.footfall(words + ["--json"], in: folder)
            #expect(ending.status == 1)
            #expect(ending.output.contains(key), "\(ending)")
            #expect(ending.errors.contains("nowhere"))
        }
    }

    @Test("deletes no folder of sessions, and no root, and says what to name")
    func folders() throws {
        let folder = try TemporaryFolder()
        let made = try folder.record()
        let ending = try ChildProcess.footfall(["delete", "--yes", "Sessions"], in: folder)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("a folder with 1 session in it, such as \(made.folder)"))
        #expect(FileSystem.kind(of: "\(folder.path)/Sessions/\(made.folder)") == .directory)
        let root = try ChildProcess.footfall(["delete", "--yes", "/"], in: folder)
        #expect(root.status == 1 && root.errors.contains("/: it is no session"))
    }

    @Test(
        "exports no session whose journal is damaged or gone, and names that",
        arguments: [true, false]
    )
    func journal(isThere: Bool) throws {
        let folder = try TemporaryFolder()
        let made = try folder.record()
        let name = "Sessions/\(made.folder)/journal.json"
        let bytes = try folder.bytes(of: name)
        try FileSystem.remove("\(folder.path)/\(name)")
        if isThere { try folder.write(Array(bytes.prefix(bytes.count / 2)), to: name) }
        for format in ["csv", "mcap", "bids"] {
            let ending = try ChildProcess.footfall(
                ["export", "--to", format, "-o", "Out-\(format)", made.session],
                in: folder
            )
            #expect(ending.status == 1)
            #expect(ending.errors.contains("\(made.session)/journal.json: "), "\(ending)")
        }
    }
}
