import SystemCalls
import Testing

@Suite("Waiting for a thread")
struct SystemThreadTests {
    @Test("ends at the time limit if the thread has not ended")
    func hung() throws {
        let wakeEvent = WakeEvent()
        let thread = try SystemThread.spawn(name: "hung") {
            while wakeEvent.count == 0 { wakeEvent.wait(since: 0) }
        }
        let isDone = thread.join(upTo: .zero)
        #expect(!isDone)
        wakeEvent.signal()
    }

    @Test("reports that the thread has ended, whatever the limit", arguments: [3_600, Int64.max])
    func done(seconds: Int64) throws {
        let thread = try SystemThread.spawn(name: "done") {}
        let isDone = thread.join(upTo: .seconds(seconds))
        #expect(isDone)
    }

    @Test("ends at once if the time limit is negative")
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
