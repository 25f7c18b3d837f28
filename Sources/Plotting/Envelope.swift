// A day of samples has more readings than a picture has columns. An envelope stores the lowest and highest value of
// each interval, and doubles its intervals when it is full. It needs a single pass, and no more memory for a day than
// for a minute.

/// A value over time, as its range in each interval.
package struct Envelope: Sendable, Equatable {
    /// The readings of one interval.
    package struct Bucket: Sendable, Equatable {
        package var minimum: Double
        package var maximum: Double
        /// True if readings are missing before its first one, so that no line leads there.
        package var followsBreak: Bool

        static let empty = Bucket(minimum: .infinity, maximum: -.infinity, followsBreak: false)

        package var isEmpty: Bool { minimum > maximum }

        fileprivate mutating func merge(_ later: Bucket) {
            guard !later.isEmpty else { return }
            if isEmpty { followsBreak = later.followsBreak }
            minimum = min(minimum, later.minimum)
            maximum = max(maximum, later.maximum)
        }
    }

    /// The largest number of intervals.
    package private(set) var capacity: Int
    /// The length of an interval in nanoseconds; always a power of two.
    package private(set) var width: Int64
    /// The index of the first interval; a time's index is the time divided by the width, rounded down.
    package private(set) var first: Int64 = 0
    package private(set) var buckets: [Bucket] = []

    /// The shortest interval, 0.13 ms, which is about the period of the fastest sensors.
    package static let shortestWidth: Int64 = 1 << 17

    /// An empty envelope with room for at least two intervals.
    package init(capacity: Int) {
        self.capacity = max(2, capacity)
        width = Self.shortestWidth
    }

    /// Adds a reading; ignores values that are not finite.
    ///
    /// Readings should come in order of time, but one out of order is added as well.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - time: The time in nanoseconds.
    ///   - followsBreak: True if readings are missing before it.
    package mutating func add(_ value: Double, at time: Int64, followsBreak: Bool = false) {
        guard value.isFinite else { return }
        let place = makeRoom(for: time)
        buckets[place].merge(
            Bucket(minimum: value, maximum: value, followsBreak: followsBreak)
        )
    }

    /// Makes room for a time, and returns the position of its interval.
    private mutating func makeRoom(for time: Int64) -> Int {
        var number = time.flooredQuotient(width)
        if buckets.isEmpty { first = number }
        while true {
            let start = min(first, number)
            let last = max(first + Int64(buckets.count) - 1, number)
            if last - start < Int64(capacity) { break }
            widen()
            number = time.flooredQuotient(width)
        }
        if number < first {
            buckets.insert(
                contentsOf: repeatElement(.empty, count: Int(first - number)),
                at: 0
            )
            first = number
        }
        let place = Int(number - first)
        if place >= buckets.count {
            buckets.append(contentsOf: repeatElement(.empty, count: place + 1 - buckets.count))
        }
        return place
    }

    /// Limits the number of intervals from now on; at least two.
    package mutating func limit(to capacity: Int) {
        self.capacity = max(2, capacity)
        while buckets.count > self.capacity { widen() }
    }

    /// Doubles the length of the intervals.
    private mutating func widen() {
        let start = first.flooredQuotient(2)
        var merged: [Bucket] = []
        merged.reserveCapacity(capacity)
        for (place, bucket) in buckets.enumerated() {
            let number = Int((first + Int64(place)).flooredQuotient(2) - start)
            if number == merged.count { merged.append(.empty) }
            merged[number].merge(bucket)
        }
        (buckets, first) = (merged, start)
        width <<= 1
    }

    /// The intervals with readings, in order of time; each as a point at the middle of its time, in seconds.
    package var points: [SeriesPoint] {
        buckets.enumerated().compactMap { place, bucket in
            guard !bucket.isEmpty else { return nil }
            let middle = (Double(first) + Double(place) + 0.5) * Double(width) / 1e9
            return SeriesPoint(
                at: middle,
                from: bucket.minimum,
                to: bucket.maximum,
                followsBreak: bucket.followsBreak
            )
        }
    }
}

extension Int64 {
    /// The quotient, rounded down.
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
