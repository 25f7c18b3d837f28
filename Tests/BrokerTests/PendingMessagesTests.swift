import RandomWords
import Testing

@testable import Broker

@Suite("The messages that a broker is to have")
struct PendingMessagesTests {
    private func message(_ topic: String, _ text: String = "") throws -> BrokerMessage {
        let topic = try #require(BrokerTopic(topic))
        return try #require(BrokerMessage(topic, Array(text.utf8)))
    }

    private func send(_ pending: inout PendingMessages) -> (UInt64, String)? {
        pending.next(at: 0).map { ($0.id, String(decoding: $0.message.payload, as: UTF8.self)) }
    }

    @Test("are the newest of each topic")
    func newest() throws {
        var pending = PendingMessages()
        for number in 0..<1000 { _ = pending.put(try message("a", "\(number)")) }
        let first = try #require(send(&pending))
        #expect(first.1 == "999")
        #expect(send(&pending) == nil)
    }

    @Test("go one at a time for each topic, and then the newest that came meanwhile")
    func oneAtATime() throws {
        var pending = PendingMessages()
        _ = pending.put(try message("a", "1"))
        let first = try #require(send(&pending))
        _ = pending.put(try message("a", "2"))
        _ = pending.put(try message("a", "3"))
        #expect(send(&pending) == nil)
        pending.take(first.0)
        #expect(!pending.isTaken)
        let second = try #require(send(&pending))
        #expect(second.1 == "3")
        pending.take(second.0)
        #expect(pending.isTaken)
    }

    @Test("all go again over a new connection")
    func anew() throws {
        var pending = PendingMessages()
        for topic in ["a", "b"] { _ = pending.put(try message(topic, topic)) }
        pending.take(try #require(send(&pending)).0)
        _ = send(&pending)
        pending.beginAnew()
        #expect(!pending.isTaken)
        #expect(send(&pending)?.1 == "a")
        #expect(send(&pending)?.1 == "b")
    }

    @Test("do not count as taken if a child acknowledges what was never sent")
    func hostile() throws {
        var pending = PendingMessages()
        _ = pending.put(try message("a", "1"))
        for id: UInt64 in [0, 1, 2, .max] { pending.take(id) }
        #expect(!pending.isTaken)
        #expect(send(&pending)?.1 == "1")
    }

    @Test("have a limit of topics, and of messages without an acknowledgement")
    func bounded() throws {
        var pending = PendingMessages()
        for number in 0..<PendingMessages.mostTopics { #expect(try put("\(number)", &pending)) }
        #expect(try !put("another", &pending))
        #expect(try put("0", &pending))
        var count = 0
        while send(&pending) != nil { count += 1 }
        #expect(count == PendingMessages.mostSent)
    }

    @Test("wait for an answer since the oldest one without an answer was sent")
    func unanswered() throws {
        var pending = PendingMessages()
        #expect(pending.sentSince == nil)
        _ = pending.put(try message("a"))
        _ = pending.put(try message("b"))
        #expect(pending.sentSince == nil)
        let first = pending.next(at: 5)
        _ = pending.next(at: 9)
        #expect(pending.sentSince == 5)
        pending.take(try #require(first).id)
        #expect(pending.sentSince == 9)
        pending.beginAnew()
        #expect(pending.sentSince == nil)
    }

    private func put(_ topic: String, _ pending: inout PendingMessages) throws -> Bool {
        pending.put(try message(topic))
    }

    @Test(
        "bring the broker to the newest state, whatever is lost on the network",
        arguments: 1...50
    )
    func anyOrder(seed: UInt64) throws {
        var words = RandomWords(seed: seed)
        var pending = PendingMessages()
        var wanted: [String: String] = [:]
        var kept: [String: String] = [:]
        var sent: [(UInt64, BrokerMessage)] = []
        func arrive(_ sent: (UInt64, BrokerMessage)) {
            kept[sent.1.topic.text] = String(decoding: sent.1.payload, as: UTF8.self)
        }
        for step in 0..<400 {
            switch words.next() % 5 {
            case 0, 1:
                let topic = "t\(words.next() % 6)"
                wanted[topic] = "\(step)"
                _ = pending.put(try message(topic, "\(step)"))
            case 2:
                if let next = pending.next(at: 0) { sent.append((next.id, next.message)) }
            case 3:
                guard !sent.isEmpty else { break }
                let one = sent.removeFirst()
                arrive(one)
                // The answer may be lost with the connection, even though the message has arrived.
                if words.next() % 4 == 0 {
                    sent = []
                    pending.beginAnew()
                } else {
                    pending.take(one.0)
                }
            default:
                guard words.next() % 8 == 0 else { break }
                sent = []
                pending.beginAnew()
            }
        }
        while !pending.isTaken {
            while let next = pending.next(at: 0) { sent.append((next.id, next.message)) }
            for one in sent {
                arrive(one)
                pending.take(one.0)
            }
            sent = []
        }
        #expect(kept == wanted)
    }
}

@Suite("The pause before a broker is called again")
struct CallPausesTests {
    private static let second: Int64 = 1_000_000_000

    @Test("grows each time up to a limit, and is drawn between half of that and the whole")
    func grows() {
        let limits = BrokerLimits()
        var pauses = CallPauses(limits)
        var whole: [Duration] = []
        // Each call waits for an answer that does not come; however long that takes, it counts as no connection.
        for number in 1...9 {
            let now = Int64(number) * 100 * Self.second
            whole.append(pauses.pause(isRefusal: false, at: now, chance: 1))
        }
        #expect(whole == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        var other = CallPauses(limits)
        #expect(other.pause(isRefusal: false, at: 0, chance: 0) == .milliseconds(500))
    }

    @Test("is short after a connection that has lasted, and long after a refusal")
    func afterSuccess() {
        var pauses = CallPauses(BrokerLimits())
        for _ in 0..<9 { _ = pauses.pause(isRefusal: false, at: 0, chance: 1) }
        #expect(pauses.pause(isRefusal: true, at: 0, chance: 1) == .seconds(120))
        pauses.connect(at: 0)
        #expect(pauses.pause(isRefusal: false, at: 3600 * Self.second, chance: 1) == .seconds(1))
        // That was the only connection; the next call fails, so the pause grows.
        #expect(pauses.pause(isRefusal: false, at: 7200 * Self.second, chance: 1) == .seconds(2))
    }

    @Test("grows, too, if a broker accepts boards and disconnects them at once")
    func thrownOut() {
        var pauses = CallPauses(BrokerLimits())
        var whole: [Duration] = []
        for _ in 0..<4 {
            pauses.connect(at: 0)
            whole.append(pauses.pause(isRefusal: false, at: Self.second, chance: 1))
        }
        #expect(whole == [1, 2, 4, 8].map { .seconds($0) })
    }
}

@Suite("The processor time of a broker that sends without end")
struct TurnBudgetTests {
    @Test("is limited to twenty reads in each tenth of a second")
    func bounded() {
        var budget = TurnBudget()
        func looks(_ nanoseconds: Int64) -> Int {
            (0..<1000).count { _ in budget.take(at: nanoseconds) }
        }
        #expect(looks(0) == 20)
        #expect(looks(99_999_999) == 0)
        #expect(looks(100_000_000) == 20)
        #expect(looks(.max) == 20)
    }
}
