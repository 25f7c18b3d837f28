// When in the week a participant is reminded of a task.

/// A day of the week; Sunday is 1, as calendars number it.
public enum RSDWeekday: Int, Codable, Sendable, CaseIterable, Comparable {
    case sunday = 1
    case monday, tuesday, wednesday, thursday, friday, saturday

    public static func < (one: RSDWeekday, other: RSDWeekday) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// A time of day on some days of the week.
public struct RSDWeeklyScheduleObject: Sendable, Hashable {
    /// The days; all seven by default.
    public var daysOfWeek: Set<RSDWeekday>
    /// The time in minutes after midnight; `nil` for no particular time.
    public var minuteOfDay: Int?

    public init(
        daysOfWeek: Set<RSDWeekday> = Set(RSDWeekday.allCases),
        minuteOfDay: Int? = nil
    ) {
        self.daysOfWeek = daysOfWeek
        self.minuteOfDay = minuteOfDay
    }

    /// A moment that recurs every week, or every day.
    public struct Trigger: Sendable, Hashable {
        /// The day of the week; `nil` for every day.
        public var weekday: RSDWeekday?
        public var hour: Int
        public var minute: Int
    }

    /// When to remind the participant; empty without a time.
    public var triggers: [Trigger] {
        guard let minuteOfDay else { return [] }
        let isDaily = daysOfWeek.count == RSDWeekday.allCases.count
        let days: [RSDWeekday?] = isDaily ? [nil] : daysOfWeek.sorted()
        return days.map {
            Trigger(weekday: $0, hour: minuteOfDay / 60, minute: minuteOfDay % 60)
        }
    }
}

extension RSDWeeklyScheduleObject: Codable {
    private enum CodingKeys: String, CodingKey { case daysOfWeek, timeOfDay }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        daysOfWeek =
            try container.decodeIfPresent(Set<RSDWeekday>.self, forKey: .daysOfWeek)
            ?? Set(RSDWeekday.allCases)
        guard let text = try container.decodeIfPresent(String.self, forKey: .timeOfDay) else {
            return
        }
        let parts = text.split(separator: ":").map { Int($0) }
        guard parts.count >= 2, let hour = parts[0], let minute = parts[1],
            (0..<24).contains(hour), (0..<60).contains(minute)
        else {
            throw decoder.fault(
                "'\(text)' is no time of the day",
                at: "timeOfDay",
                remedy: "write it as 08:30"
            )
        }
        minuteOfDay = hour * 60 + minute
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(daysOfWeek.sorted(), forKey: .daysOfWeek)
        guard let minuteOfDay else { return }
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let text = "\(digits(minuteOfDay / 60)):\(digits(minuteOfDay % 60))"
        try container.encode(text, forKey: .timeOfDay)
    }
}
