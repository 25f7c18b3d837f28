import BrokerParts
import CueParts
import Glibc
import LoopbackParts
import Patience
import RandomWords
import SystemCalls
import Testing

@testable import Broker

/// A server that accepts connections and sends what no broker sends.
private final class Stranger: Sendable {
    let port: UInt16
    /// How many calls there were.
    var calls: Int { turns.soFar.count }
    private let turns = Told<Int>()
    private let socket: Int32

    /// Sends one of `words` to each caller, in turn.
    init(saying words: [[UInt8]], and hangsUp: Bool) throws {
        let loopback = try Loopback(SOCK_STREAM)
        let socket = dup(loopback.number)
        try #require(listen(socket, 16) == 0)
        port = loopback.port
        self.socket = socket
        let turns = turns
        _ = try SystemThread.spawn(name: "stranger") {
            var turn = 0
            var open: [Int32] = []
            while true {
                let line = accept(socket, nil, nil)
                guard line >= 0 else { break }
                open.append(line)
                let bytes = words[turn % words.count]
                // Before each call, a child connects to see whether the server is there, and sends nothing.
                var first: UInt8 = 0
                guard unsafe recv(line, &first, 1, 0) == 1 else { continue }
                turn += 1
                turns.tell(turn)
                _ = unsafe send(line, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                if hangsUp { shutdown(line, Int32(SHUT_RDWR)) }
            }
            for line in open { close(line) }
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }
}

@Suite("A hostile broker", .mayNotHang)
struct HostileBrokerTests {
    /// MQTT's CONNACK, by which a broker accepts a client.
    private static let welcome: [UInt8] = [0x20, 2, 0, 0]

    private static let rubbish: [[UInt8]] = [
        [], [0], Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
        [UInt8](repeating: 0xFF, count: 4096),
        // Lengths of 256 MB, a topic longer than its message, an answer to no request.
        [0x30, 0xFF, 0xFF, 0xFF, 0x7F], welcome + [0x30, 0xFF, 0xFF, 0xFF, 0x7F, 0, 1, 65],
        welcome + [0x30, 4, 0xFF, 0xFF, 65, 65], welcome + [0x40, 2, 0, 9], welcome + welcome,
        welcome + [0x90, 3, 0, 1, 0x80], welcome + [0x32, 2, 0, 0], [0x20, 2, 0, 77], [0x20, 0],
    ]

    @Test("ends only its child process, and not the program, whatever it sends")
    func rubbish() async throws {
        let stranger = try Stranger(saying: Self.rubbish, and: true)
        let board = try Board(try BrokerAddress("mqtt://127.0.0.1:\(stranger.port)/study"))
        try board.say("here")
        #expect(try await eventually { stranger.calls > Self.rubbish.count })
        #expect(board.told.contains { $0.problem?.kind == .noBroker })
        await board.connection.close(within: .zero)
    }

    @Test(
        "ends only its child process, and not the program, by random bytes",
        arguments: [false, true]
    )
    func chance(isWelcomed: Bool) async throws {
        var words = RandomWords(seed: isWelcomed ? 1 : 2)
        let drawn = (0..<20).map { _ in
            (isWelcomed ? Self.welcome : [])
                + (0..<Int.random(in: 1...200, using: &words)).map { _ in
                    UInt8.random(in: .min ... .max, using: &words)
                }
        }
        let stranger = try Stranger(saying: drawn, and: true)
        let board = try Board(try BrokerAddress("mqtt://127.0.0.1:\(stranger.port)/study"))
        #expect(try await eventually { stranger.calls > drawn.count })
        #expect(board.told.contains { $0.problem != nil })
        await board.connection.close(within: .zero)
    }

    @Test("is given up if it accepts a board and never acknowledges a message")
    func takesNothing() async throws {
        let stranger = try Stranger(saying: [Self.welcome], and: false)
        var limits = BrokerLimits.hasty
        limits.answer = .seconds(5)
        let board = try Board(
            try BrokerAddress("mqtt://127.0.0.1:\(stranger.port)/study"),
            limits: limits
        )
        try board.say("here")
        #expect(try await board.problem().kind == .silent)
        #expect(await !board.connection.close(within: .zero))
    }

    @Test("is given up if it sends messages to a board that only publishes")
    func unwanted() async throws {
        let message: [UInt8] = [0x30, 4, 0, 1, 65, 65]
        let stranger = try Stranger(
            saying: [Self.welcome + Array(repeatElement(message, count: 100).joined())],
            and: false
        )
        let board = try Board(try BrokerAddress("mqtt://127.0.0.1:\(stranger.port)/study"))
        #expect(try await board.problem().kind == .noBroker)
        await board.connection.close(within: .zero)
    }

    @Test("does not delay the close of a connection whose files are on a disk that hangs")
    func hangingFile() async throws {
        let (wakeEvent, reads) = (WakeEvent(), Told<Int>())
        let signals = wakeEvent.count
        let line = try BrokerLine(
            try BrokerAddress("mqtt://127.0.0.1:1/study"),
            .publishing(identifier: "board", will: nil),
            .hasty,
            BrokerChildProgram.built,
            readingProofs: { _ in
                reads.tell(1)
                // The first read is made with the connection; the second, by the connection's thread, hangs.
                if reads.soFar.count > 1 { wakeEvent.wait(since: signals) }
                return BrokerProofs()
            }
        )
        let connection = BrokerConnection(line)
        try connection.start()
        let topic = try #require(BrokerTopic("study/board"))
        connection.publish(try #require(BrokerMessage(topic, [1])))
        #expect(try await eventually { reads.soFar.count == 2 })
        #expect(await !connection.close(within: .zero))
        #expect(connection.state == .closed)
        wakeEvent.signal()
    }

    @Test("is given up if it accepts a connection and sends nothing")
    func silent() async throws {
        let stranger = try Stranger(saying: [[]], and: false)
        var limits = BrokerLimits.hasty
        limits.answer = .seconds(2)
        let board = try Board(
            try BrokerAddress("mqtt://127.0.0.1:\(stranger.port)/study"),
            limits: limits
        )
        #expect(try await board.problem().kind == .silent)
        await board.connection.close(within: .zero)
    }

    @Test(
        "ends the connection by an invalid topic, and what it sent before that is received",
        arguments: [Array("study/\u{1B}[2J".utf8), [0xFF, 0xFE], [65, 0, 66]] as [[UInt8]]
    )
    func topics(bad: [UInt8]) async throws {
        func said(_ topic: [UInt8], _ payload: [UInt8]) -> [UInt8] {
            [0x31, UInt8(2 + topic.count + payload.count), 0, UInt8(topic.count)] + topic + payload
        }
        let good = said(Array("a".utf8), [0, 0xFF])
        let stranger = try Stranger(
            saying: [Self.welcome + [0x90, 3, 0, 1, 0] + good + said(bad, [1]) + good],
            and: false
        )
        let subscription = try BrokerSubscription(
            try BrokerAddress("mqtt://127.0.0.1:\(stranger.port)"),
            filter: "#",
            limits: .hasty,
            program: BrokerChildProgram.built
        )
        let told = Told<ReceivedMessage>()
        try subscription.start { event in
            if case .message(let message) = event { told.tell(message) }
        }
        // The subscription calls it again, and it sends the same.
        #expect(try await eventually { stranger.calls > 2 && told.soFar.count > 1 })
        subscription.close()
        let heard = ReceivedMessage(topic: Array("a".utf8), payload: [0, 0xFF], isKept: true)
        #expect(told.soFar.allSatisfy { $0 == heard })
    }
}
