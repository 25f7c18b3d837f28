// Turns the bytes of a port into samples: lines, readings, their order, their times and gaps. It does no input or
// output, so a test can pass it bytes with their times of arrival.

internal import RecorderKinds
internal import SampleStream
internal import Timebase

/// Turns the bytes of a device into samples.
struct LineTaker: Sendable {
    private var splitter: LineSplitter
    private var lines: LineStream
    private var quiet: LineQuiet

    /// A taker that has seen no bytes.
    ///
    /// - Parameters:
    ///   - mapping: The meaning of the columns.
    ///   - rateInHertz: How many lines come per second, if the user gave that.
    ///   - beginsWithin: Whether the first byte may be in the middle of a line.
    ///   - isLive: Whether lines arrive as they are measured, and not from a file.
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

    /// Processes the bytes of one read.
    ///
    /// - Parameters:
    ///   - bytes: What was read.
    ///   - seen: When they had arrived, in nanoseconds of the session's clock.
    mutating func take(_ bytes: Span<UInt8>, seen: Int64) {
        if quiet.hear(at: seen) { lines.notePause() }
        if splitter.unended >= LineSplitter.longest { lines.missEnd(seen: seen) }
        splitter.take(bytes) { lines.take($0, $1, seen: seen) }
        lines.endRead()
    }

    /// Stops waiting for lines that are overdue, and counts them as lost.
    mutating func settle(at now: Int64) {
        lines.settle(at: now)
        lines.endRead()
    }

    /// Ends the input.
    ///
    /// - Parameters:
    ///   - now: The present time.
    ///   - isWhole: Whether everything was read; a last line without a line end then counts.
    mutating func finish(at now: Int64, isWhole: Bool) {
        if isWhole { splitter.finish { lines.take($0, $1, seen: now) } }
        if !isWhole, splitter.unended > 0, lines.hasNothing { lines.missEnd(seen: now) }
        lines.finish(afterSilenceUntil: isWhole || !quiet.isPause(at: now) ? nil : now)
    }

    /// When `settle` or `takeNote` is due.
    var deadline: Int64? { [lines.deadline, quiet.deadline].compactMap(\.self).min() }

    // MARK: What is wrong

    /// Returns why the lines cannot be recorded, as far as that is known.
    ///
    /// - Parameters:
    ///   - now: The present time.
    ///   - isOver: Whether no more lines come.
    /// - Returns: What is wrong; `nil` while lines can be recorded, or may become recordable.
    func misfit(at now: Int64, isOver: Bool = false) -> LineMisfit? {
        lines.misfit(at: now, isOver: isOver)
    }

    /// How long nothing has come, if that is longer than usual.
    func silence(at now: Int64) -> LineSilence? { quiet.silence(at: now) }

    /// Whether no data has ever come.
    var isUnheard: Bool { quiet.isUnheard }

    /// A remark at an instant; each is returned once.
    mutating func takeNote(at now: Int64) -> String? {
        quiet.takeNote(at: now) ?? lines.takeNote(at: now)
    }

    /// The samples to send, in order.
    var ready: [ValueSample] { lines.ready }

    /// Drops the samples that were sent.
    mutating func clear() { lines.clear() }

    /// All counts so far.
    var tally: LineTally {
        var tally = lines.tally
        tally.pauses = quiet.note
        return tally
    }

    /// The spacing of lines in nanoseconds, if known.
    var spacing: Double? { lines.spacing.nanoseconds }

    /// The instant of the newest line.
    var newest: Int64? { lines.newest }

    /// The pairs of the device's clock and boot time since the last call.
    mutating func takePairs() -> [ClockPair] { lines.takePairs() }
}
