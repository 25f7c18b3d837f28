// The source itself, over a real gpsd, and over what is none.

import CueParts
import Foundation
import Glibc
import LoopbackParts
import Patience
import SampleStream
import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import LocationRecorder

@Suite("A source of fixes", .needs(.gpsd), .mayNotHang)
struct GPSSourceTests {
    @Test("gives each fix of a real gpsd's receiver, and pairs of its clock and ours")
    func fixes() async throws {
        let receiver = try RealReceiver()
        let recording = try LocationRecording(receiver.address, keepsCoordinates: true)
        let description = try #require(try await recording.opened())
        #expect(description.kind == "gpsd" && description.name == receiver.address.text)
        receiver.walk(0..<60)
        try await recording.takeFixes(60)
        let pairs = recording.pairs
        try await recording.end()
        let fixes = recording.samples.filter { $0.role == .reading }
        #expect(fixes.map(\.unixTime) == (0..<60).map { 1_795_780_800 + Double($0) })
        for (second, fix) in fixes.enumerated() {
            #expect(abs(fix.latitude - RealReceiver.latitude(second)) < 2e-9)
            #expect(abs(fix.longitude - RealReceiver.longitude) < 2e-9)
        }
        // What gpsd knows of the first fix it has told before it knew all of it.
        for fix in fixes.dropFirst(3) {
            #expect(fix.altitude == 34 && fix.course == 0 && abs(fix.speed - 1.111) < 0.01)
            #expect(fix.horizontalAccuracy > 0 && fix.verticalAccuracy > 0)
            #expect(abs(fix.relativeDistance - 1.11277) < 1e-3)
        }
        #expect(pairs.first?.device == receiver.address.text)
        #expect(pairs.first?.pair.deviceNanoseconds == 1_795_780_800_000_000_000)
        #expect(recording.ending == "stopped")
    }

