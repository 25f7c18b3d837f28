import SystemCalls
import Testing

@testable import Broker

@Suite("A message between a connection and its child")
struct BrokerMessagesTests {
    static let reports: [BrokerReport] =
        [
            .resolved(["127.0.0.1", "2001:db8::1"]), .resolved([]), .connected, .taken(.max),
            .hears,
            .heard(ReceivedMessage(topic: [0xFF, 0], payload: [1, 2], isKept: true)),
            .heard(ReceivedMessage(topic: [], payload: [], isKept: false)), .tooLong, .left,
            .present,
        ] + failures.map { .failed($0) }

    static let failures: [CallFailure] = [
        .unknownName, .unreachable(.connectionRefused), .silent, .lost, .noBroker, .unavailable,
        .refusesClient, .notLetIn, .refusesCertificate("a"), .noTLS(""), .badProof(.otherKey),
        .unconfined(.permission),
        .certificate(
            CallFailure.Certificate(
                fault: .otherName,
                reason: "r",
                subject: "s",
                issuer: "i",
                start: "2026",
                end: "2027"
            )
        ),
    ]

    @Test("is read as it was written", arguments: reports)
    func readAgain(report: BrokerReport) throws {
        #expect(try BrokerReport(report.bytes) == report)
    }

    @Test("is refused if it is cut, or has more bytes after it", arguments: reports)
    func cuts(report: BrokerReport) {
        for count in report.bytes.indices {
            #expect(throws: MessageReader.Malformed.self) {
                try BrokerReport(Array(report.bytes.prefix(count)))
            }
        }
        #expect(throws: MessageReader.Malformed.self) { try BrokerReport(report.bytes + [0]) }
    }

    @Test("becomes no larger than its bytes allow, whatever lengths it claims", arguments: reports)
    func hostile(report: BrokerReport) {
        for place in report.bytes.indices {
            for value: UInt8 in [0, 1, 127, 128, 255] {
                var bytes = report.bytes
                bytes[place] = value
                // The bytes may be a message or not; a length that is trusted would end this process. Bytes that are
                // not UTF-8 become replacement characters, which are longer.
                if let read = try? BrokerReport(bytes) {
                    #expect(read.bytes.count <= 3 * bytes.count)
                }
            }
        }
    }

    @Test("is read as it was written if it is an order")
    func orders() throws {
        let topic = try #require(BrokerTopic("a/b"))
        let message = try #require(BrokerMessage(topic, [0, 1]))
        let orders: [BrokerOrder] = [
            .resolve("host"), .part([1, 2]), .call, .publish(7, message), .leave, .hail,
        ]
        for order in orders { #expect(try BrokerOrder(order.bytes) == order) }
    }

    @Test("holds each part of a call, however long the certificates of the call are")
    func call() throws {
        var proofs = BrokerProofs()
        proofs.authorities = [UInt8](repeating: 65, count: 1 << 20)
        proofs.password = [0xFF]
        let topic = try #require(BrokerTopic("a"))
        let call = BrokerCall(
            addresses: ["127.0.0.1"],
            host: "h",
            port: 8883,
            isEncrypted: true,
            user: "u",
            proofs: proofs,
            keepAliveSeconds: 30,
            identifier: "i",
            will: BrokerMessage(topic, [UInt8](repeating: 1, count: BrokerMessage.longest)),
            filter: nil
        )
        var bytes: [UInt8] = []
        for order in call.orders {
            #expect(order.bytes.count <= MessageSocket.longest)
            if case .part(let part) = order { bytes += part }
        }
        #expect(call.orders.last == .call)
        #expect(try BrokerCall(bytes) == call)
        #expect(throws: MessageReader.Malformed.self) { try BrokerCall(bytes + [0]) }
        #expect(throws: MessageReader.Malformed.self) { try BrokerCall(Array(bytes.dropLast())) }
    }

    @Test("has room for the longest topic and payload of a board")
    func longest() throws {
        let topic = try #require(BrokerTopic(String(repeating: "t", count: BrokerTopic.longest)))
        let payload = [UInt8](repeating: 0, count: BrokerMessage.longest)
        let message = try #require(BrokerMessage(topic, payload))
        #expect(BrokerOrder.publish(.max, message).bytes.count <= MessageSocket.longest)
        #expect(BrokerMessage(topic, payload + [0]) == nil)
        let heard = ReceivedMessage(topic: Array(topic.text.utf8), payload: payload, isKept: true)
        #expect(BrokerReport.heard(heard).bytes.count <= MessageSocket.longest)
    }
}
