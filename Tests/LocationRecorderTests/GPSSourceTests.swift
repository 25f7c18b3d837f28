// The source itself, over a real gpsd, and over what is none.

import CueParts
import Glibc
import LoopbackParts
import SampleStream
import Testing
import Timebase

@testable import LocationRecorder

@Suite("A source of fixes", .needs(.gpsd))
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
        // The first connection only looks whether somebody is there.
        let look = accept(listener.number, nil, nil)
        let line = accept(listener.number, nil, nil)
        defer {
            close(look)
            close(line)
        }
        _ = unsafe send(line, text, text.utf8.count, 0)
        #expect(try await recording.opened() == nil)
        #expect(recording.ending.contains(text.isEmpty ? "says nothing" : "is no gpsd"))
        #expect(recording.ending.contains("2947"))
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
