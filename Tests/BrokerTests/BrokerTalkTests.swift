import SystemCalls
import Testing

@testable import Broker

@Suite("The conversation with the child process that talks to a broker")
struct BrokerTalkTests {
    private static let second: Int64 = 1_000_000_000

    private func talk(hearing filter: String? = nil) -> BrokerTalk {
        let call = BrokerCall(
            addresses: ["127.0.0.1"],
            host: "h",
            port: 1,
            isEncrypted: false,
            user: nil,
            proofs: BrokerProofs(),
            keepAliveSeconds: 30,
            identifier: "i",
            will: nil,
            filter: filter
        )
        return BrokerTalk(call, BrokerLimits(), ChildHail(), at: 0)
    }

    private func look(
        _ talk: inout BrokerTalk,
        _ seconds: Int64
    ) throws(BrokerTalk.Ending) -> BrokerSubscription.Event? {
        try talk.look(at: seconds * Self.second)
    }

    private func hear(
        _ talk: inout BrokerTalk,
        _ report: BrokerReport,
        _ seconds: Int64 = 0
    ) throws(BrokerTalk.Ending) -> BrokerTalk.Step? {
        try talk.hear(report.bytes, at: seconds * Self.second)
    }

    @Test("fails if the broker does not answer within 15 seconds, even if the child answers")
    func silentBroker() throws {
        var talk = talk()
        for second in 1..<15 {
            _ = try hear(&talk, .present, Int64(second))
            _ = try look(&talk, Int64(second))
        }
        _ = try hear(&talk, .present, 15)
        #expect(throws: BrokerTalk.Ending.failed(.silent)) { try look(&talk, 15) }
    }

    @Test("goes on while the broker is connected and the child answers, even if no message comes")
    func quietBroker() throws {
        var talk = talk()
        #expect(try hear(&talk, .connected) == .connected)
        for second in 1...1000 {
            _ = try hear(&talk, .present, Int64(second))
            #expect(try look(&talk, Int64(second)) == nil)
        }
    }

    @Test("ends if the child hangs, sends malformed bytes, or sends a report that nobody asked for")
    func badChildren() throws {
        var hung = talk()
        _ = try hear(&hung, .connected)
        let end = try #require(throws: BrokerTalk.Ending.self) {
            for second in 1...60 { _ = try look(&hung, Int64(second)) }
        }
        guard case .crashed(let why) = end else { throw end }
        #expect(why.contains("hangs"))
        for bytes: [UInt8] in [[], [1], [UInt8](repeating: 255, count: 64)] {
            var other = talk()
            #expect(throws: BrokerTalk.Ending.self) { try other.hear(bytes, at: 0) }
        }
        var twice = talk()
        _ = try hear(&twice, .connected)
        #expect(throws: BrokerTalk.Ending.self) { try hear(&twice, .connected) }
        let message = ReceivedMessage(topic: [1], payload: [2], isKept: true)
        for unwanted: BrokerReport in [.heard(message), .tooLong, .hears] {
            var publishing = talk()
            _ = try hear(&publishing, .connected)
            #expect(throws: BrokerTalk.Ending.self) { try hear(&publishing, unwanted) }
        }
        var unasked = talk()
        #expect(throws: BrokerTalk.Ending.self) { try hear(&unasked, .resolved(["127.0.0.1"])) }
    }

    @Test("reports that all retained messages are here after a second without a retained message")
    func settled() throws {
        var talk = talk(hearing: "#")
        _ = try hear(&talk, .connected)
        #expect(try look(&talk, 5) == nil)
        _ = try hear(&talk, .hears, 5)
        let retained = ReceivedMessage(topic: [1], payload: [2], isKept: true)
        let live = ReceivedMessage(topic: [1], payload: [2], isKept: false)
        #expect(try hear(&talk, .heard(retained), 5) == .event(.message(retained)))
        _ = try talk.hear(BrokerReport.heard(retained).bytes, at: 5 * Self.second + Self.second / 2)
        _ = try hear(&talk, .heard(live), 6)
        #expect(try look(&talk, 6) == nil)
        _ = try hear(&talk, .heard(live), 7)
        #expect(try look(&talk, 7) == .settled)
        #expect(try look(&talk, 8) == nil)
    }

    @Test("keeps orders until the child accepts them, in order; ends if more than 256 wait")
    func speaking() throws {
        var talk = talk()
        var taken: [[UInt8]] = []
        var room = 1
        func send(_ bytes: [UInt8]) throws(SystemError) {
            guard room > 0 else { throw SystemError(call: "send", errno: .again) }
            room -= 1
            taken.append(bytes)
        }
        talk.say(.leave)
        try talk.speak(send)
        #expect(taken.count == 1)
        #expect(!talk.isSaid)
        room = 10
        try talk.speak(send)
        #expect(talk.isSaid)
        #expect(taken.last == BrokerOrder.leave.bytes)
        room = 0
        for _ in 0...BrokerTalk.mostUnsaid { talk.say(.hail) }
        #expect(throws: BrokerTalk.Ending.self) { try talk.speak(send) }
    }
}

