// Collects losses until the stream has room for gap records. Losses of the same channel and reason are merged into
// one entry, which keeps the first missing instant.

internal import SystemCalls
public import Timebase

/// Losses that the stream has not reported yet.
public struct LossLedger: Sendable {
    /// One gap to report.
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

    /// An empty ledger, with room for every channel and reason.
    public init() {
        known.reserveCapacity(16 * GapReason.allCases.count)
    }

    /// Whether there is nothing to report.
    public var isEmpty: Bool { known.isEmpty }

    /// The gaps to report, in the order in which the first loss of each was added.
    public var entries: [Entry] { known }

    /// Adds a loss to the gap of its channel and reason.
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

    /// Subtracts a loss from the gap of its channel and reason, if the ledger has one.
    public mutating func takeBack(_ loss: Entry) {
        for index in known.indices
        where known[index].channel == loss.channel && known[index].reason == loss.reason {
            known[index].count -= loss.count
            if known[index].count <= 0 { known.remove(at: index) }
            return
        }
    }

    /// Adds an item for which the stream had no room: a reading counts as one loss, a gap keeps its count and
    /// reason.
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
            // A full ring never refuses a mark, because only a source that waits for room sends marks. A mark that
            // cannot be written to the disk is not counted.
            break
        }
    }

    /// Removes all entries after they were reported, and keeps the memory.
    public mutating func clear() {
        known.removeAll(keepingCapacity: true)
    }
}
