// Counts the intervals between a sensor's samples, in memory that does not grow with the file. Most sensors have
// few distinct intervals, which are counted exactly. If there are too many, intervals that differ by less than
// one percent share a count.

/// Counts of intervals, in whole nanoseconds.
struct IntervalTally: Equatable {
    private(set) var count = 0
    private(set) var longest = 0
    /// Open addressing over `keys`; 0 marks a free slot, since an interval of 0 is never counted.
    private var keys = [Int](repeating: 0, count: Self.slots)
    private var counts = [Int](repeating: 0, count: Self.slots)
    private var distinct = 0
    /// Counts by length, once too many intervals differ.
    private var buckets: [Int] = []

    private static let slots = 1024
    static let distinctIntervals = 512

    /// True as long as every interval is counted by its exact length.
    var isExact: Bool { buckets.isEmpty }

    /// Counts an interval of 1 ns or more.
    mutating func add(_ nanoseconds: Int) {
        precondition(nanoseconds > 0, "an interval that is counted has a length")
        count += 1
        longest = max(longest, nanoseconds)
        if isExact {
            addExactly(nanoseconds)
        } else {
            buckets[IntervalBucket(holding: nanoseconds).index] += 1
        }
    }

    private mutating func addExactly(_ nanoseconds: Int) {
        let hash = UInt(bitPattern: nanoseconds) &* 0x9E37_79B9_7F4A_7C15
        var slot = Int(hash >> 54)
        while keys[slot] != nanoseconds {
            if keys[slot] == 0 {
                guard distinct < Self.distinctIntervals else { return addRoughly(nanoseconds) }
                distinct += 1
                keys[slot] = nanoseconds
                break
            }
            slot = (slot + 1) % Self.slots
        }
        counts[slot] += 1
    }

    /// Switches to buckets, including all intervals counted so far.
    private mutating func addRoughly(_ nanoseconds: Int) {
        buckets = [Int](repeating: 0, count: IntervalBucket.all)
        for (key, count) in zip(keys, counts) where key > 0 {
            buckets[IntervalBucket(holding: key).index] += count
        }
        (keys, counts) = ([], [])
        buckets[IntervalBucket(holding: nanoseconds).index] += 1
    }

    /// Each length with its count, the shortest first.
    private var lengths: [(nanoseconds: Int, count: Int)] {
        guard isExact else {
            return buckets.enumerated().compactMap { index, count in
                count > 0 ? (min(IntervalBucket(index: index).middle, longest), count) : nil
            }
        }
        return zip(keys, counts).filter { $0.0 > 0 }.sorted { $0.0 < $1.0 }
            .map { (nanoseconds: $0.0, count: $0.1) }
    }

    /// The length that `fraction` of all intervals do not exceed; `nil` without any.
    func quantile(_ fraction: Double) -> Int? {
        guard count > 0 else { return nil }
        let rank = max(1, Int((fraction * Double(count)).rounded(.up)))
        var seen = 0
        for (nanoseconds, count) in lengths {
            seen += count
            if seen >= rank { return nanoseconds }
        }
        return longest
    }

    /// Returns how many intervals are longer than `nanoseconds`, and their sum.
    func longer(than nanoseconds: Double) -> (count: Int, nanoseconds: Double) {
        lengths.filter { Double($0.nanoseconds) > nanoseconds }.reduce((0, 0)) {
            ($0.0 + $1.count, $0.1 + Double($1.nanoseconds) * Double($1.count))
        }
    }
}

/// A group of lengths that differ by less than one percent: 128 groups for each doubling.
struct IntervalBucket {
    let index: Int

    /// Enough buckets for every length that an `Int` can hold.
    static let all = 57 * 128

    init(index: Int) { self.index = index }

    /// The bucket of a length of 1 or more; below 256, each length has its own.
    init(holding length: Int) {
        let shift = max(0, 56 - length.leadingZeroBitCount)
        index = shift * 128 + (length >> shift)
    }

    private var shift: Int { max(0, index / 128 - 1) }

    /// The length in the middle of the bucket.
    var middle: Int {
        let lowest = (index - shift * 128) << shift
        return lowest + ((1 << shift) - 1) / 2
    }
}
