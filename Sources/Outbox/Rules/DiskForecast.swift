// A disk that fills up because nothing can be sent ends recordings. The person who looks after the board must be warned
// days ahead, and in days: a number of bytes does not say whether there is still time to drive there.

public import Timebase

/// How long the disk lasts if nothing is deleted.
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

    /// How soon the person who looks after the board must act.
    public enum Urgency: String, Hashable, Sendable, CaseIterable {
        case fine
        /// The disk lasts less than a week.
        case soon
        /// The disk lasts less than a day, or is full.
        case now
    }

    /// How many bytes are recorded a day; `nil` if no session of the last seven days has any bytes.
    public let bytesPerDay: Double?
    /// How many days are left; `nil` if unknown.
    public let daysLeft: Double?
    /// How many bytes are free; `nil` if unknown.
    public let freeBytes: Int64?

    private static let day: Double = 86_400e9
    /// Only the last days count: what a participant did lately predicts more than the beginning of the study.
    private static let lookedBack = 7.0
    /// With fewer free bytes the disk counts as full whatever the daily rate: ending a recording needs that much.
    private static let fullBytes: Int64 = 64_000_000

    /// Predicts from the sessions written lately.
    ///
    /// - Parameters:
    ///   - written: The sessions, including those deleted since, in any order.
    ///   - now: The time of day; sessions that begin later, because of a wrong clock, do not count.
    ///   - freeBytes: How many bytes are free on the disk; `nil` if unknown.
    public init(from written: [Written], at now: WallInstant, freeBytes: Int64?) {
        let end = Double(now.nanosecondsSince1970)
        var (bytes, oldest) = (0.0, 0.0)
        for session in written where session.bytes > 0 {
            let age = (end - Double(session.start.nanosecondsSince1970)) / Self.day
            guard age >= 0 else { continue }
            oldest = max(oldest, age)
            if age <= Self.lookedBack { bytes += Double(session.bytes) }
        }
        // For a study younger than a week, divides by the days since its start, but at least by one: two sessions
        // within a minute give no daily rate.
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
