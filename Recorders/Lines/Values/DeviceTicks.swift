// A device's own time as it counts on for ever: 32 bits of microseconds begin anew every 71 minutes, and a time of day
// at midnight; that is no restart of the device. Lines that come and rows of a file go by one rule.

/// The time of a device, from what its lines say.
struct DeviceTicks: Sendable {
    /// Where a line's time puts it among the others.
    enum Sense: Sendable, Hashable {
        /// It tells nothing: there is none, or no line came before.
        case unknown
        /// Behind all of them.
        case ahead
        /// Among them, or little before.
        case among
        /// So far before them that the device has begun anew, or its clock was set back.
        case back
    }

    private let turn: Int64?
    /// By how much the device's number has come round.
    private var offset: Int64 = 0
    private var last: (stamp: Int64, seen: Int64?)?
    /// By more no line comes behind others that is none of a restart.
    private static let backward: Int64 = 1_000_000_000

    /// The time of a device that counts in a unit.
    init(_ unit: LineTimeUnit) { turn = unit.turn }

    /// A time that begins anew behind so many nanoseconds, if at all.
    init(turn: Int64?) { self.turn = turn }

    /// Where a number puts its line.
    ///
    /// - Parameters:
    ///   - number: What the line says, in nanoseconds.
    ///   - seen: When it was there, by the session's clock.
    /// - Returns: Its place among the lines that were taken.
    @inline(__always)
    func sense(of number: Int64, seen: Int64) -> Sense {
        guard let last else { return .unknown }
        let stamp = stamp(number, seen: seen)
        if stamp > last.stamp { return .ahead }
        return last.stamp &- stamp > Self.backward ? .back : .among
    }

    /// The stamp of a number, which comes in the order of the lines.
    ///
    /// - Parameters:
    ///   - number: What the line says, in nanoseconds.
    ///   - seen: When it was there, by the session's clock; `nil` of a row of a file, which nobody has seen come.
    /// - Returns: Nanoseconds that go on where the number begins anew by itself.
    mutating func take(_ number: Int64, seen: Int64?) -> Int64 {
        let stamp = stamp(number, seen: seen)
        offset = stamp &- number
        last = (max(last?.stamp ?? stamp, stamp), seen)
        return stamp
    }

    /// Forgets what came before.
    mutating func restart() {
        offset = 0
        last = nil
    }

    /// Whether a number has come round, by the two numbers alone: from the last quarter into the first.
    func comesRound(from before: Int64, to number: Int64) -> Bool {
        guard let turn else { return false }
        return (0..<turn / 4).contains(number) && (turn - turn / 4..<turn).contains(before)
    }

    private func stamp(_ number: Int64, seen: Int64?) -> Int64 {
        let plain = number &+ offset
        guard let turn, let last, number >= 0, number < turn else { return plain }
        // A line of before the turn may come behind one of after it.
        if offset > 0, plain &- last.stamp > turn / 2 { return plain &- turn }
        guard last.stamp &- plain > turn / 2 || last.stamp &- plain > Self.backward else {
            return plain
        }
        guard let seen, let lastSeen = last.seen else {
            return comesRound(from: last.stamp &- offset, to: number) ? plain &+ turn : plain
        }
        // It has come round if so much time has passed; a device that starts anew is early by any amount.
        let passed = seen &- lastSeen
        let turned = plain &+ turn &- last.stamp
        let tolerance = max(2_000_000_000, passed / 50)
        return (turned &- passed).magnitude <= UInt64(tolerance) ? plain &+ turn : plain
    }
}
