// `footfall gait` as a person and a program meet it: text, JSON, a file, and words that cannot be followed.

import Arguments
import FoundationEssentials
import Gait
import Patience
import SessionAnalysis
import SystemCalls
import Testing

@testable import footfall

@Suite("The gait command", .mayNotHang)
struct GaitCommandTests {
    private static let walk = "\(MotionSamples.root)/SyntheticWalk"

    private enum MotionSamples {
        static let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "SampleData").path
    }

    private static func command(_ words: String...) throws -> GaitCommand {
        let parser = ArgumentParser(program: Program.declaration)
        guard case .run(let arguments) = try parser.parse(["gait"] + words) else {
            throw CancellationError()
        }
        return try GaitCommand(arguments)
    }

    @Test("tells a walk in lines of at most 100 characters")
    func text() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(
            ["gait", Self.walk, "--leg-length", "0.9"],
            in: folder
        )
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.output.contains("1 bout of walking"))
        #expect(ending.output.contains("step length"))
        for line in ending.output.split(separator: "\n").dropFirst() {
            #expect(line.count <= 100, "\(line)")
        }
    }

    @Test("refuses a time after the end of the session, and says where it ends")
    func tooLate() throws {
        let ending = try ChildProcess.footfall(
            ["gait", Self.walk, "--from", "20"],
            in: TemporaryFolder()
        )
        #expect(ending.status == 1 && ending.output.isEmpty, "\(ending.output)")
        let line = "nothing of it is as late as --from: it ends at 0:10.0; give an earlier --from"
        #expect(ending.errors.contains(line), "\(ending.errors)")
    }

    @Test("prints one JSON object, and writes the same to a file")
    func json() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(
            ["gait", Self.walk, "--json", "-o", "gait.json"],
            in: folder
        )
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(
            ending.output.hasPrefix("{") && ending.output.contains("\"format\":\"footfall-gait\"")
        )
        #expect(!ending.output.contains("null"))
        #expect(try folder.bytes(of: "gait.json") == Array(ending.output.utf8))
    }

    @Test("says why nothing is told, and prints nothing")
    func nothing() throws {
        let folder = try TemporaryFolder()
        for words in [
            ["gait", "\(MotionSamples.root)/Tapping", "--json"],
            ["gait", Self.walk, "--step", "run"],
            ["gait", Self.walk, "-o", "no/such/folder.json", "--json"],
        ] {
            let ending = try ChildProcess.footfall(words, in: folder)
            #expect(ending.status == 1)
            #expect(ending.output.isEmpty, "\(ending.output)")
            #expect(!ending.errors.isEmpty)
        }
    }

    @Test("refuses a session with a damaged file, and reads what a repair has kept of it")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let session = "\(folder.path)/walk"
        try FileManager.default.copyItem(atPath: Self.walk, toPath: session)
        let file = "\(session)/lowBack_motion.json"
        let bytes = try Data(contentsOf: URL(filePath: file))
        try bytes.prefix(bytes.count - 5000).write(to: URL(filePath: file))
        let refused = try ChildProcess.footfall(["gait", session], in: folder)
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("footfall repair"), "\(refused.errors)")
        _ = try ChildProcess.footfall(["repair", session], in: folder)
        let read = try ChildProcess.footfall(["gait", session], in: folder)
        #expect(read.status == 0, "\(read.errors)")
        #expect(read.output.contains("1 bout of walking"))
    }

    @Test("reads a compressed recording as a plain one")
    func compressed() throws {
        let folder = try TemporaryFolder()
        let session = try folder.record("--compress").session
        let ending = try ChildProcess.footfall(["gait", session], in: folder)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.output.contains("lowBack_motion.json.zst: lowBack, 100.0 Hz"))
        #expect(ending.output.contains("no walking"))
    }

    @Test("takes places, lengths and times")
    func words() throws {
        let command = try Self.command(
            "S",
            "--placement",
            "a=L5",
            "--placement",
            "right ankle",
            "--stature",
            "1.8",
            "--from",
            "1m30s",
            "--to",
            "2m"
        )
        #expect(
            command.request.placements == [
                GaitRequest.Placement(file: "a", placement: .lowBack),
                GaitRequest.Placement(placement: .foot(.right)),
            ]
        )
        #expect(command.request.leg == .ofStature(1.8))
        #expect(command.request.from == 90 && command.request.to == 120)
    }

    @Test(
        "names the places that it analyses, and asks about a misspelt one",
        arguments: [
            ("lowBak", "did you mean lowBack?"), ("wrist", "give lowBack, foot, leftFoot"),
        ]
    )
    func places(word: String, remedy: String) {
        let error = #expect(throws: UsageError.self) { try Self.command("S", "--placement", word) }
        #expect(error?.remedy.hasPrefix(remedy) == true)
    }

    @Test(
        "refuses two places for one file, or for all",
        arguments: [
            (["a=lowBack", "b=lowBack", "a=leftFoot"], "a has two places"),
            (["lowBack", "a=leftFoot", "lowBack"], "two places are given without a file"),
        ]
    )
    func twoPlaces(places: [String], problem: String) throws {
        let parser = ArgumentParser(program: Program.declaration)
        let words = ["gait", "S"] + places.flatMap { ["--placement", $0] }
        guard case .run(let arguments) = try parser.parse(words) else { throw CancellationError() }
        let error = #expect(throws: UsageError.self) { try GaitCommand(arguments) }
        #expect(error?.problem == problem)
    }

    @Test(
        "refuses what it cannot follow",
        arguments: [
            ["--placement", "wrist"], ["--placement", "=lowBack"], ["--placement", "a="],
            ["--placement", "a=lowBack=x"],
            ["--leg-length", "92"], ["--leg-length", "-1"], ["--stature", "nan"],
            ["--leg-length", "0.9", "--stature", "1.7"], ["--from", "2m", "--to", "1m"],
            ["--from", "-1"], ["--from", "9999h"], ["--step", ""],
        ]
    )
    func refuses(words: [String]) {
        let parser = ArgumentParser(program: Program.declaration)
        #expect(throws: UsageError.self) {
            guard case .run(let arguments) = try parser.parse(["gait", "S"] + words) else { return }
            _ = try GaitCommand(arguments)
        }
    }
}
