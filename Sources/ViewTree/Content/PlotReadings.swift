// The latest readings of a sensor, as a host draws them. They are no part of the tree: several times a second they
// would make it another one, and nobody misses one that is lost, as each has the whole of what is drawn.

/// What a plot shows now; it takes the place of what the plot showed before.
public struct PlotReadings: Sendable, Hashable, Codable, Identifiable {
    /// The plot's element.
    public var id: ViewID
    /// The stream that they are of.
    public var stream: String
    /// The instant of the newest reading: the run's uptime in seconds, as in the recorded files.
    public var newest: Double
    /// How many seconds each value stands for.
    public var interval: Double
    public var unit: String?
    /// Where all lines together have their ends; `nil` where there is no value.
    public var scale: Scale?
    public var lines: [Line]

    /// The least and the greatest value.
    public struct Scale: Sendable, Hashable, Codable {
        public var low: Double
        public var high: Double

        public init(low: Double, high: Double) {
            self.low = low
            self.high = high
        }
    }

    /// One line, in stretches of time, the newest last.
    public struct Line: Sendable, Hashable, Codable {
        public var name: String
        /// The least reading of each stretch; nothing where there was none.
        public var lows: [Double?]
        /// The greatest reading of each stretch.
        public var highs: [Double?]

        public init(name: String, lows: [Double?], highs: [Double?]) {
            self.name = name
            self.lows = lows
            self.highs = highs
        }
    }

    /// Readings with the scale of their lines.
    public init(
        of id: ViewID,
        stream: String,
        newest: Double,
        interval: Double,
        unit: String? = nil,
        lines: [Line]
    ) {
        self.id = id
        self.stream = stream
        self.newest = newest
        self.interval = interval
        self.unit = unit
        self.lines = lines
        let low = lines.lazy.flatMap(\.lows).compactMap(\.self).min()
        let high = lines.lazy.flatMap(\.highs).compactMap(\.self).max()
        scale = low.flatMap { low in high.map { Scale(low: low, high: $0) } }
    }
}
