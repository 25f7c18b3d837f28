// When to read and when to tell the writer. A device that sends a thousand lines a second need not wake a processor
// for each: where lines have their own time it does no harm to read twenty milliseconds of them at once.

/// Decides what a thread that reads lines sleeps beside, and for how long.
struct LinePace: Sendable {
    /// What to do next.
    enum Sleep: Sendable, Hashable {
        /// Sleep until something comes.
        case untilReadable
        /// Sleep for so long, whatever comes.
        case pause(nanoseconds: Int64)
    }

    private let hasTime: Bool
    private var round = 0
    private var announced = Int64.min
    private var owesSince: Int64?

    /// How much is read at once: a serial port at 921,600 baud fills half of the kernel's room meanwhile.
    private static let pause: Int64 = 20_000_000
    /// Lines that are farther apart are read as they come.
    private static let farApart = 5_000_000.0
    /// Every so often a line is read as soon as it comes: that is the arrival that tells most of the device's clock.
    private static let promptly = 8
    /// How often the writer is woken, while somebody watches and while nobody does.
    private static let (watched, unwatched): (Int64, Int64) = (30_000_000, 200_000_000)

    /// The pace for lines that have the device's own time, or have not.
    init(hasTime: Bool) { self.hasTime = hasTime }

    /// What to do after a read.
    ///
    /// - Parameters:
    ///   - gotAny: Whether anything had come.
    ///   - spacing: How far lines are apart, where that is known.
    /// - Returns: How to sleep.
    mutating func next(gotAny: Bool, spacing: Double?) -> Sleep {
        guard hasTime, gotAny, let spacing, spacing < Self.farApart else { return .untilReadable }
        round += 1
        return round.isMultiple(of: Self.promptly)
            ? .untilReadable : .pause(nanoseconds: Self.pause)
    }

    /// Whether to wake the writer now.
    ///
    /// - Parameters:
    ///   - hasSent: Whether there is something new for it.
    ///   - isWatched: Whether somebody watches the latest values.
    ///   - now: The instant.
    /// - Returns: Whether to.
    mutating func announces(hasSent: Bool, isWatched: Bool, at now: Int64) -> Bool {
        if hasSent, owesSince == nil { owesSince = now }
        guard owesSince != nil else { return false }
        let interval = isWatched ? Self.watched : Self.unwatched
        guard announced == .min || now &- announced >= interval else { return false }
        announced = now
        owesSince = nil
        return true
    }

    /// When the writer is to be woken, whatever comes.
    var deadline: Int64? { owesSince == nil ? nil : announced &+ Self.unwatched }
}
