// A clock that stands still until all recorders are open. They open one after the other, and a computed walk or a
// replayed session must not advance meanwhile. So the recording has exactly the wanted length, and the same samples at
// any speed.

internal import Synchronization
internal import SystemCalls
package import Timebase

/// A clock that stands still until `open()`, and then runs at a multiple of real time.
package final class GatedTimekeeper: Timekeeper {
    private let origin: ClockReading
    private let factor: Double
    private let running = Mutex<ScaledTimekeeper?>(nil)

    /// Makes a clock that stands at a reading.
    package init(at origin: ClockReading, factor: Double) {
        self.origin = origin
        self.factor = factor
    }

    /// Starts the clock.
    package func open() {
        running.withLock { $0 = $0 ?? ScaledTimekeeper(startingAt: origin, factor: factor) }
    }

    package func reading() -> ClockReading {
        running.withLock { $0 }?.reading() ?? origin
    }

    package func wait(until instant: BootInstant, or signal: StopSignal) {
        while true {
            let signals = signal.wakeEvent.count
            if signal.isRaised || now >= instant { return }
            if let running = running.withLock({ $0 }) {
                return running.wait(until: instant, or: signal)
            }
            // Nothing signals when the gate opens, so this polls; the gate opens soon after the start.
            signal.wakeEvent.wait(since: signals, upTo: .milliseconds(1))
        }
    }

    package func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        while true {
            if let running = running.withLock({ $0 }) {
                return try await running.sleep(until: deadline, tolerance: tolerance)
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
