// Checks whether the lines match the mapping. A recording continues despite unreadable lines, but not if no line
// can be read. The author of the mapping should learn that while the participant is still there.

internal import SystemCalls

/// Detects that a mapping does not match the lines.
struct LineFit: Sendable {
    /// The latest unreadable line; the latest, because devices often send a greeting first.
    private var latest: (kind: LineMisfit.Kind, line: String, seen: Int64)?
    /// When the first unreadable line since the last reading came.
    private var since: Int64?
    /// How many unreadable lines have come since then.
    private var unread: Int64 = 0
    private var isTold = false
    /// How many readings have been put in order.
    private var placed: Int64 = 0
    /// How many lines were missing before the last reading, and how many readings in succession repeated that number.
    private var stride: (lost: Int64, times: Int64) = (0, 0)

    /// How long unreadable lines may come before the first reading; many devices first greet or calibrate.
    private static let patience: Int64 = 60_000_000_000
    /// After how long unreadable lines are reported.
    private static let shortPatience: Int64 = 3_000_000_000
    /// The least number of unreadable lines for the report.
    private static let fewest: Int64 = 3
    /// How many lines must contradict a counter before it is doubted.
    private static let doubtful: Int64 = 16
    /// Above so many unreadable lines, one reading in ten lines may be chance.
    private static let many: Int64 = 100
    /// The least time between two examples.
    private static let pause: Int64 = 100_000_000

    /// Notes a reading, with the number of lines missing before it.
    @inline(__always)
    mutating func place(after lost: Int64) {
        placed &+= 1
        unread = 0
        stride = (lost, lost == stride.lost ? stride.times &+ 1 : 0)
    }

    /// Notes a line that could not be read.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - seen: When it had arrived.
    ///   - kind: Returns what is wrong with it.
    mutating func miss(_ line: Span<UInt8>, seen: Int64, _ kind: () -> LineMisfit.Kind) {
        if unread == 0 { since = seen }
        unread &+= 1
        if latest.map({ seen &- $0.seen >= Self.pause }) ?? true {
            latest = (kind(), LineTally.shown(line), seen)
        }
    }

    /// Notes that many bytes have come without a line end, if that may be a fault.
    mutating func missEnd(seen: Int64) {
        if unread == 0 { since = seen }
        unread = max(unread, Self.fewest)
        latest = (.unended, "", seen)
    }

    /// The report, made once, while none of the lines can be read.
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

    /// Returns why the lines cannot be recorded, as far as that is known.
    ///
    /// - Parameters:
    ///   - tally: What was counted.
    ///   - count: The counter in the newest line; `nil` if there is none.
    ///   - now: The present time.
    ///   - isOver: Whether no more lines come.
    /// - Returns: What is wrong; `nil` while lines can be recorded, or may become recordable.
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
        // The same number must be missing before every line from the first on, because for a while a network, too, may
        // lose lines in such a pattern.
        let isSteady = stride.times >= max(Self.doubtful &* 3, placed &- 3)
        if stride.lost > 0, isSteady, tally.unreadable == 0 {
            return LineMisfit(.strideOfCounter(stride.lost.addingClamped(1)))
        }
        // Networks repeat lines, but not every line this often.
        let isStuck = repeated >= Self.doubtful &* 4 && repeated / Self.doubtful > placed
        let astray = tally.strays.addingClamped(tally[.late])
        let isAstray = astray >= Self.doubtful && astray > placed
        return isStuck || isAstray || isWild(tally.restarts) ? LineMisfit(.wildCounter) : nil
    }

    /// Whether the counter, or the device's clock, restarts too often.
    ///
    /// An eight-bit counter that the map declares as a wider one seems to restart every 256 lines.
    private func isWild(_ beginnings: Int64) -> Bool {
        beginnings >= Self.doubtful && beginnings > placed / 8
    }
}
