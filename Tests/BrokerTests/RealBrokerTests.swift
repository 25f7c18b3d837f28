import BrokerParts
import CueParts
import Glibc
import Patience
import Synchronization
import SystemCalls
import Testing
import WebParts

@testable import Broker

extension BrokerLimits {
    /// Short pauses, for tests that wait for a repeated call.
    static var hasty: BrokerLimits {
        var limits = BrokerLimits()
        limits.firstPause = .milliseconds(20)
        limits.longestPause = .milliseconds(200)
        limits.refusalPause = .milliseconds(200)
        // A test may have to wait long for its turn among all others.
        limits.answer = .seconds(300)
        return limits
    }
}

/// A board's connection to a broker, and the states that it has reported.
final class Board: Sendable {
    let connection: BrokerConnection
    let program: BrokerChildProgram
    private let folder: ScratchFolder
    private let states = Told<BrokerState>()
    /// Retained here, because a broker ends when it is released.
    private let broker: RunningBroker?

    init(
        _ address: BrokerAddress,
        at broker: RunningBroker? = nil,
        will: String? = "gone",
        limits: BrokerLimits = .hasty,
        hail: ChildHail = ChildHail()
    ) throws {
        self.broker = broker
        folder = try ScratchFolder()
        program = try BrokerChildProgram(in: folder)
        let topic = try #require(address.topic("board", "life"))
        let role = BrokerRole.publishing(
            identifier: "board",
            will: will.flatMap { BrokerMessage(topic, Array($0.utf8)) }
        )
        connection = BrokerConnection(
            try BrokerLine(address, role, limits, program.path, hail)
        )
        let states = states
        try connection.start { states.tell($0) }
    }

    @discardableResult
    func say(_ text: String, under level: String = "life") throws -> Bool {
        let address = try BrokerAddress("mqtt://h/study")
        let topic = try #require(address.topic("board", level))
        return connection.publish(try #require(BrokerMessage(topic, Array(text.utf8))))
    }

    var told: [BrokerState] { states.soFar }

    /// Waits for a wanted state, ignoring this many earlier ones.
    func state(
        after count: Int = 0,
        _ wanted: @escaping (BrokerState) -> Bool
    ) async throws -> BrokerState {
        _ = try await eventually { self.told.dropFirst(count).contains(where: wanted) }
        return try #require(self.told.dropFirst(count).first(where: wanted), "\(self.told)")
    }

    func connected(after count: Int = 0) async throws {
        _ = try await state(after: count) { $0 == .connected }
    }

    func problem(after count: Int = 0) async throws -> BrokerProblem {
        try #require(try await state(after: count) { $0.problem != nil }.problem)
    }
}

/// A subscriber, and the messages that it has received.
final class Listener: Sendable {
    private let subscription: BrokerSubscription
    private let folder: ScratchFolder
    private let heard = Told<String>()
    private let isSettled = Atomic<Bool>(false)

    init(_ address: BrokerAddress) async throws {
        folder = try ScratchFolder()
        subscription = try BrokerSubscription(
            address,
            filter: address.filter("#"),
            limits: .hasty,
            program: BrokerChildProgram(in: folder).path
        )
        let heard = heard
        try subscription.start { [weak self] event in
            switch event {
            case .message(let message):
                heard.tell(String(decoding: message.payload, as: UTF8.self))
            case .settled: self?.isSettled.store(true, ordering: .releasing)
            case .state, .tooLong: break
            }
        }
        #expect(try await eventually { self.isSettled.load(ordering: .acquiring) })
    }

    func hears(_ text: String) async throws -> Bool {
        try await eventually { self.heard.soFar.contains(text) }
    }

    var all: [String] { heard.soFar }
}

@Suite("A connection to a real broker", .mayNotHang, .needs(.mosquitto))
struct RealBrokerTests {
    private func address(_ broker: RunningBroker, _ host: String = "127.0.0.1") throws
        -> BrokerAddress
    { try BrokerAddress("mqtt://\(host):\(broker.port)/study") }

