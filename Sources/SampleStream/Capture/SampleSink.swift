// Accepts the samples of a source. Only the sink decides what happens when the ring is full: a device's sample is
// counted as lost and its gap reported, a stored sample waits.

public import Timebase

/// Sends a source's samples into a stream; owned by the capture thread.
@frozen
public struct SampleSink<Sample: StreamSample>: ~Copyable {
    @usableFromInline var producer: RingProducer<Sample>
    @usableFromInline var losses = LossLedger()
    @usableFromInline var hasLosses = false
    @usableFromInline let waitsForRoom: Bool
    @usableFromInline let link: StreamLink
    @usableFromInline let stop: StopSignal

    /// A sink that feeds a ring.
    ///
    /// - Parameters:
    ///   - producer: The producer's end of the ring.
    ///   - waitsForRoom: Whether a full ring makes the source wait instead of losing a sample.
    ///   - link: Wakes the writer.
    ///   - stop: Ends the waiting.
    public init(
        producer: consuming RingProducer<Sample>,
        waitsForRoom: Bool,
        link: StreamLink,
        stop: StopSignal
    ) {
        self.producer = producer
        self.waitsForRoom = waitsForRoom
        self.link = link
        self.stop = stop
    }

    /// Sends one item: it is then in the ring, or counted as lost.
    ///
    /// If a source that waits for room is abandoned meanwhile, the item is dropped and not counted.
    @inlinable
    public mutating func deliver(_ item: Sample) {
        if !hasLosses, producer.push(item) { return }
        deliverWithoutRoom(item)
    }

    /// Sends items in order: each is then in the ring, or counted as lost.
    @inlinable
    public mutating func deliver(_ items: UnsafeBufferPointer<Sample>) {
        let pushed = unsafe hasLosses ? 0 : producer.push(contentsOf: items)
        for index in pushed..<items.count { unsafe deliver(items[index]) }
    }

    /// Wakes the writer after a batch; for sources whose samples come in batches.
    ///
    /// If a source never calls this, the writer polls the ring instead.
    public func announce() { link.announce() }

    /// Whether somebody watches the latest values; batches should then be small.
    public var isWatched: Bool { link.isWatched }

    /// Reports that the device or the source lost `count` readings, or about so many if `isEstimated`.
    public mutating func noteLoss(
        channel: Int,
        at time: BootInstant,
        count: Int64,
        reason: GapReason,
        isEstimated: Bool = false
    ) {
        deliver(
            Sample.gap(
                channel: channel,
                at: time,
                lost: count,
                reason: reason,
                isEstimated: isEstimated
            )
        )
    }

    /// Reports what a device's clock showed, for the session's journal; never waits.
    public func noteClock(_ pair: ClockPair, of device: String) {
        link.note(ClockNote(device: device, pair: pair))
    }

    @usableFromInline
    mutating func deliverWithoutRoom(_ item: Sample) {
        if waitsForRoom {
            while !producer.push(item) {
                if stop.request == .abandon { return }
                link.waitForRoom()
            }
            return
        }
        // Reports the gaps first, so that the stream has them where the readings are missing.
        if hasLosses, producer.room() > losses.entries.count {
            for entry in losses.entries {
                _ = producer.push(
                    .gap(
                        channel: entry.channel,
                        at: entry.firstMissing,
                        lost: entry.count,
                        reason: entry.reason,
                        isEstimated: entry.isEstimated
                    )
                )
            }
            losses.clear()
            hasLosses = false
            if producer.push(item) { return }
        }
        losses.add(item)
        hasLosses = true
    }

    /// Ends the stream; passes losses that the ring had no room for to the writer through the link.
    consuming func finish() {
        link.finish(unreported: losses)
    }
}
