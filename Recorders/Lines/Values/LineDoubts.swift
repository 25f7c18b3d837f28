// All that can be doubted of a mapping while lines come: each doubt has a value of its own, and here they are asked
// in turn.

internal import RecorderKinds

/// What is doubted of a mapping.
struct LineDoubts: Sendable {
    private var fit = LineFit()
    private var pace: TickPace?
    private var gravity: MagnitudeCheck?
    private var rotation: MagnitudeCheck?
    private var turns: CounterTurns?
    private let hasCounter: Bool
    private let slots: [(key: String, place: Int, isAxis: Bool)]
    /// Which of the slots have had a number.
    private var presence: UInt64 = 0
    /// Readings that have come into their places.
    private var placed: Int64 = 0
    private var hasToldMissing = false
    /// A line that was a reading.
    private var example = ""

    /// So many lines show what is in them.
    private static let enough: Int64 = 100

    /// Doubts of which none has a reason yet.
    ///
    /// - Parameters:
    ///   - mapping: What is doubted.
    ///   - isLive: Whether lines come as they are measured, and not from a file.
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

    /// Takes a line that is a reading.
    @inline(__always)
    mutating func take(_ line: Span<UInt8>) {
        if example.isEmpty { example = LineTally.shown(line) }
    }

    /// Takes a reading that has come into its place.
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

    /// Takes when a reading was measured, and when it came.
    @inline(__always)
    mutating func pass(_ stamp: Int64, seen: Int64) { pace?.add(stamp, seen: seen) }

    /// Takes that the device's clock has begun anew.
    mutating func restartClock() { pace?.restart() }

    /// Takes a line that could not be read.
    mutating func miss(_ line: Span<UInt8>, seen: Int64, _ kind: () -> LineMisfit.Kind) {
        fit.miss(line, seen: seen, kind)
    }

    /// Takes that no line has ended in what has come.
    mutating func missEnd(seen: Int64) { fit.missEnd(seen: seen) }

    // MARK: What is wrong

    /// Whether no reading has come.
    var hasNoReading: Bool { placed == 0 }

    /// Why the lines cannot be recorded, as far as it shows.
    ///
    /// - Parameters:
    ///   - tally: What was counted of them.
    ///   - count: What the counter says in the newest line.
    ///   - now: The instant.
    ///   - isOver: Whether no more lines come.
    /// - Returns: What is wrong; `nil` while lines can be recorded, or may still.
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

    /// What is worth telling while lines still come, once each.
    mutating func takeNote(_ tally: LineTally, at now: Int64) -> String? {
        if let note = fit.takeNote(tally, at: now) { return note }
        if let note = pace?.takeNote() { return note }
        if placed >= Self.enough, !hasToldMissing, let misfit = missing({ _ in true }) {
            hasToldMissing = true
            return "\(misfit)"
        }
        return gravity?.takeNote() ?? rotation?.takeNote()
    }

    /// What is to be told at the end.
    var notes: [String] {
        // Of axes that are missing the recorder fails.
        let own = missing { !$0.isAxis }.map { "\($0)" }
        return [turns?.note, own].compactMap(\.self)
    }

    /// The words of the map of which no line has had a number.
    private func missing(
        _ isMeant: ((key: String, place: Int, isAxis: Bool)) -> Bool
    ) -> LineMisfit? {
        let words = slots.filter { isMeant($0) && presence & 1 << UInt64($0.place) == 0 }
        guard !words.isEmpty, placed > 0 else { return nil }
        return LineMisfit(.missing(words.map(\.key)), example: example)
    }
}