    private func kept(_ broker: RunningBroker) async throws -> [String: String] {
        let kept = try await BrokerSubscription.kept(
            at: address(broker),
            filter: "#",
            within: .seconds(300),
            program: BrokerChildProgram.built
        )
        return Dictionary(
            uniqueKeysWithValues: kept.messages.map {
                (
                    String(decoding: $0.topic, as: UTF8.self),
                    String(decoding: $0.payload, as: UTF8.self)
                )
            }
        )
    }

    @Test(
        "leaves the last message of each topic there, and disconnects",
        arguments: [
            "127.0.0.1", "localhost",
        ]
    )
    func keeps(host: String) async throws {
        let broker = try await RunningBroker.start()
        let board = try Board(address(broker, host))
        for number in 0..<50 { try board.say("\(number)") }
        try board.say("whole", under: "disk")
        #expect(await board.connection.close(within: .seconds(300)))
        #expect(board.connection.state == .closed)
        // States are reported on the connection's own thread.
        try await until("the end of the connection is reported") { board.told.last == .closed }
        #expect(try await kept(broker) == ["study/board/life": "49", "study/board/disk": "whole"])
    }

    @Test("has the last will sent if its child is killed, and then publishes everything again")
    func will() async throws {
        let broker = try await RunningBroker.start()
        let listener = try await Listener(address(broker))
        let board = try Board(address(broker))
        try board.say("here")
        #expect(try await listener.hears("here"))
        let before = board.told.count
        #expect(board.program.signal(SIGKILL) == 1)
        let problem = try await board.problem(after: before)
        guard case .crashed = problem.kind else { throw problem }
        #expect(try await listener.hears("gone"))
        try await board.connected(after: before)
        #expect(try await eventually { listener.all == ["here", "gone", "here"] })
        await board.connection.close(within: .seconds(300))
        #expect(listener.all == ["here", "gone", "here"])
    }

    @Test("replaces a child process that hangs")
    func hungChild() async throws {
        let broker = try await RunningBroker.start()
        let board = try Board(
            address(broker),
            hail: ChildHail(after: .milliseconds(50), limit: .seconds(3))
        )
        try await board.connected()
        let before = board.told.count
        board.program.signal(SIGSTOP)
        let problem = try await board.problem(after: before)
        guard case .crashed(let why) = problem.kind else { throw problem }
        #expect(why.contains("hangs"))
        try await board.connected(after: before)
        await board.connection.close(within: .seconds(300))
    }

    @Test("comes back after its broker was killed, and publishes everything again")
    func restarted() async throws {
        let broker = try await RunningBroker.start()
        let board = try Board(address(broker))
        try board.say("before")
        try board.say("more", under: "disk")
        try await board.connected()
        let before = board.told.count
        broker.kill()
        let lost = try await board.state(after: before) { $0.problem != nil }
        guard case .waiting(let problem, let since) = lost else { throw CancellationError() }
        #expect(problem.kind == .lost)
        #expect(since <= SystemClock.monotonic.nanoseconds)
        for number in 0..<1000 { try board.say("\(number)") }
        try await broker.restart()
        try await board.connected(after: before)
        await board.connection.close(within: .seconds(300))
        #expect(try await kept(broker) == ["study/board/life": "999", "study/board/disk": "more"])
    }

    @Test("notices that its broker hangs, and comes back when it goes on")
    func hungBroker() async throws {
        let broker = try await RunningBroker.start()
        var limits = BrokerLimits.hasty
        limits.keepAlive = .seconds(5)
        let board = try Board(address(broker), limits: limits)
        try await board.connected()
        let before = board.told.count
        broker.hang()
        #expect(try await board.problem(after: before).kind == .silent)
        broker.goOn()
        try await board.connected(after: before)
        await board.connection.close(within: .seconds(300))
    }

    @Test("closes in time while the broker hangs or is missing, and then publishes nothing")
    func endsAlways() async throws {
        let broker = try await RunningBroker.start()
        let board = try Board(address(broker))
        try await board.connected()
        broker.hang()
        try board.say("not to be taken")
        await board.connection.close(within: .milliseconds(100))
        #expect(board.connection.state == .closed)
        broker.goOn()
        broker.kill()
        let absent = try Board(address(broker))
        try absent.say("never")
        await absent.connection.close(within: .seconds(300))
        await absent.connection.close(within: .seconds(300))
        #expect(absent.connection.state == .closed)
        #expect(try !absent.say("too late"))
    }