@Suite("The message that says why a broker cannot be used")
struct BrokerProblemTests {
    private func certificate(
        _ fault: CallFailure.Certificate.Fault,
        subject: String = "other.example"
    ) -> CallFailure {
        .certificate(
            CallFailure.Certificate(
                fault: fault,
                reason: "odd",
                subject: subject,
                issuer: "Some Authority",
                start: "2026-01-01",
                end: "2026-02-01"
            )
        )
    }

    @Test(
        "names a remedy, and the address without the password file",
        arguments: BrokerMessagesTests.failures
    )
    func remedies(failure: CallFailure) throws {
        let address = try BrokerAddress("mqtts://me@broker.example/study?password-file=p")
        let problem = BrokerProblem(failure, of: address)
        let text = problem.description
        #expect(text.hasPrefix("the broker mqtts://me@broker.example/study "))
        #expect(text.contains("; "))
        #expect(!text.hasSuffix("; "))
    }

    @Test("says why a certificate is refused: its subject and issuer where known, or the date")
    func certificates() throws {
        let address = try BrokerAddress("mqtts://broker.example")
        let unknown = "\(BrokerProblem(certificate(.unknownAuthority), of: address))"
        #expect(unknown.contains("is for other.example, signed by Some Authority"))
        #expect(unknown.contains("ca=FILE"))
        let other = "\(BrokerProblem(certificate(.otherName), of: address))"
        #expect(other.contains("other.example") && other.contains("broker.example"))
        let expired = "\(BrokerProblem(certificate(.expired), of: address))"
        #expect(expired.contains("2026-02-01") && expired.contains("clock"))
        let early = "\(BrokerProblem(certificate(.notYetValid), of: address))"
        #expect(early.contains("2026-01-01") && early.contains("clock"))
        #expect(BrokerProblem(certificate(.other), of: address).isRefusal)
    }

    @Test("shortens text that comes from the broker, and shows none of its control characters")
    func hostileWords() throws {
        let address = try BrokerAddress("mqtts://broker.example")
        let hostile = String(repeating: "\u{1B}[2J\u{9B}31m\u{0}\n", count: 1000)
        for failure in [
            certificate(.otherName, subject: hostile), .refusesCertificate(hostile),
            .noTLS(hostile),
        ] {
            let text = "\(BrokerProblem(failure, of: address))"
            #expect(
                !text.unicodeScalars.contains {
                    $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
                }
            )
            #expect(text.utf8.count < 4000)
        }
    }

    @Test("counts as a refusal if connecting again cannot help until somebody changes a setting")
    func refusals() throws {
        let address = try BrokerAddress("mqtt://broker.example")
        for failure in BrokerMessagesTests.failures {
            let isRefusal = BrokerProblem(failure, of: address).isRefusal
            switch failure {
            case .refusesClient, .notLetIn, .certificate, .refusesCertificate, .badProof:
                #expect(isRefusal)
            case .unknownName, .unreachable, .silent, .lost, .noBroker, .unavailable, .noTLS,
                .unconfined:
                #expect(!isRefusal)
            }
        }
    }
}
