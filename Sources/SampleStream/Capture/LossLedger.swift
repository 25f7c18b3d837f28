// Losses on their way into the stream. While there is no room for a gap record, losses of the same
// channel and reason grow one entry; the first missing instant is what counts.

internal import SystemCalls
public import Timebase

/// Losses that the stream does not tell of yet.
public struct LossLedger: Sendable {
    /// One gap to be told.
    public struct Entry: Sendable, Equatable, BitwiseCopyable {
        public var channel: Int
        public var reason: GapReason
        public var firstMissing: BootInstant
        public var count: Int64
        /// Whether some of the count is an estimate.
        public var isEstimated: Bool

        public init(
            channel: Int,
            reason: GapReason,
            firstMissing: BootInstant,
            count: Int64,
            isEstimated: Bool = false
        ) {
            self.channel = channel
            self.reason = reason
            self.firstMissing = firstMissing
            self.count = count
            self.isEstimated = isEstimated
        }
    }

    private var known: [Entry] = []

    /// A ledger with no losses, and room for all that there can be.
    public init() {
        known.reserveCapacity(16 * GapReason.allCases.count)
    }

    /// Whether nothing is to be told.
    public var isEmpty: Bool { known.isEmpty }

    /// The gaps to be told, in the order in which they began.
    public var entries: [Entry] { known }

    /// Adds a loss to the gap it belongs to.
    public mutating func add(_ loss: Entry) {
        guard loss.count > 0 else { return }
        for index in known.indices
        where known[index].channel == loss.channel && known[index].reason == loss.reason {
            known[index].count = known[index].count.addingClamped(loss.count)
            known[index].isEstimated = known[index].isEstimated || loss.isEstimated
            known[index].firstMissing = min(known[index].firstMissing, loss.firstMissing)
            return
        }
        known.append(loss)
    }

    /// Takes back what was added of a gap, as far as it is there.
    public mutating func takeBack(_ loss: Entry) {
        for index in known.indices
        where known[index].channel == loss.channel && known[index].reason == loss.reason {
            known[index].count -= loss.count
            if known[index].count <= 0 { known.remove(at: index) }
            return
        }
    }

    /// Adds what would have been an item of the stream.
    public mutating func add<Sample: StreamSample>(_ item: Sample) {
        switch item.role {
        case .reading:
            add(Entry(channel: item.channel, reason: .ring, firstMissing: item.time, count: 1))
        case .gap(let lost, let reason, let isEstimated):
            add(
                Entry(
                    channel: item.channel,
                    reason: reason,
                    firstMissing: item.time,
                    count: lost,
                    isEstimated: isEstimated
                )
            )
        case .mark:
            // Only a source that waits for room sends marks: it is never refused.
            break
        }
    }

    /// Forgets what has been told, and keeps the room.
    public mutating func clear() {
        known.removeAll(keepingCapacity: true)
    }
}