    @Test(
        "reports an unknown host, or one that refuses the connection",
        arguments: [("no-such-host.invalid", true), ("127.0.0.1", false)]
    )
    func absent(host: String, isUnknown: Bool) async throws {
        // No server has this port.
        let board = try Board(try BrokerAddress("mqtt://\(host):1/study"))
        let problem = try await board.problem()
        #expect(problem.kind == (isUnknown ? .unknownName : .unreachable(.connectionRefused)))
        #expect(!problem.isRefusal)
        await board.connection.close(within: .zero)
    }

    @Test("is refused with a wrong password, and without one if the broker requires it")
    func passwords() async throws {
        let broker = try await RunningBroker.start([
            "allow_anonymous false", "password_file FOLDER/passwords",
        ]) { folder in
            let made = try ChildProgram.run([
                "mosquitto_passwd", "-b", "-c", "\(folder.path)/passwords", "me", "right",
            ])
            try #require(made == .exited(0))
            try folder.file("right", "right\n")
            try folder.file("wrong", "mistaken\n")
        }
        let base = "mqtt://me@127.0.0.1:\(broker.port)/study?password-file=\(broker.folder.path)"
        let good = try Board(try BrokerAddress("\(base)/right"))
        try await good.connected()
        await good.connection.close(within: .seconds(300))
        let bad = try Board(try BrokerAddress("\(base)/wrong"))
        let problem = try await bad.problem()
        #expect(problem.kind == .wrongPassword)
        #expect(!"\(problem)".contains("mistaken"))
        // The next call reads the corrected file.
        let before = bad.told.count
        try broker.folder.file("wrong", "right\n")
        try await bad.connected(after: before)
        await bad.connection.close(within: .seconds(300))
        let nobody = try Board(try address(broker))
        #expect(try await nobody.problem().kind == .wantsPassword)
        await nobody.connection.close(within: .zero)
    }

    @Test("receives payloads as bytes, nothing that is too long, and no more than requested")
    func hostileMessages() async throws {
        let broker = try await RunningBroker.start()
        let folder = broker.folder
        try folder.file("long", String(repeating: "x", count: BrokerMessage.longest + 1))
        for (topic, more) in [
            ("ä/?", ["-m", "\u{1B}]0;x"]), ("long", ["-f", "\(folder.path)/long"]),
            (String(repeating: "t", count: 2000), ["-m", "x"]),
        ] {
            let words = ["mosquitto_pub", "-p", "\(broker.port)", "-r", "-t", "study/\(topic)"]
            #expect(try ChildProgram.run(words + more) == .exited(0))
        }
        func kept(most: Int = 10) async throws -> BrokerSubscription.Kept {
            try await BrokerSubscription.kept(
                at: address(broker),
                filter: "study/#",
                mostMessages: most,
                within: .seconds(300),
                program: BrokerChildProgram.built
            )
        }
        let all = try await kept()
        #expect(all.messages.map(\.topic) == [Array("study/ä/?".utf8)])
        #expect(all.messages.map(\.payload) == [Array("\u{1B}]0;x".utf8)])
        #expect(all.left == 2)
        let none = try await kept(most: 0)
        #expect(none.messages.isEmpty)
        #expect(none.left == 3)
    }

    @Test("receives everything that a broker retains for a thousand boards")
    func many() async throws {
        let broker = try await RunningBroker.start([
            "allow_anonymous true", "max_queued_messages 0",
        ])
        // Connects by MQTT, publishes a thousand retained messages, and disconnects.
        let call = try WebCall(port: broker.port)
        call.send([0x10, 13, 0, 4, 77, 81, 84, 84, 4, 2, 0, 60, 0, 1, 97])
        for number in 0..<1000 {
            let topic = Array("study/\(number)/life".utf8)
            let payload = Array("\(number)".utf8)
            let length = UInt8(2 + topic.count + payload.count)
            call.send([0x31, length, 0, UInt8(topic.count)] + topic + payload)
        }
        call.send([0xE0, 0])
        _ = await call.hearAll()
        let kept = try await kept(broker)
        #expect(kept.count == 1000)
        #expect((0..<1000).allSatisfy { kept["study/\($0)/life"] == "\($0)" })
    }
}
