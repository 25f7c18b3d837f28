// Checks a mapping against the lines as they come. Each kind of doubt has its own type; this type calls them in
// turn.

internal import RecorderKinds

/// The doubts about a mapping.
struct LineDoubts: Sendable {
    private var fit = LineFit()
    private var pace: TickPace?
    private var gravity: MagnitudeCheck?
    private var rotation: MagnitudeCheck?
    private var turns: CounterTurns?
    private let hasCounter: Bool
    private let slots: [(key: String, place: Int, isAxis: Bool)]
    /// Which of the mapping's values have had a number.
    private var presence: UInt64 = 0
    /// How many readings have been put in order.
    private var placed: Int64 = 0
    private var hasToldMissing = false
    /// An example of a line with a reading.
    private var example = ""

    /// How many lines are enough to see what they contain.
    private static let enough: Int64 = 100

    /// Starts without any doubt.
    ///
    /// - Parameters:
    ///   - mapping: The mapping to check.
    ///   - isLive: Whether lines arrive as they are measured, and not from a file.
    init(_ mapping: LineMapping, isLive: Bool) {
        pace = mapping.time.map { TickPace($0, isLive: isLive) }
        gravity = MagnitudeCheck(.accelerometer, of: mapping)
        rotation = MagnitudeCheck(.gyro, of: mapping)
        turns = mapping.counterBits.map(CounterTurns.init)
        hasCounter = mapping.hasCounter
        slots = mapping.columns.compactMap { column in
            guard case .part(let channel, let place) = column.meaning else { return nil }
            let isAxis = mapping.kinds[channel].components > 1
            return (column.key, 4 * channel + place, isAxis)
        }
    }

    // MARK: What comes

    /// Notes a line that is a reading.
    @inline(__always)
    mutating func take(_ line: Span<UInt8>) {
        if example.isEmpty { example = LineTally.shown(line) }
    }

    /// Notes a reading that has been put in order.
    @inline(__always)
    mutating func place(_ line: borrowing OrderedLine) {
        placed &+= 1
        fit.place(after: line.lost)
        presence |= line.reading.presence
        gravity?.add(line.reading)
        rotation?.add(line.reading)
        let (isAnew, lost) = (line.beginsStretch, line.lost)
        turns?.add(line.reading.count, isBroken: isAnew || lost > 0)
    }

    /// Notes when a reading was measured, and when it arrived.
    @inline(__always)
    mutating func pass(_ timestamp: Int64, seen: Int64) { pace?.add(timestamp, seen: seen) }

    /// Notes that the device's clock has restarted.
    mutating func restartClock() { pace?.restart() }

    /// Notes a line that could not be read.
    mutating func miss(_ line: Span<UInt8>, seen: Int64, _ kind: () -> LineMisfit.Kind) {
        fit.miss(line, seen: seen, kind)
    }

    /// Notes that bytes have come without a line end.
    mutating func missEnd(seen: Int64) { fit.missEnd(seen: seen) }

    // MARK: What is wrong

    /// Whether no reading has come.
    var hasNoReading: Bool { placed == 0 }

    /// Returns why the lines cannot be recorded, as far as that is known.
    ///
    /// - Parameters:
    ///   - tally: What was counted.
    ///   - count: The counter in the newest line.
    ///   - now: The present time.
    ///   - isOver: Whether no more lines come.
    /// - Returns: What is wrong; `nil` while lines can be recorded, or may become recordable.
    func misfit(
        _ tally: LineTally,
        count: Int64,
        at now: Int64,
        isOver: Bool
    ) -> LineMisfit? {
        if isOver, let axis = missing(\.isAxis) { return axis }
        return pace?.misfit(isOver: isOver)
            ?? fit.misfit(tally, count: hasCounter ? count : nil, at: now, isOver: isOver)
    }

    /// A remark while lines still come; each is returned once.
    mutating func takeNote(_ tally: LineTally, at now: Int64) -> String? {
        if let note = fit.takeNote(tally, at: now) { return note }
        if let note = pace?.takeNote() { return note }
        if placed >= Self.enough, !hasToldMissing, let misfit = missing({ _ in true }) {
            hasToldMissing = true
            return "\(misfit)"
        }
        return gravity?.takeNote() ?? rotation?.takeNote()
    }

    /// The remarks at the end.
    var notes: [String] {
        // Missing axes are not listed, because the recorder fails if they are missing.
        let own = missing { !$0.isAxis }.map { "\($0)" }
        // Lines that all come in one read have ended before `takeNote` was called.
        var gravity = gravity
        var rotation = rotation
        return [gravity?.takeNote(), rotation?.takeNote(), turns?.note, pace?.noteAtEnd, own]
            .compactMap(\.self)
    }

    /// A problem that lists the words of the map for which no line has had a number; `nil` if there are none.
    private func missing(
        _ isMeant: ((key: String, place: Int, isAxis: Bool)) -> Bool
    ) -> LineMisfit? {
        let words = slots.filter { isMeant($0) && presence & 1 << UInt64($0.place) == 0 }
        guard !words.isEmpty, placed > 0 else { return nil }
        return LineMisfit(.missing(words.map(\.key)), example: example)
    }
}
