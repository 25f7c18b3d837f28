import Foundation
import Patience
import SystemCalls
import Testing

@testable import footfall

@Suite("A sensor of another machine", .mayNotHang)
struct RemoteDeviceTests {
    private func record(
        from server: FakeIIOD,
        for seconds: Double,
        in folder: borrowing TemporaryFolder,
        rateInHertz: Int = 100
    ) throws -> ChildProcess.Ending {
        try ChildProcess.footfall(Self.words(server, seconds, folder, rateInHertz), in: folder)
    }

    private static func words(
        _ server: FakeIIOD,
        _ seconds: Double,
        _ folder: borrowing TemporaryFolder,
        _ rateInHertz: Int = 100
    ) -> [String] {
        [
            "record", "--quiet", "--uri", server.uri, "--types", "accelerometer",
            "--rate", "\(rateInHertz)", "--duration", "\(seconds)", "-o", folder.path,
        ]
    }

    /// How many readings its only session has.
    private func readings(in folder: borrowing TemporaryFolder) throws -> Int {
        let session = try #require(try folder.names().first)
        let text = try folder.bytes(of: "\(session)/imu_motion.json")
        return String(decoding: text, as: UTF8.self)
            .components(separatedBy: "\"sensorType\":\"accelerometer\",\"x\"").count - 1
    }

    /// How many readings its only session says to have lost.
    private func lost(in folder: borrowing TemporaryFolder) throws -> Int {
        let session = try #require(try folder.names().first)
        let text = String(
            decoding: try folder.bytes(of: "\(session)/imu_motion.json"),
            as: UTF8.self
        )
        return text.components(separatedBy: "\"lost\":").dropFirst()
            .reduce(0) { $0 + (Int($1.prefix(while: \.isNumber)) ?? 0) }
    }

