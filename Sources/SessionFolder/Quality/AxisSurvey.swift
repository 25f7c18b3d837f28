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
    /// Samples at the end of the range, or beyond it, where that is told.
    private(set) var samplesAtEnds = 0
    private let range: Double?
    private var last: Double?

    /// So many samples of the extreme value in a row look like the end of a range.
    static let shortestRun = 3

    /// A survey of a channel that has seen nothing.
    ///
    /// - Parameter range: The end of its range, as far as the manifest tells it.
    init(range: Double? = nil) { self.range = range }

    /// Takes in a sample.
    mutating func add(_ value: Double) {
        if let range, abs(value) >= range { samplesAtEnds += 1 }
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

    /// The samples at the ends of the range, where there are any.
    ///
    /// - Parameter smallestRange: The smallest range that such sensors have.
    /// - Returns: The range's end, how many samples stand there or beyond, and whether nobody has told it.
    func clipping(
        suspectedBeyond smallestRange: Double
    ) -> (limit: Double, samples: Int, isSuspected: Bool)? {
        guard let range else {
            return suspected(beyond: smallestRange).map { ($0.limit, $0.samples, true) }
        }
        return samplesAtEnds > 0 ? (range, samplesAtEnds, false) : nil
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
}
