// Whether a channel was clipped: a sensor that is driven beyond its range gives its largest value again and again.

/// The largest and the smallest value of one channel, and how long they were held.
struct AxisSurvey: Equatable {
    /// One end of a channel's values.
    struct End: Equatable {
        private(set) var value: Double
        /// Samples of exactly this value.
        private(set) var samples = 1
        /// Samples of exactly this value in runs of `AxisSurvey.shortestRun` or more.
        private(set) var held = 0
        private var run = 1

        init(_ value: Double) { self.value = value }

        /// A sample of the end's own value, which goes on with a run or begins one.
        mutating func repeats(_ goesOn: Bool) {
            samples += 1
            run = goesOn ? run + 1 : 1
            if run == AxisSurvey.shortestRun {
                held += run
            } else if run > AxisSurvey.shortestRun {
                held += 1
            }
        }
    }

    private(set) var largest: End?
    private(set) var smallest: End?
    private var last: Double?

    /// So many samples of the extreme value in a row look like the end of a range.
    static let shortestRun = 3

    /// Takes in a sample.
    mutating func add(_ value: Double) {
        let isRepeat = value == last
        last = value
        if let end = largest, value <= end.value {
            if value == end.value { largest?.repeats(isRepeat) }
        } else {
            largest = End(value)
        }
        if let end = smallest, value >= end.value {
            if value == end.value { smallest?.repeats(isRepeat) }
        } else {
            smallest = End(value)
        }
    }

    /// How many samples stand at the ends of a range that nobody has told.
    ///
    /// Both ends have to be held, and to be of one magnitude within a hundredth, as the ends of a converter's range
    /// are; and that magnitude has to be at least `smallestRange`, since a sensor that lies still hovers about zero.
    func suspected(beyond smallestRange: Double) -> (limit: Double, samples: Int)? {
        guard let largest, let smallest, largest.held > 0, smallest.held > 0,
            largest.value >= smallestRange, smallest.value < 0,
            abs(largest.value + smallest.value) <= largest.value / 100
        else { return nil }
        return (largest.value, largest.held + smallest.held)
    }

    /// How many samples stand at the ends of a range, or beyond.
    func atEnds(of range: Double) -> Int {
        // A channel that never changes has one end.
        let ends = largest?.value == smallest?.value ? [largest] : [largest, smallest]
        return ends.compactMap { $0 }.filter { abs($0.value) >= range }
            .reduce(0) { $0 + $1.samples }
    }
}
