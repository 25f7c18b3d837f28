// What a progress display shows of a running recording at one moment, independent of its layout.

/// The state of a recording at one moment.
public struct ProgressFrame: Sendable, Equatable {
    /// How much recorded time has passed.
    public var elapsed: Duration
    /// The recording's planned length, if known.
    public var planned: Duration?
    /// Samples in each second of recorded time.
    public var samplesPerSecond: Double
    /// How many recorded seconds pass in a real second; `nil` while unknown.
    public var timesLife: Double?
    /// Samples so far.
    public var samples: Int
    /// Samples that are in no file although the device delivered them, counted in gap records.
    public var losses: Int
    /// The latest values of each sensor, without sensors that have neither axes nor words yet.
    public var streams: [Stream]

    public init(
        elapsed: Duration,
        planned: Duration? = nil,
        samplesPerSecond: Double,
        timesLife: Double? = nil,
        samples: Int,
        losses: Int,
        streams: [Stream]
    ) {
        self.elapsed = elapsed
        self.planned = planned
        self.samplesPerSecond = samplesPerSecond
        self.timesLife = timesLife
        self.samples = samples
        self.losses = losses
        self.streams = streams
    }

    /// One sensor.
    public struct Stream: Sendable, Equatable {
        /// Where it is and what it measures ("ankle accelerometer").
        public var name: String
        /// The axes to draw; empty for a sensor that is shown in words.
        public var axes: [Axis]
        /// What is shown of it in words; `nil` until it has sent something.
        public var words: String?

        public init(
            name: String,
            axes: [Axis],
            words: String? = nil
        ) {
            self.name = name
            self.axes = axes
            self.words = words
        }
    }

    /// One axis of a sensor: its latest values, oldest first, with `nil` for lost samples.
    public struct Axis: Sendable, Equatable {
        public var name: String
        public var values: [Double?]

        public init(
            name: String,
            values: [Double?]
        ) {
            self.name = name
            self.values = values
        }
    }
}
