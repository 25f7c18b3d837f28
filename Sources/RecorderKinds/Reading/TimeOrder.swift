// Drops the readings of a sensor that break the order of time. A late reading is dropped. A single reading far in
// the future is dropped, too; otherwise all that follow would count as late.

internal import SystemCalls

/// A reading of a sensor with its time.
package protocol TimedReading: Sendable {
    /// In nanoseconds of boot time.
    var instant: Int64 { get }
    /// Whether a gap record says that readings are missing just before this one.
    var isBehindGap: Bool { get set }
}

/// Returns the readings of a sensor that are later than all before them.
///
/// Each reading is returned when the next one has confirmed it.
package struct TimeOrder<Reading: TimedReading>: Sendable {
    /// In nanoseconds; a reading later by more than this than both the previous and the next one is dropped.
    package let longestGap: Int64
    /// How many readings were dropped because they were not later than the previous one.
    package private(set) var late = 0
    /// How many readings were dropped because their time was far ahead of the next one.
    package private(set) var ahead = 0
    private var newest: Int64?
    private var held: Reading?
    /// Whether readings are missing before a dropped one, and so before the next one.
    private var isBehindGap = false

    /// An order for a sensor whose readings are never further apart than `longestGap`, except in gaps.
    package init(longestGap: Int64) { self.longestGap = longestGap }

    /// Adds the next reading of the file.
    ///
    /// - Returns: The previous reading, if this one confirms it; otherwise `nil`.
    package mutating func take(_ next: Reading) -> Reading? {
        var next = next
        next.isBehindGap = next.isBehindGap || isBehindGap
        isBehindGap = false
        guard let held else {
            if let newest, next.instant <= newest { leaveOut(next) } else { self.held = next }
            return nil
        }
        if next.instant > held.instant {
            (newest, self.held) = (held.instant, next)
            return held
        }
        let isAhead =
            isFar(held.instant, ahead: newest) && isFar(held.instant, ahead: next.instant)
        guard isAhead, newest.map({ next.instant > $0 }) ?? true else {
            leaveOut(next)
            return nil
        }
        ahead += 1
        next.isBehindGap = next.isBehindGap || held.isBehindGap
        self.held = next
        return nil
    }

    /// Ends the file.
    ///
    /// - Returns: The last reading, which no other can confirm; `nil` if there is none.
    package mutating func finish() -> Reading? {
        defer { held = nil }
        return held
    }

    private mutating func leaveOut(_ reading: Reading) {
        late += 1
        isBehindGap = reading.isBehindGap
    }

    private func isFar(_ instant: Int64, ahead other: Int64?) -> Bool {
        other.map { instant.subtractingClamped($0) > longestGap } ?? true
    }
}
