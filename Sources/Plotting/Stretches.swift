// Collects time intervals, such as gaps and events, of which a malicious session may have millions. When there are too
// many, those within one cell of a grid are merged, and the grid's cells double until the rest fits. So no loss is
// hidden, memory is limited, and no intervals are merged that are further apart than a cell is wide.

/// Intervals of time, limited in number.
package struct Stretches: Sendable, Equatable {
    /// An interval, which may stand for several.
    package struct Stretch: Sendable, Equatable {
        package var range: ClosedRange<Int64>
        /// How much of it the intervals for which it stands cover, in nanoseconds.
        package var covered: Int64

        fileprivate init(_ range: ClosedRange<Int64>) {
            self.range = range
            covered = range.upperBound.subtractingClamped(range.lowerBound)
        }

        fileprivate mutating func join(_ later: Stretch) {
            let sum = covered.addingReportingOverflow(later.covered)
            range =
                min(
                    range.lowerBound,
                    later.range.lowerBound
                )...max(
                    range.upperBound,
                    later.range.upperBound
                )
            let length = range.upperBound.subtractingClamped(range.lowerBound)
            covered = sum.overflow ? length : min(length, sum.partialValue)
        }

        /// The share that is covered.
        package var share: Double {
            let length = Double(range.upperBound) - Double(range.lowerBound)
            return length > 0 ? Double(covered) / length : 1
        }

        /// The interval in seconds.
        package var seconds: ClosedRange<Double> {
            Double(range.lowerBound) / 1e9...Double(range.upperBound) / 1e9
        }
    }

    /// The largest number of intervals.
    package let capacity: Int
    /// The intervals, sorted by their start; none touches another.
    package private(set) var all: [Stretch] = []
    /// The number of intervals added.
    package private(set) var count = 0
    /// The binary logarithm of the grid's cell width in nanoseconds; `nil` as long as nothing had to be merged.
    private var exponent: Int64?

    /// The coarsest grid has one boundary: one interval on each side of it, and one across.
    private static let least = 4

    /// Creates an empty collection.
    package init(capacity: Int = 2048) { self.capacity = max(Self.least, capacity) }

    /// Adds an interval, in nanoseconds.
    package mutating func add(_ range: ClosedRange<Int64>) {
        count += 1
        insert(Stretch(range))
        while all.count > capacity {
            exponent = exponent.map { $0 + 1 } ?? 17
            let before = all
            all.removeAll(keepingCapacity: true)
            for stretch in before { insert(stretch) }
        }
    }

    private mutating func insert(_ stretch: Stretch) {
        // Fast path: most intervals are later than all others.
        guard let last = all.last, stretch.range.lowerBound < last.range.lowerBound else {
            if let last = all.last, touches(last, stretch) {
                all[all.count - 1].join(stretch)
            } else {
                all.append(stretch)
            }
            return
        }
        var place = all.partitioningIndex { $0.range.lowerBound > stretch.range.lowerBound }
        var whole = stretch
        if place > 0, touches(all[place - 1], whole) {
            place -= 1
            whole.join(all.remove(at: place))
        }
        while place < all.count, touches(whole, all[place]) { whole.join(all.remove(at: place)) }
        all.insert(whole, at: place)
    }

    private func touches(_ earlier: Stretch, _ later: Stretch) -> Bool {
        if later.range.lowerBound <= earlier.range.upperBound { return true }
        guard let exponent else { return false }
        return earlier.range.lowerBound >> exponent == later.range.upperBound >> exponent
    }

    /// The middle of each interval, in seconds.
    package var middles: [Double] {
        all.map { ($0.seconds.lowerBound + $0.seconds.upperBound) / 2 }
    }
}

extension Int64 {
    fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, isTooGreat) = subtractingReportingOverflow(other)
        return isTooGreat ? .max : difference
    }
}

extension Array {
    /// The first index from which all elements meet a condition; `count` if the last one does not.
    fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
