// Detects clipping: a sensor that is driven beyond its range repeats its largest value.

/// The largest and the smallest value of one channel, and how often each was repeated.
struct AxisSurvey: Equatable {
    /// The largest or the smallest value of a channel.
    struct End: Equatable {
        private(set) var value: Double
        /// The number of samples of exactly this value.
        private(set) var samples = 1
        /// The number of those in sequences of `AxisSurvey.shortestRun` equal samples or more.
        private(set) var held = 0
        private var run = 1

        init(_ value: Double) { self.value = value }

        /// Adds a sample of this value; it continues a sequence of equal samples if `goesOn` is true.
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
    /// The number of samples at or beyond the ends of the range, if the range is known.
    private(set) var samplesAtEnds = 0
    private let range: Double?
    private var last: Double?

    /// This many samples of the extreme value in a row look like clipping.
    static let shortestRun = 3

    /// Starts the survey of a channel.
    ///
    /// - Parameter range: The end of its range, if the manifest has it.
    init(range: Double? = nil) { self.range = range }

    /// Adds a sample.
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

    /// Returns the samples at the ends of the range; `nil` if there are none.
    ///
    /// - Parameter smallestRange: The smallest range that such sensors have.
    /// - Returns: The end of the range, how many samples are at or beyond it, and whether the range is a guess.
    func clipping(
        suspectedBeyond smallestRange: Double
    ) -> (limit: Double, samples: Int, isSuspected: Bool)? {
        guard let range else {
            return suspected(beyond: smallestRange).map { ($0.limit, $0.samples, true) }
        }
        return samplesAtEnds > 0 ? (range, samplesAtEnds, false) : nil
    }

    /// Guesses an unknown range, and returns how many samples are at its ends.
    ///
    /// Both ends must be held for at least `shortestRun` samples, and be equal in magnitude within one percent, as the
    /// ends of a converter's range are. That magnitude must be at least `smallestRange`, since a sensor at rest varies
    /// around zero.
    func suspected(beyond smallestRange: Double) -> (limit: Double, samples: Int)? {
        guard let largest, let smallest, largest.held > 0, smallest.held > 0,
            largest.value >= smallestRange, smallest.value < 0,
            abs(largest.value + smallest.value) <= largest.value / 100
        else { return nil }
        return (largest.value, largest.held + smallest.held)
    }
}
