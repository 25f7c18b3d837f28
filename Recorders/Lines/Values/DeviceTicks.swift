// Turns a device's own time into one that never wraps. 32 bits of microseconds wrap every 71 minutes, and a time of
// day wraps at midnight; neither is a restart of the device. Live lines and rows of a file use the same rule.

/// The unwrapped time of a device.
struct DeviceTicks: Sendable {
    /// Where a line's time places it among the other lines.
    enum Sense: Sendable, Hashable {
        /// Unknown: the line has no time, or no line came before.
        case unknown
        /// After all of them.
        case ahead
        /// Among them, or slightly before.
        case among
        /// So far before them that the device has restarted, or its clock was set back.
        case back
    }

    private let turn: Int64?
    /// The sum of all wraps so far.
    private var offset: Int64 = 0
    private var last: (timestamp: Int64, seen: Int64?)?
    /// The most that a line can be before others, in nanoseconds, without a restart of the device.
    private static let backward: Int64 = 1_000_000_000

    /// The time of a device that counts in this unit.
    init(_ unit: LineTimeUnit) { turn = unit.turn }

    /// A time that wraps after so many nanoseconds; `nil` if it never does.
    init(turn: Int64?) { self.turn = turn }

    /// Where a number places its line.
    ///
    /// - Parameters:
    ///   - number: The time in the line, in nanoseconds.
    ///   - seen: When it had arrived, by the session's clock.
    /// - Returns: Its place among the previous lines.
    @inline(__always)
    func sense(of number: Int64, seen: Int64) -> Sense {
        guard let last else { return .unknown }
        let timestamp = timestamp(number, seen: seen)
        if timestamp > last.timestamp { return .ahead }
        return last.timestamp &- timestamp > Self.backward ? .back : .among
    }

    /// The unwrapped timestamp of a number; call it in the order of the lines.
    ///
    /// - Parameters:
    ///   - number: The time in the line, in nanoseconds.
    ///   - seen: When it had arrived, by the session's clock; `nil` for a row of a file, which has no arrival.
    /// - Returns: Nanoseconds that continue where the number wraps.
    mutating func take(_ number: Int64, seen: Int64?) -> Int64 {
        let timestamp = timestamp(number, seen: seen)
        // A late line from before a wrap does not undo the wrap.
        if timestamp >= last?.timestamp ?? timestamp { offset = timestamp &- number }
        last = (max(last?.timestamp ?? timestamp, timestamp), seen)
        return timestamp
    }

    /// Forgets what came before.
    mutating func restart() {
        offset = 0
        last = nil
    }

    /// Whether a number has wrapped, judged by the two numbers alone: from the last quarter of the range to the
    /// first.
    func comesRound(from before: Int64, to number: Int64) -> Bool {
        guard let turn else { return false }
        return (0..<turn / 4).contains(number) && (turn - turn / 4..<turn).contains(before)
    }

    private func timestamp(_ number: Int64, seen: Int64?) -> Int64 {
        let plain = number &+ offset
        guard let turn, let last, number >= 0, number < turn else { return plain }
        if offset > 0, plain &- last.timestamp > turn / 2 {
            // A line from before the wrap may arrive after a line from after it. A long pause gives the same numbers,
            // but then that much time has passed between the arrivals.
            let isLate =
                comesRound(from: number, to: last.timestamp &- offset)
                && !hasPassed(plain &- last.timestamp, from: last.seen, to: seen)
            return isLate ? plain &- turn : plain
        }
        guard last.timestamp &- plain > turn / 2 || last.timestamp &- plain > Self.backward else {
            return plain
        }
        guard seen != nil, last.seen != nil else {
            return comesRound(from: last.timestamp &- offset, to: number) ? plain &+ turn : plain
        }
        // It has wrapped if the matching time has passed; after a restart the difference would be arbitrary.
        let hasWrapped = hasPassed(plain &+ turn &- last.timestamp, from: last.seen, to: seen)
        return hasWrapped ? plain &+ turn : plain
    }

    /// Whether about this much time has passed between two arrivals; `false` if one of them is unknown.
    private func hasPassed(_ nanoseconds: Int64, from first: Int64?, to second: Int64?) -> Bool {
        guard let first, let second else { return false }
        let passed = second &- first
        let tolerance = max(2_000_000_000, passed / 50)
        return (nanoseconds &- passed).magnitude <= UInt64(tolerance)
    }
}
