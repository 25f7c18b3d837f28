// How well one sensor was recorded, in numbers: what a check tells a program, and what the rules judge.

internal import SystemCalls

/// How well one sensor of a file was recorded.
public struct SampleQuality: Hashable, Sendable, Codable {
    /// How long the intervals between samples are that follow each other without a gap record.
    public struct Intervals: Hashable, Sendable, Codable {
        public var medianSeconds: Double
        /// What 99 of 100 intervals do not exceed.
        public var seconds99: Double
        public var longestSeconds: Double
        /// False where more than 512 different intervals occur: then the first two are known within 1 %.
        public var isExact: Bool
    }

    /// Samples that gap records tell to be missing, but for those of pauses, and those that the file could not tell.
    public struct Losses: Hashable, Sendable, Codable {
        /// Gap records in a row are one loss.
        public var count: Int
        public var samples: Int
        /// How long it lacks samples in all; absent where neither the times nor an interval tell it.
        public var seconds: Double?
        /// When the first eight began, in seconds since the file's first record.
        public var times: [Double]
    }

    /// Intervals in which a sample is missing that no record tells.
    public struct Gaps: Hashable, Sendable, Codable {
        /// Intervals of more than two medians.
        public var count: Int
        /// How much longer than a median they are, together.
        public var seconds: Double
        public var longestSeconds: Double
        /// When the longest eight began, in seconds since the file's first record.
        public var times: [Double]
        /// Intervals of more than 1.5 medians that are no gap: one sample came late, or is missing.
        public var late: Int
    }

    /// A channel that has stood at the end of its range.
    public struct Clipping: Hashable, Sendable, Codable {
        public var channel: String
        /// The range's end, in the channel's unit.
        public var limit: Double
        public var samples: Int
        /// Whether the range is not told, and only the values look like its ends.
        public var isSuspected: Bool
    }

    public var askedRateInHertz: Double?
    public var setRateInHertz: Double?
    /// Absent without two samples at different times.
    public var intervals: Intervals?
    public var losses: Losses
    public var gaps: Gaps
    /// Samples with the very time of the sample before.
    public var duplicates: Int
    /// Samples with an earlier time than the sample before.
    public var backwardSteps: Int
    public var clipping: [Clipping]
    /// Whether it did not move at all; absent of what is no inertial sensor, or shorter than three seconds.
    public var isStill: Bool?
    /// The mean magnitude of the acceleration while the sensor was still, which is 1 where the unit is g.
    public var stillAcceleration: Double?
    /// How fast a gyroscope turned on the average, in rad/s.
    public var meanRotation: Double?
}

extension SampleQuality {
    /// An interval is a gap if it is longer than so many medians; times may be rounded by a hundred-thousandth.
    static let medianIntervalsOfGap = 2 * 1.00001
    /// An interval is late if it is longer than so many.
    static let medianIntervalsOfLate = 1.5 * 1.00001

    /// What a survey of a sensor comes to.
    ///
    /// - Parameters:
    ///   - sensor: The survey.
    ///   - start: The time of the file's first record.
    ///   - rates: The rate that was asked for and the one that was set, as far as the manifest tells them.
    ///   - untold: How many samples are missing that no record of the file tells.
    init(
        _ sensor: SampleSurvey.Sensor,
        since start: Double,
        rates: (asked: Double?, set: Double?) = (nil, nil),
        untold: Int = 0
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
        losses = Losses(survey.losses, untold: untold, median: median, since: start)
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
        untold: Int,
        median: Int?,
        since start: Double
    ) {
        count = losses.count + (untold > 0 ? 1 : 0)
        samples = losses.samples.addingClamped(untold)
        times = losses.uptimes.map { SampleQuality.seconds(from: start, to: $0) }
        guard let median else {
            seconds = count == 0 ? 0 : nil
            return
        }
        let period = Double(median)
        let loose = Double(losses.samplesAtEnds) + Double(untold)
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
    /// A difference of times that JSON can write, whatever they are.
    fileprivate static func seconds(from start: Double, to end: Double) -> Double {
        min(max(end - start, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }
}
