// How one thread wakes another without a lock: the sleeper remembers how often the bell had rung,
// and sleeps only while that is still so. A ring between the look and the sleep is never missed.

internal import CSystemCalls
internal import Synchronization

/// A bell that threads can sleep beside.
public final class Doorbell: Sendable {
    private let rings = Atomic<UInt32>(0)

    /// A bell that has not rung.
    public init() {}

    /// How often it has rung, to be given to `wait`.
    public var count: UInt32 {
        // Acquires what was done before the `ring` that is seen.
        rings.load(ordering: .acquiring)
    }

    /// Wakes every thread that sleeps beside the bell.
    public func ring() {
        // Releases to `count` in the woken thread.
        rings.wrappingAdd(1, ordering: .releasing)
        _ = unsafe footfall_futex_wake_all(word)
    }

    /// Sleeps until the bell rings, unless it has since `count` was read, or until time is up.
    ///
    /// It may wake early: the caller looks again at what it waits for.
    public func wait(since count: UInt32, upTo limit: Duration? = nil) {
        let nanoseconds = limit.map { max(0, $0.wholeNanoseconds) } ?? -1
        _ = unsafe footfall_futex_wait(word, count, nanoseconds)
    }

    /// The address the kernel watches; an `Atomic` stays where it is for as long as its class does.
    private var word: UnsafePointer<UInt32> {
        unsafe withUnsafePointer(to: rings) {
            unsafe UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self)
        }
    }
}
