// Whether lines are such as the mapping says. A recording goes on over lines that cannot be read, but not where no line
// can be: whoever has written the mapping is to know it while the participant is still there.

internal import SystemCalls

/// Finds that a mapping does not fit the lines.
struct LineFit: Sendable {
    /// What was wrong with a line lately: devices greet first, and say what they have to say then.
    private var latest: (kind: LineMisfit.Kind, line: String, seen: Int64)?
    /// When the first of the lines came that could not be read since the last reading.
    private var since: Int64?
    /// How many those are.
    private var unread: Int64 = 0
    private var isTold = false
    /// Readings that have come into their places.
    private var placed: Int64 = 0
    /// How many lines were missing ahead of the last reading, and ahead of how many readings in succession.
    private var stride: (lost: Int64, times: Int64) = (0, 0)

    /// A device that says for so long what nobody can read says nothing else: many greet first, or calibrate.
    private static let patience: Int64 = 60_000_000_000
    /// After so long it is told.
    private static let shortPatience: Int64 = 3_000_000_000
    /// So many lines that cannot be read are needed for that, at least.
    private static let fewest: Int64 = 3
    /// A counter is doubted after so many lines that it does not go with.
    private static let doubtful: Int64 = 16
    /// Of so many lines, and of ten for each reading, chance alone makes readings.
    private static let many: Int64 = 100
    /// An example is taken no oftener than this.
    private static let pause: Int64 = 100_000_000

    /// Takes a reading, ahead of which so many lines are missing.
    @inline(__always)
    mutating func place(after lost: Int64) {
        placed &+= 1
        unread = 0
        stride = (lost, lost == stride.lost ? stride.times &+ 1 : 0)
    }

    /// Takes a line that could not be read.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - seen: When it was there.
    ///   - kind: Says what is wrong with it.
    mutating func miss(_ line: Span<UInt8>, seen: Int64, _ kind: () -> LineMisfit.Kind) {
        if unread == 0 { since = seen }
        unread &+= 1
        if latest.map({ seen &- $0.seen >= Self.pause }) ?? true {
            latest = (kind(), LineTally.shown(line), seen)
        }
    }

    /// Takes that so many bytes have come in which no line has ended, if that may be a fault.
    mutating func missEnd(seen: Int64) {
        if unread == 0 { since = seen }
        unread = max(unread, Self.fewest)
        latest = (.unended, "", seen)
    }

    /// What is to be told, once, while none of the lines can be read.
    mutating func takeNote(_ tally: LineTally, at now: Int64) -> String? {
        guard let latest, let since, !isTold, unread >= Self.fewest,
            now &- since >= Self.shortPatience
        else { return nil }
        isTold = true
        if placed == 0 { return "\(misfit(latest, tally))" }
        let seconds = (now &- since) / 1_000_000_000
        return latest.line.isEmpty
            ? "no line has ended for \(seconds) s"
            : "no line could be read for \(seconds) s: \(latest.line)"
    }

    private func misfit(
        _ latest: (kind: LineMisfit.Kind, line: String, seen: Int64),
        _ tally: LineTally
    ) -> LineMisfit {
        let unreadable = max(1, tally.unreadable)
        return LineMisfit(
            latest.kind,
            lines: unreadable,
            of: unreadable.addingClamped(placed),
            example: latest.line
        )
    }

    /// Why the lines cannot be recorded, as far as it shows.
    ///
    /// - Parameters:
    ///   - tally: What was counted of them.
    ///   - count: What the counter says in the newest line; `nil` where there is none.
    ///   - now: The instant.
    ///   - isOver: Whether no more lines come.
    /// - Returns: What is wrong; `nil` while lines can be recorded, or may still.
    func misfit(
        _ tally: LineTally,
        count: Int64?,
        at now: Int64,
        isOver: Bool
    ) -> LineMisfit? {
        if let count, let misfit = misfit(ofCounter: count, tally, isOver) { return misfit }
        if count == nil, isWild(tally.clockSteps.addingClamped(tally.restarts)) {
            return LineMisfit(.wildClock)
        }
        if let latest, let since, unread > 0 || tally.unreadable >= Self.many,
            placed == 0 || tally.unreadable >= Self.many && tally.unreadable / 10 > placed
        {
            let isHopeless = placed == 0 && unread >= Self.fewest && now &- since >= Self.patience
            return isOver || isHopeless ? misfit(latest, tally) : nil
        }
        guard isOver, placed == 0, tally.headers.count > 0 else { return nil }
        return LineMisfit(.names, lines: tally.headers.count, example: tally.headers.first)
    }

    private func misfit(
        ofCounter count: Int64,
        _ tally: LineTally,
        _ isOver: Bool
    ) -> LineMisfit? {
        let repeated = tally.repeated
        if placed <= 1, repeated >= (isOver ? Self.fewest : Self.doubtful) {
            return LineMisfit(.standingCounter(count))
        }
        // From the first line on, and with every line read: else a network may lose so.
        let isSteady = stride.times >= max(Self.doubtful &* 3, placed &- 3)
        if stride.lost > 0, isSteady, tally.unreadable == 0 {
            return LineMisfit(.strideOfCounter(stride.lost.addingClamped(1)))
        }
        // Networks repeat lines, but not each of them so often.
        let isStuck = repeated >= Self.doubtful &* 4 && repeated / Self.doubtful > placed
        let astray = tally.strays.addingClamped(tally[.late])
        let isAstray = astray >= Self.doubtful && astray > placed
        return isStuck || isAstray || isWild(tally.restarts) ? LineMisfit(.wildCounter) : nil
    }

    /// Whether so many beginnings are too many: a counter of eight bits that was taken for a wider one begins anew
    /// every 256 lines.
    private func isWild(_ beginnings: Int64) -> Bool {
        beginnings >= Self.doubtful && beginnings > placed / 8
    }
}
