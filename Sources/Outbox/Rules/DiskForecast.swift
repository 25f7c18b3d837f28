// A disk that fills up because nothing can be sent ends recordings. Whoever looks after the board must hear of it days
// ahead, in days: bytes tell nobody whether there is still time to drive there.

public import Timebase

/// How long the disk lasts if nothing leaves it.
public struct DiskForecast: Hashable, Sendable {
    /// A session as the forecast sees it.
    public struct Written: Hashable, Sendable {
        /// When it began.
        public var start: WallInstant
        /// How many bytes it has.
        public var bytes: Int64

        /// A session that was written.
        public init(start: WallInstant, bytes: Int64) { (self.start, self.bytes) = (start, bytes) }
    }

    /// What the disk is to whoever looks after the board.
    public enum Urgency: String, Hashable, Sendable, CaseIterable {
        case fine
        /// It lasts less than a week.
        case soon
        /// It lasts less than a day, or has no room now.
        case now
    }

    /// How many bytes a day are recorded; `nil` while too little was recorded to tell.
    public let bytesPerDay: Double?
    /// How many days are left; `nil` where nobody can tell.
    public let daysLeft: Double?
    /// How many bytes are free; `nil` where nobody knows.
    public let freeBytes: Int64?

    private static let day: Double = 86_400e9
    /// What a participant did lately tells more than what they did at the study's begin.
    private static let lookedBack = 7.0
    /// Below it a disk is full whatever the rate is: the end of a recording needs as much.
    private static let fullBytes: Int64 = 64_000_000

    /// Looks ahead from what was written lately.
    ///
    /// - Parameters:
    ///   - written: The sessions that were written, also those that have gone since, in any order.
    ///   - now: The time of day; sessions that begin later, by a clock that was wrong, do not count.
    ///   - freeBytes: How many bytes the disk has; `nil` where nobody knows.
    public init(from written: [Written], at now: WallInstant, freeBytes: Int64?) {
        let end = Double(now.nanosecondsSince1970)
        var (bytes, oldest) = (0.0, 0.0)
        for session in written where session.bytes > 0 {
            let age = (end - Double(session.start.nanosecondsSince1970)) / Self.day
            guard age >= 0 else { continue }
            oldest = max(oldest, age)
            if age <= Self.lookedBack { bytes += Double(session.bytes) }
        }
        // Of a study that began this morning, the days that passed; never less than one: two sessions within a minute
        // are no day's rate.
        let days = max(1, min(oldest.rounded(.up), Self.lookedBack))
        self.freeBytes = freeBytes
        bytesPerDay = bytes > 0 ? bytes / days : nil
        daysLeft = bytesPerDay.flatMap { rate in freeBytes.map { Double(max(0, $0)) / rate } }
    }

    /// How urgent it is.
    public var urgency: Urgency {
        if let freeBytes, freeBytes < Self.fullBytes { return .now }
        guard let daysLeft else { return .fine }
        return daysLeft < 1 ? .now : daysLeft < 7 ? .soon : .fine
    }
}
