// How well one sensor was recorded, in numbers. A check reports these numbers to programs, and the quality rules
// judge them.

internal import SystemCalls

/// How well one sensor of a file was recorded.
public struct SampleQuality: Hashable, Sendable, Codable {
    /// The lengths of the intervals between consecutive samples without a gap record between them.
    public struct Intervals: Hashable, Sendable, Codable {
        public var medianSeconds: Double
        /// The length that 99 % of the intervals do not exceed.
        public var seconds99: Double
        public var longestSeconds: Double
        /// False if there are more than 512 different intervals: then the first two values are known to 1 %.
        public var isExact: Bool
    }

    /// Missing samples that gap records report, except those of pauses, and those that the file could not record.
    public struct Losses: Hashable, Sendable, Codable {
        /// Consecutive gap records are one loss.
        public var count: Int
        public var samples: Int
        /// The total time without samples; absent if neither times nor an interval show it.
        public var seconds: Double?
        /// When the first eight began, in seconds since the file's first record.
        public var times: [Double]
    }

    /// Intervals in which samples are missing without a gap record.
    public struct Gaps: Hashable, Sendable, Codable {
        /// Intervals of more than two medians.
        public var count: Int
        /// The sum of how much longer than the median they are.
        public var seconds: Double
        public var longestSeconds: Double
        /// When the longest eight began, in seconds since the file's first record.
        public var times: [Double]
        /// Intervals of more than 1.5 medians that are not gaps: one sample came late, or is missing.
        public var late: Int
    }

    /// A channel that reached the end of its range.
    public struct Clipping: Hashable, Sendable, Codable {
        public var channel: String
        /// The range's end, in the channel's unit.
        public var limit: Double
        public var samples: Int
        /// True if the range is unknown and only guessed from the values.
        public var isSuspected: Bool
    }

    public var askedRateInHertz: Double?
    public var setRateInHertz: Double?
    /// Absent without two samples at different times.
    public var intervals: Intervals?
    public var losses: Losses
    public var gaps: Gaps
    /// Samples with exactly the time of the previous sample.
    public var duplicates: Int
    /// Samples with an earlier time than the previous sample.
    public var backwardSteps: Int
    public var clipping: [Clipping]
    /// True if it did not move at all; absent if it is not an inertial sensor, or fewer than three whole seconds
    /// have enough samples.
    public var isStill: Bool?
    /// The mean magnitude of the acceleration while the sensor was still, which is 1 if the unit is g.
    public var stillAcceleration: Double?
    /// How fast a gyroscope turned on average, in rad/s.
    public var meanRotation: Double?
}

extension SampleQuality {
    /// An interval is a gap if it is longer than this many medians; times may be rounded by 1/100,000.
    static let medianIntervalsOfGap = 2 * 1.00001
    /// An interval is late if it is longer than this many medians.
    static let medianIntervalsOfLate = 1.5 * 1.00001

    /// Computes the quality from the survey of a sensor.
    ///
    /// - Parameters:
    ///   - sensor: The survey.
    ///   - start: The time of the file's first record.
    ///   - rates: The rate that was asked for and the one that was set, if the manifest has them.
    ///   - unreported: How many samples are missing that no record of the file mentions.
    init(
        _ sensor: SampleSurvey.Sensor,
        since start: Double,
        rates: (asked: Double?, set: Double?) = (nil, nil),
        unreported: Int = 0
    ) {
        let survey = sensor.intervals
        let tally = survey.tally
        let median = tally.quantile(0.5)
        askedRateInHertz = rates.asked
        setRateInHertz = rates.set
        intervals = median.map { median in
            Intervals(
                medianSeconds: Double(median) / 1e9,
                seconds99: Double(tally.quantile(0.99) ?? median) / 1e9,
                longestSeconds: Double(tally.longest) / 1e9,
                isExact: tally.isExact
            )
        }
        losses = Losses(survey.losses, unreported: unreported, median: median, since: start)
        gaps = Gaps(survey, median: median, since: start)
        duplicates = survey.duplicates
        backwardSteps = survey.backwardSteps
        clipping = sensor.motion?.clipping ?? []
        meanRotation = sensor.motion?.meanRotation
        isStill = sensor.motion?.stillness.isStillThroughout
        stillAcceleration =
            sensor.motion?.kind == .accelerometer ? sensor.motion?.stillness.stillMagnitude : nil
    }
}

extension SampleQuality.Losses {
    fileprivate init(
        _ losses: IntervalSurvey.Losses,
        unreported: Int,
        median: Int?,
        since start: Double
    ) {
        count = losses.count + (unreported > 0 ? 1 : 0)
        samples = losses.samples.addingClamped(unreported)
        times = losses.uptimes.map { SampleQuality.seconds(from: start, to: $0) }
        guard let median else {
            seconds = count == 0 ? 0 : nil
            return
        }
        let period = Double(median)
        let loose = Double(losses.samplesAtEnds) + Double(unreported)
        let enclosed =
            Double(losses.enclosedNanoseconds) - Double(losses.enclosed) * period
        seconds = (max(0, enclosed) + loose * period) / 1e9
    }
}

extension SampleQuality.Gaps {
    fileprivate init(_ survey: IntervalSurvey, median: Int?, since start: Double) {
        guard let median else {
            self.init(count: 0, seconds: 0, longestSeconds: 0, times: [], late: 0)
            return
        }
        let limit = Double(median) * SampleQuality.medianIntervalsOfGap
        let found = survey.tally.longer(than: limit)
        let late = survey.tally.longer(than: Double(median) * SampleQuality.medianIntervalsOfLate)
        let places = survey.longest.filter { Double($0.nanoseconds) > limit }.prefix(found.count)
        self.init(
            count: found.count,
            seconds: max(0, found.nanoseconds - Double(found.count) * Double(median)) / 1e9,
            longestSeconds: found.count == 0 ? 0 : Double(survey.tally.longest) / 1e9,
            times: places.map { SampleQuality.seconds(from: start, to: $0.uptime) },
            late: late.count - found.count
        )
    }
}

extension SampleQuality {
    /// The difference of two times, limited to what JSON can express.
    fileprivate static func seconds(from start: Double, to end: Double) -> Double {
        min(max(end - start, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }
}
