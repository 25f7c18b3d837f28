// Several recorders open one after the other, and a walk or a recorded session must not run on
// meanwhile: time stands at the start until all are open. A recording of so many seconds then has
// exactly so many, and the same one at any speed.

internal import Synchronization
internal import SystemCalls
package import Timebase

/// Time that stands still until it is let go, and then runs at a multiple of the machine's.
package final class GatedTimekeeper: Timekeeper {
    private let origin: ClockReading
    private let factor: Double
    private let running = Mutex<ScaledTimekeeper?>(nil)

    /// Time that stands at a reading.
    package init(at origin: ClockReading, factor: Double) {
        self.origin = origin
        self.factor = factor
    }

    /// Lets time go.
    package func open() {
        running.withLock { $0 = $0 ?? ScaledTimekeeper(startingAt: origin, factor: factor) }
    }

    package func reading() -> ClockReading {
        running.withLock { $0 }?.reading() ?? origin
    }

    package func wait(until instant: BootInstant, or signal: StopSignal) {
        while true {
            let rings = signal.bell.count
            if signal.isRaised || now >= instant { return }
            if let running = running.withLock({ $0 }) {
                return running.wait(until: instant, or: signal)
            }
            // Nobody rings when the gate opens; it does so within moments of the start.
            signal.bell.wait(since: rings, upTo: .milliseconds(1))
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
