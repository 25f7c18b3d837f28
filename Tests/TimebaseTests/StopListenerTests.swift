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

    @Test("calls nobody who listens no longer, and keeps nothing of theirs")
    func cancelled() {
        final class Kept: Sendable {}
        let signal = StopSignal()
        let calls = Mutex(0)
        weak var kept: Kept?
        let listening: StopListening
        do {
            let held = Kept()
            kept = held
            listening = signal.onRequest {
                _ = held
                calls.withLock { $0 += 1 }
            }
        }
        signal.onRequest { calls.withLock { $0 += 10 } }
        signal.drain(until: BootInstant(nanoseconds: 5))
        #expect(calls.withLock { $0 } == 11)
        #expect(kept != nil)
        listening.cancel()
        listening.cancel()
        #expect(kept == nil)
        signal.abandon()
        #expect(calls.withLock { $0 } == 21)
    }

    @Test("goes on where nobody keeps what would end it")
    func discarded() {
        let signal = StopSignal()
        let calls = Mutex(0)
        _ = signal.onRequest { calls.withLock { $0 += 1 } }
        signal.abandon()
        #expect(calls.withLock { $0 } == 1)
    }
}
