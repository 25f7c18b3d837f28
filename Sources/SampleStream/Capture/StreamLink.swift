// The state that a stream's two threads share in addition to the ring: two events, so that neither thread has to
// spin, and how the capture ended.

public import SystemCalls
internal import Synchronization

/// Connects the capture thread and the writer thread.
public final class StreamLink: Sendable {
    /// How the capture ended.
    public struct Ending: Sendable {
        /// Losses for which the ring had no room.
        public var unreported: LossLedger
    }

    /// Wakes the writer: a batch is complete, the ring is full, or the capture has ended.
    public let dataEvent = WakeEvent()
    private let roomEvent = WakeEvent()
    private let isProducerWaiting = Atomic<Bool>(false)
    private let ending = Mutex<Ending?>(nil)
    private let isOver = Atomic<Bool>(false)
    private let clocks = HandoverList<ClockNote>()
    private let lastLook = Atomic<Int64>(.min)
    private let hasAnnounced = Atomic<Bool>(false)

    /// After the latest values were read, another read is expected for this many nanoseconds.
    private static let attention: Int64 = 2_000_000_000

    /// The link of a stream that has not started.
    public init() {}

    /// How the capture ended; `nil` while it continues.
    ///
    /// When it is not `nil`, everything that the capture pushed can be popped.
    public var captureEnding: Ending? {
        // Acquires what was pushed before `finish`.
        isOver.load(ordering: .acquiring) ? ending.withLock { $0 } : nil
    }

    /// Whether somebody watches the latest values, which should then be fresh.
    public var isWatched: Bool {
        let last = lastLook.load(ordering: .relaxed)
        return last != .min && SystemClock.monotonic.nanoseconds &- last < Self.attention
    }

    /// Whether the source signals each batch, so that the writer need not poll.
    public var announcesBatches: Bool { hasAnnounced.load(ordering: .relaxed) }

    func noteLook() {
        lastLook.store(SystemClock.monotonic.nanoseconds, ordering: .relaxed)
    }

    func announce() {
        hasAnnounced.store(true, ordering: .relaxed)
        dataEvent.signal()
    }

    func note(_ clock: ClockNote) { clocks.add(clock) }

    /// Removes and returns the clock notes that the source has added since the last call.
    ///
    /// A new note may become visible late; the next call finds it. After the end of the capture all are visible.
    public func takeClocks() -> [ClockNote] { clocks.takeAll() }

    /// Wakes a source that waits for room; the writer calls it after it has popped.
    public func tellRoom() {
        guard isProducerWaiting.load(ordering: .relaxed) else { return }
        isProducerWaiting.store(false, ordering: .relaxed)
        roomEvent.signal()
    }

    /// Waits for room in the ring; for sources that lose nothing by waiting.
    func waitForRoom() {
        let signals = roomEvent.count
        isProducerWaiting.store(true, ordering: .relaxed)
        dataEvent.signal()
        // The flag may become visible late; the time limit bounds the delay.
        roomEvent.wait(since: signals, upTo: .milliseconds(1))
    }

    func finish(unreported: LossLedger) {
        ending.withLock { $0 = Ending(unreported: unreported) }
        // Releases everything that was pushed to `captureEnding`.
        isOver.store(true, ordering: .releasing)
        dataEvent.signal()
    }
}
