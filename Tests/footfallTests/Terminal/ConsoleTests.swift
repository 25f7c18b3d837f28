import Synchronization
import Testing

@testable import footfall

@Suite("The messages that a console holds back")
struct ConsoleTests {
    /// Hears messages, and complains itself when it hears the first one, as another thread may at that moment.
    private final class Listener: Sendable {
        let lines = Mutex<[String]>([])
        let console = Mutex<Console?>(nil)

        func hear(_ line: String) {
            lines.withLock { $0.append(line) }
            guard line == "first" else { return }
            let told = console.withLock { $0 }
            told?.complain("third")
        }
    }

    @Test("are written before one that comes while they are being written")
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
        // Nothing is held back any more.
        console.complain("fourth")
        #expect(listener.lines.withLock { $0.last } == "fourth")
        listener.console.withLock { $0 = nil }
    }
}
