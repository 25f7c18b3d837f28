// What there is to show of a running recording at one moment, before anybody decides how.

/// A moment of a recording.
public struct ProgressFrame: Sendable, Equatable {
    /// How much recorded time has passed.
    public var elapsed: Duration
    /// How much there will be, if that is known.
    public var planned: Duration?
    /// Samples in each second of recorded time.
    public var samplesPerSecond: Double
    /// How many recorded seconds pass in one, where that is known yet.
    public var timesLife: Double?
    /// Samples so far.
    public var samples: Int
    /// Samples that the device delivered and that no file holds, counted in gap records.
    public var losses: Int
    /// What each sensor showed lately, those left out that have shown nothing and never draw.
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
        /// What is drawn of it; nothing of one that is told in words.
        public var axes: [Axis]
        /// What is told of it in words, once there is anything.
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

    /// One axis of a sensor: its latest values, oldest first, nothing where samples were lost.
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
