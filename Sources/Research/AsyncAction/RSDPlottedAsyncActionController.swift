// A recorder whose readings can be drawn while it runs: whoever shows a task asks for them by the name of a stream,
// without knowing which kinds of recorders there are.

public import Timebase

/// An async action whose latest readings can be drawn.
@MainActor
public protocol RSDPlottedAsyncActionController: RSDAsyncActionController {
    /// The streams that can be drawn while it runs, the first of which is drawn where nobody says which.
    var plots: [RSDReadingsPlot] { get }
    /// What a stream did lately, since somebody began to ask; `nil` before there was a reading.
    ///
    /// Nothing waits for that, and it may be asked for a few times a second.
    func readings(of stream: String, over window: Duration) -> RSDLatestReadings?
}

/// How a stream of readings is drawn.
public struct RSDReadingsPlot: Sendable, Hashable {
    /// The name of the stream, as `sensorType` of its records has it.
    public var stream: String
    /// The names of its lines.
    public var lines: [String]
    public var unit: String?

    public init(stream: String, lines: [String], unit: String? = nil) {
        self.stream = stream
        self.lines = lines
        self.unit = unit
    }
}

/// The latest readings of a stream, drawn together in stretches of time.
public struct RSDLatestReadings: Sendable, Hashable {
    /// The instant of the newest one.
    public var newest: BootInstant
    /// How long each stretch is.
    public var interval: Duration
    /// The least and the greatest value of each stretch, the newest last, for each line; nothing where there was no
    /// reading.
    public var lines: [[ClosedRange<Double>?]]

    public init(newest: BootInstant, interval: Duration, lines: [[ClosedRange<Double>?]]) {
        self.newest = newest
        self.interval = interval
        self.lines = lines
    }
}
