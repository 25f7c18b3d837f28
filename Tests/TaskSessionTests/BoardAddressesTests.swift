import Patience
import SessionFolder
import SystemCalls
import Testing

@testable import TaskSession

@Suite("Resolving the names of boards", .mayNotHang)
struct BoardAddressesTests {
    @Test("reports unknown and hanging names after the time limit, and keeps numeric addresses")
    func beside() {
        let hang = WakeEvent()
        let found = BoardAddresses(
            of: .boards(["belt", "off", "192.0.2.7", "::1", "nobody", "belt"]),
            within: .milliseconds(200)
        ) { name in
            switch name {
            case "belt": return ["192.0.2.1", "2001:db8::1"]
            case "off":
                while hang.count == 0 { hang.wait(since: 0) }
                return ["192.0.2.2"]
            default: return []
            }
        }
        hang.signal()
        #expect(found.unknown.contains("nobody") && found.unknown.contains("off"))
        #expect(found.known["192.0.2.7"] == ["192.0.2.7"])
        #expect(found.known["::1"] == ["::1"])
    }

    @Test("asks for all names at the same time, so that none delays the others")
    func atTheSameTime() {
        let asked = ["belt": WakeEvent(), "off": WakeEvent()]
        // Each lookup waits until the other one has begun: one after the other, they would hang.
        let found = BoardAddresses(
            of: .boards(["belt", "off"]),
            within: .seconds(1_000_000)
        ) { name in
            asked[name]?.signal()
            for other in asked.values {
                while other.count == 0 { other.wait(since: 0) }
            }
            return [name]
        }
        #expect(found.known == ["belt": ["belt"], "off": ["off"]])
        #expect(found.unknown.isEmpty)
    }

    @Test("ends as soon as all names are resolved")
    func all() {
        // If it waited for the limit, the test would take days.
        let found = BoardAddresses(of: .boards(["a", "b"]), within: .seconds(1_000_000)) { [$0] }
        #expect(found.known == ["a": ["a"], "b": ["b"]])
        #expect(found.unknown.isEmpty)
        let none = BoardAddresses(of: .link) { _ in [] }
        #expect(none.known.isEmpty && none.unknown.isEmpty)
    }

    @Test("reports unknown names after the mark was sent to the others")
    func told() throws {
        let ear = try GroupEar(port: 0, .four, longest: NetworkMark.longest)
        do {
            _ = try NetworkMarkVoice.send(
                "turn",
                .boards(["127.0.0.1", "off"]),
                nil,
                port: ear.port,
                resolvedBy: { _ in [] }
            )
            Issue.record("an unknown board was not reported")
        } catch {
            #expect(error.description.contains("off"))
            #expect(error.description.contains("the mark was sent to the others"))
        }
        #expect(try ear.take() != nil)
    }
}
