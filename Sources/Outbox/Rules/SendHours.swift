// A household may want its network for itself in the evening, so a study can have sessions sent at night. Hours are
// local time. The next opening is found by testing minute after minute, since every offset from UTC is a whole number
// of minutes. This works across midnight, too, and when daylight saving repeats or skips an hour.

internal import SystemCalls
public import Timebase

/// The hours of the day in which sessions may be sent.
public struct SendHours: Hashable, Sendable {
    /// A part of the day.
    struct Window: Hashable, Sendable {
        /// The minute of the day at which it begins.
        var start: Int
        /// The first minute after it; less than `start` if the window spans midnight.
        var end: Int

        func contains(_ minute: Int) -> Bool {
            start < end ? (start..<end).contains(minute) : minute >= start || minute < end
        }
    }

    /// Returns how many seconds local time is ahead of UTC at an instant.
    public typealias Zone = (WallInstant) -> Int

    private let windows: [Window]

    /// The whole day.
    public static let always = SendHours(windows: [Window(start: 0, end: 1440)])

    private init(windows: [Window]) { self.windows = windows }

    /// Parses hours such as "22:00-06:00" or "12:00-13:00,22:00-06:00".
    public init(_ text: String) throws(SendRuleError) {
        var found: [Window] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let start = Self.minute(ends[0]), start < 1440,
                let end = Self.minute(ends[1])
            else {
                throw SendRuleError(
                    "not hours of a day",
                    remedy: "give when it begins and ends, in local time, as 22:00-06:00"
                )
            }
            guard start != end % 1440 || end - start == 1440 else {
                throw SendRuleError(
                    "the hours end when they begin",
                    remedy: "give another end, or 00:00-24:00 for the whole day"
                )
            }
            found.append(Window(start: start, end: end))
        }
        windows = found
    }

    /// The union of these hours and others.
    public func joined(with others: SendHours) -> SendHours {
        SendHours(windows: windows + others.windows)
    }

    /// True if sessions may be sent at an instant.
    public func areOpen(at instant: WallInstant, in zone: Zone = Self.localZone) -> Bool {
        isOpen(Self.minutes(instant), zone)
    }

    /// When sessions may next be sent: the given instant if they may be sent then.
    ///
    /// - Returns: The instant; `nil` if there is none within three days.
    public func nextOpening(
        from instant: WallInstant,
        in zone: Zone = Self.localZone
    ) -> WallInstant? {
        if areOpen(at: instant, in: zone) { return instant }
        return nextMinute(after: instant) { isOpen($0, zone) }
    }

    /// When sessions may no longer be sent; `nil` if that is more than three days away.
    public func nextClosing(
        from instant: WallInstant,
        in zone: Zone = Self.localZone
    ) -> WallInstant? {
        guard areOpen(at: instant, in: zone) else { return instant }
        if windows.contains(where: { $0.start == 0 && $0.end == 1440 }) { return nil }
        return nextMinute(after: instant) { !isOpen($0, zone) }
    }

    /// The local time zone of this machine.
    public static func localZone(_ instant: WallInstant) -> Int {
        SystemClock.secondsAheadOfUTC(
            atSecondsSince1970: instant.nanosecondsSince1970 / 1_000_000_000
        )
    }

    private func isOpen(_ minuteSince1970: Int64, _ zone: Zone) -> Bool {
        let seconds = minuteSince1970 * 60
        let ahead = zone(WallInstant(nanosecondsSince1970: seconds.nanosecondsHeld))
        let local = (seconds + Int64(max(-86_400, min(86_400, ahead)))) % 86_400
        let minute = Int((local + 86_400) % 86_400) / 60
        return windows.contains { $0.contains(minute) }
    }

    private func nextMinute(
        after instant: WallInstant,
        where holds: (Int64) -> Bool
    ) -> WallInstant? {
        let first = Self.minutes(instant) + 1
        let minute = (first..<first + 3 * 1440).first(where: holds)
        return minute.map { WallInstant(nanosecondsSince1970: ($0 * 60).nanosecondsHeld) }
    }

    private static func minutes(_ instant: WallInstant) -> Int64 {
        let (quotient, rest) = instant.nanosecondsSince1970
            .quotientAndRemainder(dividingBy: 60_000_000_000)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// Parses a time such as "06:30" to the minute of the day; "24:00" is the latest.
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count <= 2, parts[1].utf8.count == 2,
            let hour = Int(digits: parts[0]), let minute = Int(digits: parts[1]), minute < 60
        else { return nil }
        let all = hour * 60 + minute
        return all <= 1440 ? all : nil
    }
}

extension Int64 {
    /// This many seconds in nanoseconds, clamped to the range of the type.
    fileprivate var nanosecondsHeld: Int64 {
        let (product, isOver) = multipliedReportingOverflow(by: 1_000_000_000)
        return isOver ? (self < 0 ? .min : .max) : product
    }
}

extension Int {
    /// Parses a number that consists of digits alone.
    init?(digits: some StringProtocol) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int(String(digits))
        else { return nil }
        self = number
    }
}
