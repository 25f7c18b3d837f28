// The readings of a sensor are in the order of time, but for a stray: one late one is left out, and one that is far ahead
// must not have all that follow it left out as late.

internal import SystemCalls

/// A reading of a sensor, by its time.
package protocol TimedReading: Sendable {
    /// In nanoseconds of boot time.
    var instant: Int64 { get }
    /// Whether readings are missing between the one before it and this one, as a record tells.
    var isBehindGap: Bool { get set }
}

/// Puts out the readings of a sensor that are later than all before them, each once the next has told of it.
package struct TimeOrder<Reading: TimedReading>: Sendable {
    /// A reading that is farther ahead of the one before it is believed only if the next is not behind it as far.
    package let longestGap: Int64
    /// Readings that are not later than the one before them, and are left out.
    package private(set) var late = 0
    /// Readings whose time is far ahead of that of the next one, and are left out.
    package private(set) var ahead = 0
    private var newest: Int64?
    private var held: Reading?
    /// Whether readings are missing ahead of one that was left out.
    private var isBehindGap = false

    /// The order of a sensor whose readings are no farther apart, but for gaps.
    package init(longestGap: Int64) { self.longestGap = longestGap }

    /// Takes the next reading of the file.
    ///
    /// - Returns: The reading ahead of it, if that is good.
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

    /// Takes note of the end of the file.
    ///
    /// - Returns: The last reading, of which no other tells.
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
