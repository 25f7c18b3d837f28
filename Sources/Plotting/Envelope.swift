// A day of samples has more readings than any picture has columns. An envelope keeps the lowest and the highest value of
// each stretch of time, and doubles its stretches when it is full: one pass, and as much memory for a day as for a minute.

/// The course of one value over time, as the range of each stretch of it.
package struct Envelope: Sendable, Equatable {
    /// What was read in one stretch of time.
    package struct Bucket: Sendable, Equatable {
        package var minimum: Double
        package var maximum: Double
        /// Whether readings are missing ahead of its first one, so that no line leads there.
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

    /// How many stretches there are at most.
    package private(set) var capacity: Int
    /// How long each is, in nanoseconds: always a power of two.
    package private(set) var width: Int64
    /// The number of the first; that of a time is the time by the width, rounded down.
    package private(set) var first: Int64 = 0
    package private(set) var buckets: [Bucket] = []

    /// The shortest stretch, 0.13 ms: no sensor here reads more often.
    package static let shortestWidth: Int64 = 1 << 17

    /// An envelope that has seen nothing yet, of at least two stretches.
    package init(capacity: Int) {
        self.capacity = max(2, capacity)
        width = Self.shortestWidth
    }

    /// Takes a reading in, if it is a finite number; readings of one sensor come in the order of time, and one that does not is taken all the same.
    ///
    /// - Parameters:
    ///   - value: What was read.
    ///   - time: When, in nanoseconds.
    ///   - followsBreak: Whether readings are missing ahead of it.
    package mutating func add(_ value: Double, at time: Int64, followsBreak: Bool = false) {
        guard value.isFinite else { return }
        let place = makeRoom(for: time)
        buckets[place].merge(
            Bucket(minimum: value, maximum: value, followsBreak: followsBreak)
        )
    }

    /// Answers where the stretch of a time lies, after it has been made.
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

    /// Keeps so many stretches at most from now on, and at least two.
    package mutating func limit(to capacity: Int) {
        self.capacity = max(2, capacity)
        while buckets.count > self.capacity { widen() }
    }

    /// Makes each stretch twice as long.
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

    /// The stretches that have readings, in the order of time, each at the middle of its time in seconds.
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
