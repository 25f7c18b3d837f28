// What there is to show of a running recording at one moment, before anybody decides how.

/// A moment of a recording.
struct ProgressFrame: Sendable, Equatable {
    /// How much recorded time has passed.
    var elapsed: Duration
    /// How much there will be, if that is known.
    var planned: Duration?
    /// Samples in each second of recorded time.
    var samplesPerSecond: Double
    /// How many recorded seconds pass in one, where that is known yet.
    var timesLife: Double?
    /// Samples so far.
    var samples: Int
    /// Samples that the device delivered and that no file holds, counted in gap records.
    var losses: Int
    /// What each sensor showed lately, those left out that have shown nothing and never draw.
    var streams: [Stream]

    /// One sensor.
    struct Stream: Sendable, Equatable {
        /// Where it is and what it measures ("ankle accelerometer").
        var name: String
        /// What is drawn of it; nothing of one that is told in words.
        var axes: [Axis]
        /// What is told of it in words, once there is anything.
        var words: String?
    }

    /// One axis of a sensor: its latest values, oldest first, nothing where samples were lost.
    struct Axis: Sendable, Equatable {
        var name: String
        var values: [Double?]
    }
}
