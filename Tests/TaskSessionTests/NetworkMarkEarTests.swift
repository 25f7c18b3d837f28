import Patience
import SessionFolder
import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import TaskSession

@Suite("Receiving network marks", .mayNotHang)
@MainActor
struct NetworkMarkEarTests {
    /// The events that a receiver reports.
    private final class Told: Sendable {
        private let events = Mutex<[SessionEvent]>([])

        func add(_ event: SessionEvent) { events.withLock { $0.append(event) } }

        var marks: [HeardMark] {
            events.withLock { events in
                events.compactMap { if case .networkMark(let mark) = $0 { mark } else { nil } }
            }
        }
        var notes: [String] {
            events.withLock { events in
                events.compactMap { if case .note(let line) = $0 { line } else { nil } }
            }
        }
    }

    private func ear(
        _ told: Told,
        port: UInt16 = 0,
        key: [UInt8]? = nil
    ) throws -> NetworkMarkEar {
        try NetworkMarkEar(NetworkMarks(key: key), port: port, by: LiveTimekeeper()) {
            told.add($0)
        }
    }

    @Test("several recordings of one machine receive the same mark, once each")
    func together() async throws {
        let told = [Told(), Told(), Told()]
        let first = try ear(told[0])
        let port = first.port
        try #require(port > 0)
        let ears = [first] + (try told.dropFirst().map { try ear($0, port: port) })
        var sent: [NetworkMarkVoice.Sent] = []
        let begun = LiveTimekeeper().now
        try await until("every recording has received a mark") {
            sent.append(
                contentsOf: [
                    // Interface 1 is the loopback: no other board receives it.
                    try? NetworkMarkVoice.send("together", .link, nil, port: port, by: [1])
                ].compactMap(\.self)
            )
            return told.allSatisfy { !$0.marks.isEmpty }
        }
        for ear in ears { ear.close() }
        let last = try #require(sent.last)
        let heard = told.compactMap { $0.marks.first { $0.id == last.identifier } }
        #expect(heard.count == 3)
        for told in told { #expect(Set(told.marks.map(\.id)).count == told.marks.count) }
        #expect(heard.allSatisfy { $0.name == "together" && !$0.isSigned })
        let now = LiveTimekeeper().now
        for mark in heard {
            // `Tests/Proofs/network-mark` checks how close they are: here other tests load the processors.
            let received = BootInstant(nanoseconds: mark.receivedNanoseconds)
            #expect(received <= now)
            #expect(received.advanced(by: .nanoseconds(mark.errorNanoseconds)) >= begun)
        }
    }

    @Test("accepts only marks signed with its key, reports the others, and survives a flood")
    func flood() async throws {
        let key = NetworkMarkTests.key
        let told = Told()
        let ear = try ear(told, key: key)
        let port = ear.port
        let voice = try GroupVoice(.four)
        let wrong = NetworkMarkTests.mark().bytes(signedBy: nil)
        for _ in 0..<20_000 { try? voice.send(wrong, to: "127.0.0.1", port: port) }
        try await until("the mark with the right key is received") {
            _ = try? NetworkMarkVoice.send("right", .boards(["127.0.0.1"]), key, port: port)
            return !told.marks.isEmpty
        }
        ear.close()
        #expect(told.marks.allSatisfy { $0.name == "right" && $0.isSigned })
        #expect(told.notes.count { $0.contains("are not signed") && $0.contains("127.0.0.1") } == 1)
        #expect(told.notes.contains { $0.contains("refused") })
    }

    /// Whether this machine has an IPv6 address, if only its loopback's.
    nonisolated private static var hasIPv6: Bool {
        guard let ear = try? GroupEar(port: 0, .six, longest: 1),
            let voice = try? GroupVoice(.six)
        else { return false }
        return (try? voice.send([0], to: "::1", port: ear.port)) != nil
    }

    @Test(
        "receives a mark by IPv6 during a flood by IPv4, with a small error of time",
        .enabled(
            if: hasIPv6 || Environment.variable("CI") == "true",
            "this machine has no IPv6 address"
        )
    )
    func otherFamily() async throws {
        let told = Told()
        let ear = try ear(told)
        let port = ear.port
        let isOver = WakeEvent()
        _ = try SystemThread.spawn(name: "flood") {
            guard let voice = try? GroupVoice(.four) else { return }
            while isOver.count == 0 { try? voice.send([1, 2, 3], to: "127.0.0.1", port: port) }
        }
        defer { isOver.signal() }
        try await until("the flood has come") { !told.notes.isEmpty }
        let mark = NetworkMarkTests.mark().bytes(signedBy: nil)
        try GroupVoice(.six).send(mark, to: "::1", port: port)
        try await until("the mark is received") { !told.marks.isEmpty }
        ear.close()
        // The error covers the clock readings, not the time that the message waited in the socket.
        let now = LiveTimekeeper().now.nanoseconds
        let heard = try #require(told.marks.first)
        #expect(heard.errorNanoseconds < now - heard.receivedNanoseconds)
    }

    @Test("reports what arrived before it was closed, and nothing after")
    func closing() throws {
        let told = Told()
        let ear = try ear(told)
        let port = ear.port
        let voice = try GroupVoice(.four)
        try voice.send(
            NetworkMarkTests.mark().bytes(signedBy: nil),
            to: "127.0.0.1",
            port: port
        )
        ear.close()
        #expect(told.marks.count == 1)
        try? voice.send(
            NetworkMarkTests.mark(id: 8).bytes(signedBy: nil),
            to: "127.0.0.1",
            port: port
        )
        #expect(told.marks.count == 1)
    }

    @Test("reports a mark that waits behind many other datagrams when it is closed")
    func closingDuringFlood() throws {
        let told = Told()
        let ear = try ear(told)
        let port = ear.port
        let voice = try GroupVoice(.four)
        // More than two rounds take, and few enough for the socket's buffer.
        for _ in 0..<100 { try voice.send([1, 2, 3], to: "127.0.0.1", port: port) }
        try voice.send(
            NetworkMarkTests.mark().bytes(signedBy: nil),
            to: "127.0.0.1",
            port: port
        )
        ear.close()
        #expect(told.marks.count == 1)
    }
}
