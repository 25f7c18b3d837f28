// From what a port gives to what a file gets: lines, readings, their order, their times, and what is missing. It does
// no input and no output: a test hands it bytes, and says when they came.

internal import RecorderKinds
internal import SampleStream
internal import Timebase

/// Makes samples of the bytes of a device.
struct LineTaker: Sendable {
    private var splitter: LineSplitter
    private var lines: LineStream

    /// A taker that has seen nothing.
    ///
    /// - Parameters:
    ///   - mapping: What the columns are.
    ///   - rateInHertz: How many lines there should be in a second, where that was said.
    ///   - beginsWithin: Whether the first byte may be in the middle of a line.
    init(_ mapping: LineMapping, rateInHertz: Double? = nil, beginsWithin: Bool = false) {
        splitter = LineSplitter(beginsWithin: beginsWithin)
        lines = LineStream(mapping, rateInHertz: rateInHertz)
    }

    /// Takes what was read at once.
    ///
    /// - Parameters:
    ///   - bytes: What was read.
    ///   - seen: When it was there, in nanoseconds of the session's clock.
    mutating func take(_ bytes: Span<UInt8>, seen: Int64) {
        splitter.take(bytes) { lines.take($0, $1, seen: seen) }
        lines.endRead()
    }

    /// Waits no longer for lines that are overdue at an instant.
    mutating func settle(at now: Int64) {
        lines.settle(at: now)
        lines.endRead()
    }

    /// Takes that nothing more will come.
    ///
    /// - Parameters:
    ///   - now: The instant.
    ///   - isWhole: Whether all was read that there is: then what has no end is a line all the same.
    mutating func finish(at now: Int64, isWhole: Bool) {
        if isWhole { splitter.finish { lines.take($0, $1, seen: now) } }
        lines.finish()
    }

    /// When `settle` is due.
    var deadline: Int64? { lines.deadline }

    /// What there is to send, in order.
    var ready: [ValueSample] { lines.ready }

    /// Forgets what was sent.
    mutating func clear() { lines.clear() }

    /// What was counted.
    var tally: LineTally { lines.tally }

    /// How far lines are apart, in nanoseconds, where that is known.
    var spacing: Double? { lines.spacing.nanoseconds }

    /// The instant of the newest line.
    var newest: Int64? { lines.newest }

    /// The pairs of the device's clock and boot time that were not taken yet.
    mutating func takePairs() -> [ClockPair] { lines.takePairs() }
}
