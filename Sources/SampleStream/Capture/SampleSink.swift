// Where a source puts its samples. The sink is the one place that knows what happens when there is
// no room: a device's sample is counted and its place told, a stored one waits.

public import Timebase

/// The way into a stream, owned by the thread that captures.
@frozen
public struct SampleSink<Sample: StreamSample>: ~Copyable {
    @usableFromInline var producer: RingProducer<Sample>
    @usableFromInline var losses = LossLedger()
    @usableFromInline var hasLosses = false
    @usableFromInline let waitsForRoom: Bool
    @usableFromInline let link: StreamLink
    @usableFromInline let stop: StopSignal

    /// The way into a ring.
    ///
    /// - Parameters:
    ///   - producer: The ring's end.
    ///   - waitsForRoom: Whether a full ring makes the source wait instead of losing a sample.
    ///   - link: What the writer sleeps beside.
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

    /// Sends one item; it is in the ring afterwards, or counted as lost.
    @inlinable
    public mutating func deliver(_ item: Sample) {
        if !hasLosses, producer.push(item) { return }
        deliverWithoutRoom(item)
    }

    /// Sends items in order; each is in the ring afterwards, or counted as lost.
    @inlinable
    public mutating func deliver(_ items: UnsafeBufferPointer<Sample>) {
        let pushed = unsafe hasLosses ? 0 : producer.push(contentsOf: items)
        for index in pushed..<items.count { unsafe deliver(items[index]) }
    }

    /// Wakes the writer: for a source whose samples come in batches, when it has sent one.
    ///
    /// Without it, samples are looked for often enough, and nobody is woken for each.
    public func announce() { link.announce() }

    /// Whether somebody watches the latest values: then batches should be small.
    public var isWatched: Bool { link.isWatched }

    /// Says that the device or the source has lost readings: so many, or about so many.
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

    /// Says what a device's clock showed at an instant, for the session's journal; it waits for nobody.
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
        // The gaps first, so that they stand where the readings are missing.
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

    /// Ends the stream: what could not be told any more goes to the writer by the link.
    consuming func finish() {
        link.finish(unreported: losses)
    }
}
