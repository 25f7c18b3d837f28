import Glibc
@testable import SystemCalls
import Testing

@Suite("A socket for messages to a child")
struct MessageSocketTests {
    @Test("delivers each message whole and in order, and reports when there is none")
    func messages() throws {
        let pair = try MessageSocket.Pair()
        try pair.there.send([1, 2])
        try pair.there.send([3])
        #expect(try pair.here.receive(waits: false) == .message([1, 2]))
        #expect(try pair.here.receive(waits: false) == .message([3]))
        #expect(try pair.here.receive(waits: false) == .nothing)
    }

    @Test("delivers an empty message as a message, not as the end")
    func empty() throws {
        let pair = try MessageSocket.Pair()
        for message in [[], [], [7]] as [[UInt8]] { try pair.there.send(message) }
        #expect(try pair.here.receive(waits: false) == .message([]))
        #expect(try pair.here.receive(waits: false) == .message([]))
        #expect(try pair.here.receive(waits: false) == .message([7]))
        #expect(try pair.here.receive(waits: false) == .nothing)
    }

    @Test(
        "delivers what the child sent before it ended, also if the child left a message unread",
        arguments: [false, true]
    )
    func lastWords(isUnheard: Bool) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue)
        try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
        let here = MessageSocket(Descriptor(number: ends[0]))
        if isUnheard { try here.send([1]) }
        for message in [[9], [], [8]] as [[UInt8]] {
            #expect(unsafe send(ends[1], message, message.count, 0) == message.count)
        }
        close(ends[1])
        #expect(try here.receive(waits: false) == .message([9]))
        // An empty message of a side that is gone is skipped: it looks like the end.
        #expect(try here.receive(waits: false) == .message([8]))
        #expect(try here.receive(waits: false) == .end)
        #expect(try here.receive(waits: true) == .end)
    }

    @Test("refuses a message that is longer than the limit")
    func tooLong() throws {
        let pair = try MessageSocket.Pair()
        let long = [UInt8](repeating: 0, count: MessageSocket.longest + 1)
        #expect(throws: SystemError.self) { try pair.there.send(long) }
        #expect(try pair.here.receive(waits: false) == .nothing)
    }
}