    @Test("goes on where gpsd was killed and is there again, and one gap has been told")
    func killed() async throws {
        let receiver = try RealReceiver()
        let recording = try LocationRecording(receiver.address)
        _ = try #require(try await recording.opened())
        receiver.walk(0..<10)
        try await recording.takeFixes(10)
        receiver.kill()
        try await recording.waitForNote("gpsd has gone")
        try receiver.start()
        // Until the source is there again nobody hears the receiver: it goes on as a receiver does.
        var second = 30
        while recording.samples.last?.role != .reading || recording.samples.count < 12,
            second < 2000
        {
            receiver.walk(second..<second + 1)
            second += 1
            try await recording.take { _ in true }
        }
        try await recording.end()
        #expect(recording.course.first == "10")
        #expect(recording.course.count == 3, "\(recording.course)")
        #expect(recording.ending == "stopped")
        let told = recording.notes.filter { $0.contains("gpsd has gone") }
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("no fix for 3 s: gpsd has gone") == true, "\(told)")
    }

    @Test("has no fix while the receiver has none, and one gap of as many as are missing")
    func lost() async throws {
        let receiver = try RealReceiver()
        let recording = try LocationRecording(receiver.address)
        _ = try #require(try await recording.opened())
        receiver.walk(0..<10)
        receiver.walk(10..<40, hasFix: false)
        receiver.walk(40..<50)
        try await recording.takeFixes(20)
        try await recording.end()
        #expect(recording.course == ["10", "-30", "10"])
        #expect(!recording.notes.contains { $0.contains("gone") || $0.contains("never") })
    }

    @Test("keeps an antenna that was moved by a hundred metres in a second, and says so")
    func moved() async throws {
        let receiver = try RealReceiver()
        let recording = try LocationRecording(receiver.address)
        _ = try #require(try await recording.opened())
        receiver.walk(0..<10)
        receiver.walk(10..<20, metresOff: 100)
        try await recording.takeFixes(20)
        try await recording.end()
        let distances = recording.samples.filter { $0.role == .reading }.map(\.relativeDistance)
        #expect(distances.count { $0 > 50 } == 1)
        #expect(recording.notes.contains { $0.hasPrefix("1 fix lies farther") })
        #expect(abs(distances[10] - 101.1) < 0.2)
        #expect(recording.samples.allSatisfy { $0.latitude.isNaN && $0.longitude.isNaN })
    }

    @Test("is stopped at once while it waits for a gpsd that has gone")
    func stopped() async throws {
        let receiver = try RealReceiver()
        let recording = try LocationRecording(receiver.address)
        _ = try #require(try await recording.opened())
        receiver.walk(0..<5)
        try await recording.takeFixes(5)
        receiver.kill()
        try await recording.waitForNote("gpsd has gone")
        try await recording.end()
        #expect(recording.ending == "stopped")
    }

    // MARK: What is none

    @Test("tells by name that no gpsd answers, and how one is had")
    func refused() async throws {
        let port = try Loopback(SOCK_STREAM).port
        let recording = try LocationRecording(try ReceiverAddress("127.0.0.1:\(port)"))
        #expect(try await recording.opened() == nil)
        #expect(recording.ending.hasPrefix("127.0.0.1:\(port): no gpsd answers there; "))
        #expect(recording.ending.contains("apt install gpsd"))
    }

    @Test(
        "tells by name that what answers is no gpsd",
        arguments: ["HTTP/1.0 400 no\r\n\r\n{\"a\":\n", ""]
    )
    func garbage(text: String) async throws {
        let listener = try Loopback(SOCK_STREAM)
        try #require(listen(listener.number, 4) == 0)
        let recording = try LocationRecording(try ReceiverAddress("127.0.0.1:\(listener.port)"))
        let line = accept(listener.number, nil, nil)
        defer { close(line) }
        _ = unsafe send(line, text, text.utf8.count, 0)
        #expect(try await recording.opened() == nil)
        #expect(recording.ending.contains(text.isEmpty ? "sends nothing" : "is no gpsd"))
        #expect(recording.ending.contains("2947"))
    }

    @Test(
        "tells by name that whoever hangs up without a word of gpsd's is none",
        arguments: ["", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.0 400 no\r\n\r\n"],
        [false, true]
    )
    func hangsUp(text: String, leavesUnread: Bool) async throws {
        let service = try MadeService { line, _ in
            line.say(text)
            // What was sent is read first, or else the connection is reset.
            var byte: UInt8 = 0
            while !leavesUnread, unsafe recv(line.number, &byte, 1, 0) > 0, byte != 0x0A {}
        }
        let recording = try LocationRecording(service.address)
        #expect(try await recording.opened() == nil)
        #expect(recording.ending.contains("what answers there is no gpsd"), "\(recording.ending)")
        #expect(!recording.ending.contains("install"))
    }

    @Test("is given up where somebody listens and takes no connection")
    func takesNone() async throws {
        let listener = try Loopback(SOCK_STREAM)
        try #require(listen(listener.number, 0) == 0)
        // Those for which there is room.
        let waiting = (0..<2).map { _ in
            try? BytePort.connect(
                to: "127.0.0.1",
                port: listener.port,
                patience: .milliseconds(200),
                isGivenUp: { false }
            ).number
        }
        #expect(waiting.count == 2)
        let address = try ReceiverAddress("127.0.0.1:\(listener.port)")
        let recording = try LocationRecording(address)
        #expect(try await recording.opened() == nil)
        #expect(recording.ending != "none")
        #expect(ReceiverList.present(at: address).gps?.obstacles.count == 1)
    }

    @Test("is not waited for where somebody talks without an end")
    func flood() throws {
        let service = try MadeService { line, _ in while line.say("noise\r\n") {} }
        let list = try #require(ReceiverList.present(at: service.address).gps)
        #expect(list.obstacles.first?.contains("is no gpsd") == true, "\(list)")
    }

    @Test("is hung up on where it comes back as something else, and looked for again")
    func comesBackAsNone() async throws {
        let service = try MadeService { line, count in
            switch count {
            case 0:
                line.say(MadeService.version)
                line.say(MadeService.report(1))
            case 1:
                // It has a fix, and never said that it is a gpsd.
                line.say("welcome\r\n" + MadeService.report(2))
                line.waitForEnd()
            default:
                line.say(MadeService.version)
                line.say(MadeService.report(30))
                line.waitForEnd()
            }
        }
        let recording = try LocationRecording(service.address)
        _ = try #require(try await recording.opened())
        try await recording.takeFixes(2)
        try await recording.end()
        let fixes = recording.samples.filter { $0.role == .reading }
        let noon = 1_795_780_800.0
        #expect(fixes.map(\.unixTime) == [noon + 1, noon + 30])
    }

    @Test("gives each fix that had come before the end")
    func drained() async throws {
        for _ in 0..<20 {
            let lines = Mutex<[MadeService.Line]>([])
            let service = try MadeService { line, _ in
                lines.withLock { $0.append(line) }
                line.say(MadeService.version + MadeService.report(1))
                line.waitForEnd()
            }
            let recording = try LocationRecording(service.address)
            _ = try #require(try await recording.opened())
            try await recording.takeFixes(1)
            let line = try #require(lines.withLock { $0.first })
            line.say(MadeService.report(2))
            try await recording.end()
            #expect(recording.course == ["2"])
        }
    }

    @Test("tells why there is none, in the reason's own words")
    func reason() async throws {
        let service = try MadeService { line, count in
            line.say(count == 0 ? MadeService.version : "SSH-2.0-OpenSSH_9.2\r\n")
        }
        let recording = try LocationRecording(service.address)
        _ = try #require(try await recording.opened())
        try await recording.waitForNote("no fix for")
        #expect(recording.notes.first?.contains("what answers there is no gpsd") == true)
        #expect(recording.notes.first?.contains("looked for every second") == true)
        try await recording.end()
    }

    /// All of a table of the kernel's, which gives a page at a time.
    private static func text(of path: String) throws -> String {
        let file = unsafe open(path, O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        var (text, page): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 16))
        while true {
            let count = unsafe read(file, &page, page.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += page[..<count]
        }
    }

    @Test("is asked by the kernel whether it is still there")
    func keptAlive() async throws {
        let service = try MadeService { line, _ in
            line.say(MadeService.version)
            line.waitForEnd()
        }
        let recording = try LocationRecording(service.address)
        _ = try #require(try await recording.opened())
        let table = try Self.text(of: "/proc/net/tcp")
        let hex = String(service.address.port, radix: 16, uppercase: true)
        let port = ":" + String(repeating: "0", count: 4 - hex.count) + hex
        let rows = table.split(separator: "\n").map { $0.split(separator: " ") }
        let row = try #require(
            rows.first { $0.count > 5 && $0[2].hasSuffix(port) && $0[3] == "01" }
        )
        // Its timer is the one that looks whether the other end is there.
        #expect(row[5].hasPrefix("02:"), "\(row)")
        try await recording.end()
    }

    @Test("is listed with its receiver, and the remedy where there is none")
    func list() throws {
        let receiver = try RealReceiver()
        let service = try #require(ReceiverList.present(at: receiver.address).gps)
        #expect(service.receivers.map(\.path).first?.hasPrefix("udp://") == true)
        #expect(service.obstacles == [])
        receiver.kill()
        let gone = try #require(ReceiverList.present(at: receiver.address).gps)
        #expect(gone.receivers == [])
        #expect(gone.obstacles.first?.contains("systemctl start gpsd") == true)
    }
}
