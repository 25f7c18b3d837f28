import Synchronization
import Testing
import Timebase

@Suite("Listeners of a stop signal")
struct StopListenerTests {
    @Test("calls whoever sleeps elsewhere at every request, and at once where one was made")
    func listeners() {
        let signal = StopSignal()
        let calls = Mutex(0)
        signal.onRequest { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 0)
        signal.drain(until: BootInstant(nanoseconds: 5))
        #expect(calls.withLock { $0 } == 1)
        signal.abandon()
        #expect(calls.withLock { $0 } == 2)
        signal.onRequest { calls.withLock { $0 += 10 } }
        #expect(calls.withLock { $0 } == 12)
    }
}
