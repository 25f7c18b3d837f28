// Lets one thread wake another without a lock. The sleeper reads the count of signals, checks for work, and sleeps only
// while the count is unchanged. So it misses no signal between the check and the sleep.

internal import CSystemCalls
internal import Synchronization

/// An event that threads can wait for.
public final class WakeEvent: Sendable {
    private let signals = Atomic<UInt32>(0)

    /// Makes an event, not signalled yet.
    public init() {}

    /// The number of signals so far, to pass to `wait`.
    public var count: UInt32 {
        // Acquires what was written before the observed `signal`.
        signals.load(ordering: .acquiring)
    }

    /// Wakes every thread that waits for the event.
    public func signal() {
        // Releases to `count` in the woken thread.
        signals.wrappingAdd(1, ordering: .releasing)
        _ = unsafe footfall_futex_wake_all(word)
    }

    /// Sleeps until the event is signalled; returns at once if it was signalled since `count` was read, and at the
    /// latest after `limit`.
    ///
    /// It may wake early, so the caller must check again for what it waits for.
    public func wait(since count: UInt32, upTo limit: Duration? = nil) {
        let nanoseconds = limit.map { max(0, $0.wholeNanoseconds) } ?? -1
        _ = unsafe footfall_futex_wait(word, count, nanoseconds)
    }

    /// The address that the kernel watches; an `Atomic` does not move as long as its class instance lives.
    private var word: UnsafePointer<UInt32> {
        unsafe withUnsafePointer(to: signals) {
            unsafe UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self)
        }
    }
}
