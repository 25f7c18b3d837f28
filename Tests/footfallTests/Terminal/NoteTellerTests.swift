import Patience
import Synchronization
import SystemCalls
import Testing

@testable import footfall

@Suite("Notes while a recording runs", .mayNotHang)
struct NoteTellerTests {
    /// What was written.
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
        let wakeEvent = WakeEvent()
        let isHeld: Atomic<Bool>

        init(isHeld: Bool) { self.isHeld = Atomic(isHeld) }

        func write(_ line: String) {
            while isHeld.load(ordering: .acquiring) {
                wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(1))
            }
            all.withLock { $0.append(line) }
        }
    }

    @Test("are told in order, and the last of them before the end")
    func order() throws {
        let lines = Lines(isHeld: false)
        let teller = try NoteTeller { lines.write($0) }
        for number in 0..<50 { teller.tell("\(number)") }
        teller.finish(within: .seconds(30))
        #expect(lines.all.withLock { $0 } == (0..<50).map(String.init))
    }

    @Test("keep nobody waiting who has a terminal that is held")
    func held() throws {
        let lines = Lines(isHeld: true)
        let teller = try NoteTeller { lines.write($0) }
        for number in 0..<500 { teller.tell("\(number)") }
        teller.finish(within: .milliseconds(20))
        #expect(lines.all.withLock { $0 }.isEmpty)
        lines.isHeld.store(false, ordering: .releasing)
    }
}
