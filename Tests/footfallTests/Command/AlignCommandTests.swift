// `footfall align` as a person and a program meet it: which pairs, as text and as JSON, and how it ends.

import Arguments
import FoundationEssentials
import Patience
import SessionAlignment
import Testing

@testable import footfall

@Suite("The align command", .mayNotHang)
struct AlignCommandTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "SampleData").path
    private static let walk = "\(samples)/SyntheticWalk"
    private static let tapping = "\(samples)/Tapping"
    private static let daphnet = "\(samples)/Daphnet"

    private static func command(_ words: String...) throws -> AlignCommand {
        let parser = ArgumentParser(program: Program.declaration)
        guard case .run(let arguments) = try parser.parse(["align"] + words) else {
            throw CancellationError()
        }
        return try AlignCommand(arguments)
    }

    @Test("takes the session of --to among those that are named, or beside them")
    func reference() throws {
        let among = try Self.command("a", "b", "--to", "b/")
        #expect(among.sessions == ["a", "b"])
        #expect(among.request.reference == 1)
        let beside = try Self.command("a", "b", "--to", "c")
        #expect(beside.sessions == ["c", "a", "b"])
        #expect(beside.request.reference == 0)
        #expect(try Self.command("a", "b").request.reference == nil)
    }

    @Test("refuses one session alone, and a search for no shake")
    func refused() {
        #expect(throws: UsageError.self) { try Self.command("a") }
        #expect(throws: UsageError.self) { try Self.command("a", "b", "--search", "3") }
    }

    @Test("ends with 1 where nothing is known of a pair, and says why")
    func unknown() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(
            ["align", "--shake", "--to", Self.tapping, Self.walk, Self.daphnet],
            in: folder
        )
        #expect(ending.status == 1, "\(ending.errors)")
        #expect(ending.output.contains("1-2    not aligned"))
        #expect(ending.output.contains("1-3    not aligned"))
        #expect(!ending.output.contains("2-3"))
        #expect(ending.output.contains("does not say how exact its clock was"))
        #expect(ending.output.contains("no burst of movement between rests"))
    }

    @Test("aligns the rest where one cannot be read, and ends with 1")
    func unread() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(
            ["align", "--json", Self.tapping, "nothing", Self.walk],
            in: folder
        )
        #expect(ending.status == 1, "\(ending.errors)")
        #expect(ending.output.contains("\"unread\":[\"nothing: "))
    }

    @Test("prints one JSON object")
    func json() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(
            ["align", "--json", Self.tapping, Self.walk],
            in: folder
        )
        #expect(ending.status == 1, "\(ending.errors)")
        #expect(ending.output.hasPrefix("{"))
        #expect(ending.output.contains("\"format\":\"footfall-alignment\""))
        #expect(ending.output.contains("\"isAligned\":false"))
        #expect(ending.output.split(separator: "\n").count == 1)
    }
}
