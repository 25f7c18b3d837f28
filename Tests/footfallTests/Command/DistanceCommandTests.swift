import Arguments
import Foundation
import LocationRecorder
import StandardRecorders
import Testing

@testable import footfall

@Suite("Satellite receivers on the command line")
struct DistanceCommandTests {
    /// A port at which nobody listens.
    private static let nobody = "localhost:1"

    @Test("without a gpsd cost one line with the remedy, and leave nothing")
    func noGPSD() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(["record", "--gps", Self.nobody], in: folder)
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 1, "\(ending.errors)")
        #expect(ending.errors.contains("\(Self.nobody): no gpsd answers there; install it"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/Sessions"))
    }

    @Test(
        "are refused in a contradictory or invalid command line",
        arguments: [
            (["record", "--coordinates"], "--gps localhost"),
            (["record", "--gps", "/dev/ttyACM0"], "localhost:2947"),
            (["record", "--gps", "localhost:0"], "localhost:2947"),
            (
                ["record", "--gps", "localhost", "--source", "synthetic", "--duration", "1"],
                "leave"
            ),
            (["run", "task.json", "--auto", "--replay", "x", "--gps", "localhost"], "no devices"),
            (["serve", ".", "--source", "synthetic", "--gps", "localhost"], "no devices"),
            (["serve", ".", "--gps", "localhost:0"], "localhost:2947"),
            (
                ["run", "task.json", "--auto", "--source", "synthetic", "--coordinates"],
                "no devices"
            ),
        ]
    )
    func refused(words: [String], says: String) throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 2)
        #expect(ending.errors.contains(says), "\(ending.errors)")
    }

    @Test("of another machine cost one line with its name if they cannot be reached")
    func otherMachine() throws {
        let folder = try TemporaryFolder()
        for (place, says) in [
            ("0.0.0.1:2947", "0.0.0.1:2947: "), ("nobody.invalid", "nobody.invalid:2947: "),
        ] {
            let ending = try ChildProcess.footfall(["record", "--gps", place], in: folder)
            #expect(ending.status == 1)
            #expect(ending.errorLines.count == 1, "\(ending.errors)")
            #expect(ending.errors.hasPrefix("footfall: \(says)"), "\(ending.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/Sessions"))
    }

    @Test("that are missing are reported, and a task goes on without them")
    func task() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Array(
                #"""
                {"identifier": "walk", "steps": [{"identifier": "a", "type": "instruction"}],
                 "asyncActions": [{"identifier": "way", "type": "distance"}]}
                """#.utf8
            ),
            to: "task.json"
        )
        let valid = try ChildProcess.footfall(["validate", "task.json"], in: folder)
        #expect(valid.status == 0, "\(valid.output)")
        let ending = try ChildProcess.footfall(
            ["run", "task.json", "--auto", "--gps", Self.nobody],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(ending.errors.contains("no gpsd answers there; install it"), "\(ending.errors)")
        let computed = try ChildProcess.footfall(
            ["run", "task.json", "--auto", "--source", "synthetic", "--speed", "max"],
            in: folder
        )
        #expect(computed.status == 1)
        #expect(computed.errors.contains("computed walk does not have"), "\(computed.errors)")
    }

    @Test("of a board serve every task that begins on it")
    func board() throws {
        let words = ParsedArguments(
            command: "serve",
            words: ["gps": ["wearable:2948"], "coordinates": []],
            operands: ["."]
        )
        let source = try ServeCommand(words).run(of: "Walk.json", for: nil).source
        #expect(source == .devices(try DevicePlaces(words)))
        for option in ["gps", "coordinates"] {
            var less = words
            less.words[option] = nil
            #expect(try source != .devices(DevicePlaces(less)))
        }
    }

    @Test("are listed, with the remedy if no gpsd answers")
    func devices() throws {
        let folder = try TemporaryFolder()
        let list = try ChildProcess.footfall(["devices", "--gps", Self.nobody], in: folder)
        #expect(
            list.output.contains(
                "\(Self.nobody)  gpsd\n  problem: no gpsd answers there; install it"
            )
        )
    }
}
