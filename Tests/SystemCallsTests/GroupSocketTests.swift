import Patience
import Testing

@testable import SystemCalls

@Suite("Datagrams to several receivers", .mayNotHang)
struct GroupSocketTests {
    private static let group = "239.255.70.79"

    private func heard(by ear: GroupEar) throws -> GroupEar.Datagram {
        let waking = try WakingDescriptor()
        var sleep = DescriptorSleep(beside: [ear.number], wokenBy: waking)
        let end = SystemClock.monotonic.nanoseconds + 300_000_000_000
        while SystemClock.monotonic.nanoseconds < end {
            if let datagram = try ear.take() { return datagram }
            sleep.wait(upTo: .seconds(1))
        }
        return try #require(try ear.take(), "no datagram was received")
    }

    @Test("reach every socket that has joined the group, with the kernel's timestamp")
    func group() throws {
        let first = try GroupEar(port: 0, .four, longest: 8)
        let port = first.port
        try #require(port > 0)
        let ears = [first, try GroupEar(port: port, .four, longest: 8)]
        for ear in ears {
            let networks = ear.join(Self.group)
            #expect(networks > 0)
            // Joining again does no harm.
            #expect(ear.join(Self.group) == networks)
        }
        let voice = try GroupVoice(.four)
        let before = SystemClock.realtime.nanoseconds
        // Network 1 is the loopback, which every machine has.
        try voice.send([1, 2, 3], to: Self.group, port: port, by: 1)
        for ear in ears {
            let datagram = try heard(by: ear)
            #expect(datagram.bytes == [1, 2, 3])
            #expect(!datagram.isCut)
            #expect(!datagram.sender.isEmpty)
            let timestamp = try #require(datagram.realtimeNanoseconds)
            #expect(timestamp >= before && timestamp <= SystemClock.realtime.nanoseconds)
        }
    }

    @Test("are cut off at the receiver's limit, and reported as cut")
    func cut() throws {
        let ear = try GroupEar(port: 0, .four, longest: 4)
        let port = ear.port
        let voice = try GroupVoice(.four)
        try voice.send([9, 8, 7, 6, 5], to: "127.0.0.1", port: port)
        let datagram = try heard(by: ear)
        #expect(datagram.bytes == [9, 8, 7, 6])
        #expect(datagram.isCut)
        #expect(datagram.sender == "127.0.0.1")
        #expect(try ear.take() == nil)
    }

    @Test("are refused if their address is invalid")
    func nowhere() throws {
        let voice = try GroupVoice(.four)
        #expect(throws: SystemError.self) { try voice.send([1], to: "nobody", port: 1) }
    }
}
