import SystemCalls
import Testing

@Suite("Waiting for a thread")
struct SystemThreadTests {
    @Test("has an end where the thread has none")
    func hung() throws {
        let wakeEvent = WakeEvent()
        let thread = try SystemThread.spawn(name: "hung") {
            while wakeEvent.count == 0 { wakeEvent.wait(since: 0) }
        }
        let isDone = thread.join(upTo: .zero)
        #expect(!isDone)
        wakeEvent.signal()
    }

    @Test("tells that it is done, however long the wait might be", arguments: [3_600, Int64.max])
    func done(seconds: Int64) throws {
        let thread = try SystemThread.spawn(name: "done") {}
        let isDone = thread.join(upTo: .seconds(seconds))
        #expect(isDone)
    }

    @Test("looks at once where there is no time for more")
    func late() throws {
        let wakeEvent = WakeEvent()
        let thread = try SystemThread.spawn(name: "late") {
            while wakeEvent.count == 0 { wakeEvent.wait(since: 0) }
        }
        let isDone = thread.join(upTo: .seconds(-1))
        #expect(!isDone)
        wakeEvent.signal()
    }
}
