// What the two threads of a stream share beside the ring: two bells, so that neither has to spin,
// and how the capture ended.

public import SystemCalls
internal import Synchronization

/// The signals between the thread that captures and the thread that writes.
public final class StreamLink: Sendable {
    /// How the capture ended.
    public struct Ending: Sendable {
        /// Losses that found no more room in the ring.
        public var unreported: LossLedger
    }

    /// Rung for the writer: there is more than it may sleep through.
    public let dataBell = Doorbell()
    private let roomBell = Doorbell()
    private let isProducerWaiting = Atomic<Bool>(false)
    private let ending = Mutex<Ending?>(nil)
    private let isOver = Atomic<Bool>(false)
    private let clocks = HandoverList<ClockNote>()
    private let lastLook = Atomic<Int64>(.min)
    private let hasAnnounced = Atomic<Bool>(false)

    /// For how long after a look another one is expected.
    private static let attention: Int64 = 2_000_000_000

    /// The link of a stream that has not begun.
    public init() {}

    /// How the capture ended; `nil` while it goes on.
    ///
    /// Once it is there, everything the capture pushed can be popped.
    public var captureEnding: Ending? {
        // Acquires what was pushed before `finish`.
        isOver.load(ordering: .acquiring) ? ending.withLock { $0 } : nil
    }

    /// Whether somebody watches the latest values, so that they should come soon.
    public var isWatched: Bool {
        let last = lastLook.load(ordering: .relaxed)
        return last != .min && SystemClock.monotonic.nanoseconds &- last < Self.attention
    }

    /// Whether the source says when it has sent a batch, so that nobody need look in between.
    public var announcesBatches: Bool { hasAnnounced.load(ordering: .relaxed) }

    func noteLook() {
        lastLook.store(SystemClock.monotonic.nanoseconds, ordering: .relaxed)
    }

    func announce() {
        hasAnnounced.store(true, ordering: .relaxed)
        dataBell.ring()
    }

    func note(_ clock: ClockNote) { clocks.add(clock) }

    /// What the source has learned of its device's clock, and nobody has taken yet.
    ///
    /// It may be seen late: the next look finds it. Behind the end of the capture it is seen.
    public func takeClocks() -> [ClockNote] { clocks.takeAll() }

    /// Called by the writer after it has popped: wakes a source that waits for room.
    public func tellRoom() {
        guard isProducerWaiting.load(ordering: .relaxed) else { return }
        isProducerWaiting.store(false, ordering: .relaxed)
        roomBell.ring()
    }

    /// Called by a source that found no room and has nothing to lose by waiting.
    func waitForRoom() {
        let rings = roomBell.count
        isProducerWaiting.store(true, ordering: .relaxed)
        dataBell.ring()
        // The flag may be seen late: the limit bounds what that can cost.
        roomBell.wait(since: rings, upTo: .milliseconds(1))
    }

    func finish(unreported: LossLedger) {
        ending.withLock { $0 = Ending(unreported: unreported) }
        // Releases all that was pushed to `captureEnding`.
        isOver.store(true, ordering: .releasing)
        dataBell.ring()
    }
}