    @Test("is recorded and listed like one of this machine")
    func good() throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD("good")
        let ending = try record(from: server, for: 1, in: folder)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try readings(in: folder) > 50)
        // Clock readings do not come through the ring of the samples.
        let session = try #require(try folder.names().first)
        let journal = try folder.bytes(of: "\(session)/journal.json")
        #expect(String(decoding: journal, as: UTF8.self).contains("\"event\":\"deviceClock\""))
        let list = try ChildProcess.footfall(["devices", "--uri", server.uri], in: folder)
        #expect(list.status == 0)
        #expect(list.output.contains("iio:device0  fake_accel\n  accelerometer, set to 100 Hz"))
    }

    @Test("is read attribute by attribute if it has no buffer, and the manifest says so")
    func polled() throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD("polled")
        let ending = try record(from: server, for: 2, in: folder, rateInHertz: 20)
        let session = try #require(try folder.names().first)
        let manifest = String(
            decoding: try folder.bytes(of: "\(session)/manifest.json"),
            as: UTF8.self
        )
        #expect(manifest.contains("polled at the rate asked"))
        let check = try ChildProcess.footfall(["check", session], in: folder)
        // If the reader gets no processor time, a reading is lost and counted.
        let lost = try lost(in: folder)
        #expect((20...42).contains(try readings(in: folder) + lost))
        #expect(try readings(in: folder) >= 20)
        let status: Int32 = lost == 0 ? 0 : 3
        #expect(ending.status == status, "\(ending.errors)")
        #expect(check.status == status, "\(check.output)")
    }

    @Test(
        "is recorded with losses that are settled late, and with timestamps that jitter",
        arguments: [
            // mode, rate, seconds, status (3 for a loss), gaps, readings at least
            ("loses-late", 1, 8.0, Int32(3), 1, 6), ("trembling", 25, 8, 0, 0, 150),
        ]
    )
    func settledLate(
        mode: String,
        rateInHertz: Int,
        seconds: Double,
        status: Int32,
        gaps: Int,
        least: Int
    ) throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD(mode)
        let ending = try record(from: server, for: seconds, in: folder, rateInHertz: rateInHertz)
        #expect(ending.status == status, "\(ending.errors)")
        #expect(try readings(in: folder) >= least)
        let session = try #require(try folder.names().first)
        let text = try folder.bytes(of: "\(session)/imu_motion.json")
        let told = String(decoding: text, as: UTF8.self).components(separatedBy: "\"lost\":")
        #expect(told.count - 1 == gaps)
    }

    @Test(
        "ends its recording with one line if its iiod misbehaves, and what came before is kept",
        arguments: [
            "long", "huge-batch", "mute-later", "nothing-later", "hang-up", "dribble-batch",
            "polled-mute",
        ]
    )
    func later(mode: String) throws {
        let folder = try TemporaryFolder()
        let ending = try record(from: try FakeIIOD(mode), for: 60, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 1, "\(ending.errors)")
        #expect(ending.errors.contains("what was recorded is in"))
        #expect(try readings(in: folder) > 20)
    }

    @Test(
        "is refused with one line if its iiod misbehaves at the start, and nothing is left",
        arguments: [
            "channels", "bomb", "huge-xml", "huge-attribute", "dribble", "dribble-attributes",
            "mute",
            "mute-opening", "garbage",
        ]
    )
    func opening(mode: String) throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD(mode)
        let ending = try record(from: server, for: 60, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 1, "\(ending.errors)")
        #expect(ending.errors.hasPrefix("footfall: \(server.uri): "))
        #expect(try folder.names().isEmpty)
    }

    @Test("can be listed from an XML file, and no other file that the XML names is read")
    func describedByFile() throws {
        let folder = try TemporaryFolder()
        let own = folder.path + "/own"
        try folder.write("nobody's business".utf8, to: "own")
        let axes = ["x", "y", "z"].map {
            "<channel id=\"accel_\($0)\" type=\"input\"><attribute name=\"raw\"/></channel>"
        }
        let text = """
            <?xml version="1.0"?><!DOCTYPE context [<!ENTITY own SYSTEM "file://\(own)">]>
            <context name="xml" description="a board"><device id="iio:device0" name="fake_accel">
            \(axes.joined())&own;</device></context>
            """
        try folder.write(text.utf8, to: "board.xml")
        let list = try ChildProcess.footfall(["devices", "--uri", "xml:board.xml"], in: folder)
        #expect(list.status == 0, "\(list.errors)")
        #expect(list.output.contains("iio:device0  fake_accel"))
        #expect(!list.output.contains("business"))
    }

    @Test("is not asked for external entities that its description names")
    func entities() throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD("entities")
        let list = try ChildProcess.footfall(["devices", "--uri", server.uri], in: folder)
        #expect(!list.output.contains("root:"))
        #expect(list.errors.contains(server.uri) || list.output.contains("fake_accel"))
        // The server reports that it was asked for its description; it would next report an entity's request.
        #expect(try server.waitForFault())
        #expect(try !server.hasMoreToSay())
    }

    @Test(
        "does not delay the end of an interrupted recording, whatever it fails to send",
        arguments: [
            // mode, whether anything is recorded by then
            ("mute", false), ("dribble", false), ("dribble-attributes", false),
            ("mute-opening", false), ("mute-later", true), ("nothing-later", true),
            ("dribble-batch", true), ("polled-mute", true),
        ]
    )
    func interrupted(mode: String, isRecorded: Bool) throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD(mode)
        let child = try ChildProcess(Self.words(server, 60, folder), in: folder.path)
        #expect(try server.waitForFault())
        child.send(SIGINT)
        let ending = child.ending()
        for words in ["more than", "has given nothing", "connection is lost"] {
            #expect(!ending.errors.contains(words), "\(ending.errors)")
        }
        if isRecorded {
            #expect(try readings(in: folder) > 20)
        } else {
            #expect(try folder.names().isEmpty)
        }
    }

    @Test("is read by a child process that ends when the command is killed")
    func killed() throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD("nothing-later")
        let child = try ChildProcess(Self.words(server, 60, folder), in: folder.path)
        #expect(try server.waitForFault())
        child.send(SIGKILL)
        _ = child.ending()
        // The connections end only with the child process.
        #expect(try server.waitForGoodbye())
    }
}
