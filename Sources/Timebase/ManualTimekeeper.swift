// Time that a test moves by hand.

internal import Synchronization
internal import SystemCalls

/// Time that stands still until it is moved.
public final class ManualTimekeeper: Timekeeper {
    private let reached: Mutex<ClockReading>
    private let moved = Doorbell()

    /// Time that stands at a reading.
    public init(startingAt reading: ClockReading = .zero) {
        reached = Mutex(reading)
    }

    public func reading() -> ClockReading { reached.withLock { $0 } }

    /// Moves time forward and wakes whoever waited for it.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "time must run forward")
        reached.withLock { $0 = $0.advanced(by: duration) }
        moved.ring()
    }

    public func wait(until instant: BootInstant, or signal: StopSignal) {
        while true {
            let rings = moved.count
            if signal.isRaised || now >= instant { return }
            // Two bells cannot be slept beside at once; the signal is looked at every so often.
            moved.wait(since: rings, upTo: .milliseconds(5))
        }
    }

    public func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        while now < deadline {
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}

extension ClockReading {
    /// Every clock at its beginning.
    public static let zero = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 0),
        monotonicNanoseconds: 0,
        boottime: BootInstant(nanoseconds: 0)
    )
}
