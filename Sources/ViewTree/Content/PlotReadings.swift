// The latest readings of a sensor, as a host draws them. They are not part of the tree, which they would change several
// times a second. A lost message does no harm, since each contains the whole picture.

/// The current content of a plot; it replaces the earlier one.
public struct PlotReadings: Sendable, Hashable, Codable, Identifiable {
    /// The plot's element.
    public var id: ViewID
    /// The stream that the readings come from.
    public var stream: String
    /// The instant of the newest reading: the run's uptime in seconds, as in the recorded files.
    public var newest: Double
    /// The duration of each value's interval, in seconds.
    public var interval: Double
    public var unit: String?
    /// The least and greatest value of all lines; `nil` if there is no value.
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

    /// One line, in intervals of time, the newest last.
    public struct Line: Sendable, Hashable, Codable {
        public var name: String
        /// The least reading of each interval; `nil` if there was none.
        public var lows: [Double?]
        /// The greatest reading of each interval.
        public var highs: [Double?]

        public init(name: String, lows: [Double?], highs: [Double?]) {
            self.name = name
            self.lows = lows
            self.highs = highs
        }
    }

    /// Makes readings; computes the scale from the lines.
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
