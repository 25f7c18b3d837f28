import Glibc
import SessionFolder
import SystemCalls
import Patience
import Testing

@testable import footfall

@Suite("Marks from another shell", .mayNotHang)
struct MarkTests {
    /// A session of two files that is being recorded, in real time.
    private func recording(in folder: borrowing TemporaryFolder) throws -> ChildProcess {
        var child = try ChildProcess(
            [
                "record", "--source", "synthetic", "--placement", "lowBack", "--placement",
                "leftFoot",
            ],
            in: folder.path,
            output: .terminal
        )
        let isRunning = child.waitForLine(containing: "0 lost")
        #expect(isRunning)
        return child
    }

    private func session(in folder: borrowing TemporaryFolder) throws -> String {
        let name = try folder.names(in: "Sessions").first
        return "Sessions/\(try #require(name))"
    }

    private func marks(_ name: String, in text: [UInt8]) -> [String] {
        String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { $0.contains("\"marker\":\"\(name)\"") }
    }

    private func uptimeInNanoseconds(of line: String?) -> Int64? {
        guard let line, let start = line.firstRange(of: "\"uptime\":")?.upperBound else {
            return nil
        }
        return Double(line[start...].prefix { $0 != "," }).map { Int64($0 * 1e9) }
    }

    @Test("are in every file, at the instant of the command")
    func makes() throws {
        let folder = try TemporaryFolder()
        let child = try recording(in: folder)
        let session = try session(in: folder)
        var given: [(before: Int64, after: Int64)] = []
        for name in ["turn\u{fc}ng", "turn back"] {
            let before = SystemClock.boottime.nanoseconds
            let told = try ChildProcess.footfall(["mark", session, name], in: folder)
            given.append((before, SystemClock.boottime.nanoseconds))
            #expect(told.status == 0, "\(told.errors)")
            #expect(told.output.contains("in 2 files"))
        }
        child.send(SIGINT)
        let ending = child.ending()
        #expect(ending.status == 0)
        for file in ["lowBack_motion.json", "leftFoot_motion.json"] {
            let bytes = try folder.bytes(of: "\(session)/\(file)")
            let lines = ["turn\u{fc}ng", "turn back"].map { marks($0, in: bytes) }
            #expect(lines.map(\.count) == [1, 1], "\(file)")
            let first = try #require(uptimeInNanoseconds(of: lines[0].first))
            let second = try #require(uptimeInNanoseconds(of: lines[1].first))
            // The computed walk has begun a moment after its clock: what is between two marks is the truth.
            #expect(second - first <= given[1].after - given[0].before + 1000)
            #expect(second - first >= given[1].before - given[0].after - 1000)
        }
        #expect(try SessionCheck(of: "\(folder.path)/\(session)").verdict == .clean)
    }

    @Test("are refused where nobody records, and in words where a name cannot be")
    func refuses() throws {
        let folder = try TemporaryFolder()
        let child = try recording(in: folder)
        let session = try session(in: folder)
        for (name, what) in [
            ("stop", "a mark 'stop' of its own"),
            ("a\nb", "control characters"), (String(repeating: "x", count: 201), "longer than 200"),
        ] {
            let refused = try ChildProcess.footfall(["mark", session, name], in: folder)
            #expect(refused.status == 1)
            #expect(refused.errors.contains(what), "\(refused.errors)")
        }
        child.send(SIGINT)
        let ending = child.ending()
        #expect(ending.status == 0)
        let late = try ChildProcess.footfall(["mark", session, "turn"], in: folder)
        #expect(late.status == 1)
        #expect(late.errors.contains("no process of this machine is recording it"))
        let none = try ChildProcess.footfall(["mark", "nowhere", "turn"], in: folder)
        #expect(none.status == 1 && none.errors.contains("there is no such folder"))
        #expect(try ChildProcess.footfall(["mark", session], in: folder).status == 2)
    }

    @Test("over the network are made and taken with a key that keeps somebody out, or none")
    func keys() throws {
        let folder = try TemporaryFolder()
        try folder.write("too short\n".utf8, to: "short")
        for words in [
            ["mark", "--network", "link", "turn", "--mark-secret", "short"],
            ["record", "--source", "synthetic", "--network-marks", "--mark-secret", "short"],
            ["serve", ".", "--source", "synthetic", "--network-marks", "--mark-secret", "short"],
        ] {
            let refused = try ChildProcess.footfall(words, in: folder)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("less than 16 bytes"), "\(refused.errors)")
        }
        // Whoever may not read it cannot sign.
        try folder.write("long enough, but open\n".utf8, to: "open")
        let open = folder.path + "/open"
        #expect(unsafe chmod(open, 0o604) == 0)
        for words in [
            ["mark", "--network", "link", "turn", "--mark-secret", "open"],
            ["record", "--source", "synthetic", "--network-marks", "--mark-secret", "open"],
        ] {
            let refused = try ChildProcess.footfall(words, in: folder)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("chmod 600"), "\(refused.errors)")
        }
        for words in [
            ["mark", "somewhere", "turn", "--mark-secret", "short"],
            ["mark", "--network", ",", "turn"],
            ["record", "--source", "synthetic", "--mark-secret", "short"],
            ["serve", ".", "--mark-secret", "short"],
            ["record", "--source", "Sessions/some", "--network-marks"],
            ["run", "some.json", "--auto", "--replay", "Sessions/some", "--network-marks"],
        ] {
            let refused = try ChildProcess.footfall(words, in: folder)
            #expect(refused.status == 2, "\(words): \(refused.errors)")
        }
    }

    @Test("over the network that no such mark can be are refused in words")
    func unsendable() throws {
        let folder = try TemporaryFolder()
        for (name, what) in [
            ("stop", "a mark 'stop' of its own"), ("a\u{202E}b", "invisible characters"),
            (String(repeating: "x", count: 65), "longer than 64"),
        ] {
            let refused = try ChildProcess.footfall(
                ["mark", "--network", "link", name],
                in: folder
            )
            #expect(refused.status == 1)
            #expect(refused.errors.contains(what), "\(refused.errors)")
        }
    }
}
