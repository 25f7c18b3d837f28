import SystemCalls
import Testing

@testable import Broker

@Suite("What a broker retains")
struct KeptGatheringTests {
    private static let silence = BrokerProblem(.silent, at: "mqtt://h")
    private static let absence = BrokerProblem(.unreachable(.connectionRefused), at: "mqtt://h")

    private static func message(_ topic: UInt8, isKept: Bool = true) -> ReceivedMessage {
        ReceivedMessage(topic: [topic], payload: [1], isKept: isKept)
    }

    /// The answer after these events and the time limit.
    private static func answer(
        _ events: [BrokerSubscription.Event],
        most: Int = 10
    ) -> Result<BrokerSubscription.Kept, BrokerProblem>? {
        var gathering = KeptGathering(mostMessages: most, mostBytes: 100)
        for event in events { gathering.take(event) }
        gathering.end(silence)
        return gathering.answer
    }

    @Test("is complete once the broker has sent all of it, even if that is nothing")
    func whole() throws {
        let kept = try #require(
            try Self.answer([
                .state(.connected), .message(Self.message(1)),
                .message(Self.message(2, isKept: false)),
                .settled,
            ])?.get()
        )
        #expect(kept.messages == [Self.message(1)])
        #expect(kept.gap == nil)
        let nothing = try #require(try Self.answer([.state(.connected), .settled])?.get())
        #expect(nothing.messages.isEmpty)
        #expect(nothing.gap == nil)
    }

    @Test("is unknown if the broker accepts a board and sends nothing")
    func nothingSaid() {
        #expect(throws: Self.silence) { try Self.answer([.state(.connected)])?.get() }
        #expect(throws: Self.silence) { try Self.answer([])?.get() }
    }

    @Test("is unknown if there is no broker, or it refuses the board")
    func absent() {
        let waiting = BrokerState.waiting(Self.absence, since: 0)
        #expect(throws: Self.absence) { try Self.answer([.state(waiting)])?.get() }
        let refusal = BrokerProblem(.wrongPassword, at: "mqtt://h")
        var gathering = KeptGathering(mostMessages: 1, mostBytes: 1)
        #expect(gathering.answer == nil)
        gathering.take(.state(.refused(refusal)))
        #expect(throws: refusal) { try gathering.answer?.get() }
    }

    @Test("is marked as incomplete after the time limit or a lost connection")
    func partly() throws {
        let slow = try #require(
            try Self.answer([.state(.connected), .message(Self.message(1))])?.get()
        )
        #expect(slow.messages == [Self.message(1)])
        #expect(slow.gap == Self.silence)
        let lost = try #require(
            try Self.answer([
                .state(.connected), .message(Self.message(1)),
                .state(.waiting(Self.absence, since: 0)),
            ])?.get()
        )
        #expect(lost.gap == Self.absence)
    }

    @Test("is collected anew over each new connection, because the broker sends all of it again")
    func anew() throws {
        let kept = try #require(
            try Self.answer([
                .state(.connected), .message(Self.message(1)), .message(Self.message(2)), .tooLong,
                .state(.waiting(Self.absence, since: 0)), .state(.connected),
                .message(Self.message(1)), .settled,
            ])?.get()
        )
        #expect(kept.messages == [Self.message(1)])
        #expect(kept.left == 0)
        #expect(kept.gap == nil)
    }

    @Test("is limited, and what exceeds the limit is counted")
    func bounded() throws {
        let events = (0..<5).map { BrokerSubscription.Event.message(Self.message($0)) }
        let kept = try #require(try Self.answer(events + [.settled], most: 3)?.get())
        #expect(kept.messages.count == 3)
        #expect(kept.left == 2)
    }
}
