// Decides when to read and when to wake the writer. A device that sends a thousand lines per second should not wake
// a processor for each. If lines contain their own time, it is harmless to read twenty milliseconds of them at
// once.

/// Decides how the reading thread sleeps.
struct LinePace: Sendable {
    /// How to sleep next.
    enum Sleep: Sendable, Hashable {
        /// Until data comes.
        case untilReadable
        /// For a fixed time, even if data comes.
        case pause(nanoseconds: Int64)
    }

    private let hasTime: Bool
    private var round = 0
    private var announced = Int64.min
    private var owesSince: Int64?

    /// The time between reads, in nanoseconds; a serial port at 921,600 baud fills half of the kernel's buffer in
    /// it.
    private static let pause: Int64 = 20_000_000
    /// Lines with a greater spacing, in nanoseconds, are read as they come.
    private static let farApart = 5_000_000.0
    /// One in this many reads happens as soon as a line comes: such arrivals show most about the device's clock.
    private static let promptly = 8
    /// How often the writer is woken, in nanoseconds: while somebody watches, and otherwise.
    private static let (watched, unwatched): (Int64, Int64) = (30_000_000, 200_000_000)

    /// The pace for lines with or without the device's own time.
    init(hasTime: Bool) { self.hasTime = hasTime }

    /// What to do after a read.
    ///
    /// - Parameters:
    ///   - gotAny: Whether any data had come.
    ///   - spacing: The spacing of lines, if known.
    /// - Returns: How to sleep.
    mutating func next(gotAny: Bool, spacing: Double?) -> Sleep {
        guard hasTime, gotAny, let spacing, spacing < Self.farApart else { return .untilReadable }
        round += 1
        return round.isMultiple(of: Self.promptly)
            ? .untilReadable : .pause(nanoseconds: Self.pause)
    }

    /// Decides whether to wake the writer now.
    ///
    /// - Parameters:
    ///   - hasSent: Whether there is something new for it.
    ///   - isWatched: Whether somebody watches the latest values.
    ///   - now: The present time.
    /// - Returns: True to wake it.
    mutating func announces(hasSent: Bool, isWatched: Bool, at now: Int64) -> Bool {
        if hasSent, owesSince == nil { owesSince = now }
        guard owesSince != nil else { return false }
        let interval = isWatched ? Self.watched : Self.unwatched
        guard announced == .min || now &- announced >= interval else { return false }
        announced = now
        owesSince = nil
        return true
    }

    /// When the writer must be woken at the latest.
    var deadline: Int64? { owesSince == nil ? nil : announced &+ Self.unwatched }
}
