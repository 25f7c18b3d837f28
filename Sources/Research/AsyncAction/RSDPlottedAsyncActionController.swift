// A recorder whose readings can be drawn while it runs. A task's screen requests them by the name of a stream, without
// knowing which kinds of recorders there are.

public import Timebase

/// An async action whose latest readings can be drawn.
@MainActor
public protocol RSDPlottedAsyncActionController: RSDAsyncActionController {
    /// The streams that can be drawn while the action runs; the first is the default.
    var plots: [RSDReadingsPlot] { get }
    /// Returns the latest readings of a stream; `nil` before the first reading.
    ///
    /// Readings are collected from the first call on, so earlier ones are missing. The call does not block the
    /// recorder, and may be made a few times a second.
    func readings(of stream: String, over window: Duration) -> RSDLatestReadings?
}

/// How a stream of readings is drawn.
public struct RSDReadingsPlot: Sendable, Hashable {
    /// The name of the stream; its records have the same `sensorType`.
    public var stream: String
    /// The names of the lines in the plot.
    public var lines: [String]
    public var unit: String?

    public init(stream: String, lines: [String], unit: String? = nil) {
        self.stream = stream
        self.lines = lines
        self.unit = unit
    }
}

/// The latest readings of a stream, summarised in intervals of equal length.
public struct RSDLatestReadings: Sendable, Hashable {
    /// The instant of the newest reading.
    public var newest: BootInstant
    /// The length of each interval.
    public var interval: Duration
    /// For each line the least and the greatest value of each interval, the newest last; `nil` for an interval without
    /// a reading.
    public var lines: [[ClosedRange<Double>?]]

    public init(newest: BootInstant, interval: Duration, lines: [[ClosedRange<Double>?]]) {
        self.newest = newest
        self.interval = interval
        self.lines = lines
    }
}
