import Synchronization
import Testing

@testable import footfall

@Suite("Messages that a console holds back until it is released")
struct ConsoleTests {
    /// Receives messages; after "first", sends "third" to the console, as another thread may do at that moment.
    private final class Listener: Sendable {
        let lines = Mutex<[String]>([])
        let console = Mutex<Console?>(nil)

        func hear(_ line: String) {
            lines.withLock { $0.append(line) }
            guard line == "first" else { return }
            let receiver = console.withLock { $0 }
            receiver?.complain("third")
        }
    }

    @Test("come before a message that arrives while the console writes them")
    func order() {
        let listener = Listener()
        let console = Console(complainingTo: { listener.hear($0) })
        listener.console.withLock { $0 = console }
        console.hold()
        console.complain("first")
        console.complain("second")
        #expect(listener.lines.withLock { $0 } == [])
        console.release()
        #expect(listener.lines.withLock { $0 } == ["first", "second", "third"])
        // From now on the console holds no message back.
        console.complain("fourth")
        #expect(listener.lines.withLock { $0.last } == "fourth")
        listener.console.withLock { $0 = nil }
    }
}
