// From what a port gives to what a file gets: lines, readings, their order, their times, and what is missing. It does
// no input and no output: a test hands it bytes, and says when they came.

internal import RecorderKinds
internal import SampleStream
internal import Timebase

/// Makes samples of the bytes of a device.
struct LineTaker: Sendable {
    private var splitter: LineSplitter
    private var lines: LineStream
    private var quiet: LineQuiet

    /// A taker that has seen nothing.
    ///
    /// - Parameters:
    ///   - mapping: What the columns are.
    ///   - rateInHertz: How many lines there should be in a second, where that was said.
    ///   - beginsWithin: Whether the first byte may be in the middle of a line.
    ///   - isLive: Whether lines come as they are measured, and not from a file.
    ///   - now: When the port was opened, in nanoseconds of the session's clock.
    init(
        _ mapping: LineMapping,
        rateInHertz: Double? = nil,
        beginsWithin: Bool = false,
        isLive: Bool = true,
        openedAt now: Int64
    ) {
        splitter = LineSplitter(beginsWithin: beginsWithin)
        lines = LineStream(mapping, rateInHertz: rateInHertz, isLive: isLive)
        quiet = LineQuiet(rateInHertz: rateInHertz, openedAt: now)
    }

    /// Takes what was read at once.
    ///
    /// - Parameters:
    ///   - bytes: What was read.
    ///   - seen: When it was there, in nanoseconds of the session's clock.
    mutating func take(_ bytes: Span<UInt8>, seen: Int64) {
        if quiet.hear(at: seen) { lines.notePause() }
        if splitter.unended >= LineSplitter.longest { lines.missEnd(seen: seen) }
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
        if !isWhole, splitter.unended > 0, lines.hasNothing { lines.missEnd(seen: now) }
        lines.finish(afterSilenceUntil: isWhole || !quiet.isPause(at: now) ? nil : now)
    }

    /// When `settle` or `takeNote` is due.
    var deadline: Int64? { [lines.deadline, quiet.deadline].compactMap(\.self).min() }

    // MARK: What is wrong

    /// Why the lines cannot be recorded, as far as it shows.
    ///
    /// - Parameters:
    ///   - now: The instant.
    ///   - isOver: Whether no more lines come.
    /// - Returns: What is wrong; `nil` while lines can be recorded, or may still.
    func misfit(at now: Int64, isOver: Bool = false) -> LineMisfit? {
        lines.misfit(at: now, isOver: isOver)
    }

    /// For how long nothing has come, where that is longer than a device may be quiet.
    func silence(at now: Int64) -> LineSilence? { quiet.silence(at: now) }

    /// Whether nothing has ever come.
    var isUnheard: Bool { quiet.isUnheard }

    /// What is worth telling at an instant, once each.
    mutating func takeNote(at now: Int64) -> String? {
        quiet.takeNote(at: now) ?? lines.takeNote(at: now)
    }

    /// What there is to send, in order.
    var ready: [ValueSample] { lines.ready }

    /// Forgets what was sent.
    mutating func clear() { lines.clear() }

    /// What was counted.
    var tally: LineTally {
        var tally = lines.tally
        tally.pauses = quiet.note
        return tally
    }

    /// How far lines are apart, in nanoseconds, where that is known.
    var spacing: Double? { lines.spacing.nanoseconds }

    /// The instant of the newest line.
    var newest: Int64? { lines.newest }

    /// The pairs of the device's clock and boot time that were not taken yet.
    mutating func takePairs() -> [ClockPair] { lines.takePairs() }
}
