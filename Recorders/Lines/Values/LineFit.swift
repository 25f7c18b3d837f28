// Whether lines are such as the mapping says. A recording goes on over lines that cannot be read, but not where no line
// can be: whoever has written the mapping is to know it while the participant is still there.

internal import SystemCalls

/// Finds that a mapping does not fit the lines.
struct LineFit: Sendable {
    /// The first line that could not be read: why, and how it looks.
    private var first: (kind: LineMisfit.Kind, line: String)?
    /// When the first line came.
    private var since: Int64?
    /// Readings that have come into their places.
    private var placed: Int64 = 0

    /// A device that says for so long what nobody can read says nothing else: many greet first, or calibrate.
    static let patience: Int64 = 10_000_000_000
    /// So many lines that cannot be read are needed for that, at least.
    private static let fewest: Int64 = 3
    /// A counter is doubted after so many lines that it does not go with.
    private static let doubtful: Int64 = 16

    @inline(__always)
    mutating func place() { placed &+= 1 }

    /// Whether the next line that cannot be read is the first, and none could be.
    var awaitsFirst: Bool { placed == 0 && first == nil }

    /// Takes the first line that could not be read.
    mutating func miss(_ kind: LineMisfit.Kind, _ line: Span<UInt8>, seen: Int64) {
        first = (kind, LineTally.shown(line))
        since = seen
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
        guard placed == 0 else { return nil }
        let unreadable = tally.unreadable
        if let first, let since, unreadable > 0 {
            let isHopeless = unreadable >= Self.fewest && now &- since >= Self.patience
            guard isOver || isHopeless else { return nil }
            return LineMisfit(first.kind, lines: unreadable, example: first.line)
        }
        guard isOver, tally.headers.count > 0 else { return nil }
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
        // Networks repeat lines, but not each of them so often.
        let isStuck = repeated >= Self.doubtful &* 4 && repeated / Self.doubtful > placed
        let astray = tally.strays.addingClamped(tally[.late])
        let isAstray = astray >= Self.doubtful && astray > placed
        // A counter of eight bits that was taken for a wider one begins anew every 256 lines.
        let isNew = tally.restarts >= Self.doubtful && tally.restarts > placed / 8
        return isStuck || isAstray || isNew ? LineMisfit(.wildCounter) : nil
    }
}
