import Foundation
import SessionFolder
import Testing

@testable import footfall

@Suite("The file that a command makes")
struct MadeFileTests {
    @Test("is not written over, unless the user asks for that")
    func notOver() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/plot.svg"
        func put(_ bytes: [UInt8], replaces: Bool) throws {
            let file = try MadeFile(path, replaces: replaces)
            try file.write(bytes)
            try file.publish()
        }
        try put([1], replaces: false)
        #expect(throws: (any Error).self) { try MadeFile(path, replaces: false) }
        try put([2], replaces: true)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([2]))
        #expect(throws: (any Error).self) { try MadeFile(folder.path, replaces: true) }
        #expect(throws: (any Error).self) {
            try MadeFile("\(folder.path)/none/plot.svg", replaces: false)
        }
    }

    @Test("never takes the place of one of a session's, whatever the user asks for")
    func session() throws {
        let folder = try TemporaryFolder()
        try folder.write([1], to: "manifest.json")
        try folder.write([1], to: "motion.json")
        for name in ["manifest.json", "motion.json"] {
            #expect(throws: (any Error).self) {
                try MadeFile("\(folder.path)/\(name)", replaces: true)
            }
        }
        let other = try MadeFile("\(folder.path)/plot.svg", replaces: true)
        try other.write([2])
        try other.publish()
    }

    @Test("is refused in a session, which holds only its own files")
    func inSession() throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record()
        let session = "\(folder.path)/Sessions/\(recorded.folder)"
        let before = try FileManager.default.contentsOfDirectory(atPath: session).sorted()
        for words in [
            ["plot", session, "-o", "\(session)/p.svg"],
            ["gait", session, "-o", "\(session)/gait.json"],
            ["export", session, "-o", "\(session)/Export/tables"],
            ["export", session, "--to", "mcap", "-o", session],
            ["export", session, "--to", "bids", "-o", "\(session)/Dataset"],
        ] {
            let ending = try ChildProcess.footfall(words, in: folder)
            #expect(ending.status == 1, "\(words)")
            #expect(ending.errorLines.count == 1, "\(ending.errors)")
            #expect(
                ending.errors.contains(
                    ", and a session holds only its own files; name another folder with --output"
                ),
                "\(ending.errors)"
            )
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: session).sorted() == before)
        // A folder of sessions is not itself a session.
        let beside = try MadeFile("\(folder.path)/Sessions/plot.svg", replaces: false)
        try beside.write([1])
        try beside.publish()
    }

    @Test("leaves alone what somebody put there meanwhile, and leaves nothing beside it")
    func meanwhile() throws {
        let folder = try TemporaryFolder()
        let file = try MadeFile("\(folder.path)/plot.svg", replaces: false)
        try file.write([1])
        try folder.write([9], to: "plot.svg")
        #expect(throws: SessionError.self) { try file.publish() }
        #expect(try folder.bytes(of: "plot.svg") == [9])
        let given = try MadeFile("\(folder.path)/other.svg", replaces: false)
        try given.write([1])
        given.discard()
        #expect(try folder.names() == ["plot.svg"])
    }

    @Test("has the bytes of one command when two write it at once")
    func twoAtOnce() throws {
        let folder = try TemporaryFolder()
        let first = try MadeFile("\(folder.path)/plot.svg", replaces: false)
        let second = try MadeFile("\(folder.path)/plot.svg", replaces: false)
        try first.write([1])
        try second.write([2])
        try first.publish()
        #expect(try folder.bytes(of: "plot.svg") == [1])
        #expect(throws: SessionError.self) { try second.publish() }
        #expect(try folder.bytes(of: "plot.svg") == [1])
        #expect(try folder.names() == ["plot.svg"])
    }

    @Test("may have the longest name that a file can have")
    func longName() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "ä", count: 125) + "x.svg"
        let file = try MadeFile("\(folder.path)/\(name)", replaces: false)
        try file.write([1])
        try file.publish()
        #expect(try folder.names() == [name])
    }

    @Test("of a gait is not written over either")
    func gait() throws {
        let folder = try TemporaryFolder()
        try folder.write([1], to: "keep.json")
        let line = ["gait", "\(folder.path)/none", "-o", "keep.json"]
        let refused = try ChildProcess.footfall(line, in: folder)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("it is there already"), "\(refused.errors)")
        #expect(try folder.bytes(of: "keep.json") == [1])
        let misplaced = try ChildProcess.footfall(["gait", "none", "--force"], in: folder)
        #expect(misplaced.status == 2, "\(misplaced.errors)")
    }
}
