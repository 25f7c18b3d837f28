// How often a participant sees the full instructions of a task that is repeated.

public import FoundationEssentials

/// How often something is shown in full; an app can extend it with its own intervals.
public struct RSDFrequencyType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Once a day.
    public static let daily: RSDFrequencyType = "daily"
    /// Once a week.
    public static let weekly: RSDFrequencyType = "weekly"
    /// Once a month.
    public static let monthly: RSDFrequencyType = "monthly"
    /// Once in three months.
    public static let quarterly: RSDFrequencyType = "quarterly"
    /// Once in half a year.
    public static let biannual: RSDFrequencyType = "biannual"
    /// Once a year.
    public static let annual: RSDFrequencyType = "annual"

    /// True if the interval has passed since the start of the day of `last`.
    ///
    /// If `last` is `nil` or the interval is unknown, the result is true.
    public func isDue(at now: Date, last: Date?, in calendar: Calendar) -> Bool {
        guard let last, let interval,
            let next = calendar.date(
                byAdding: interval.unit,
                value: interval.count,
                to: calendar.startOfDay(for: last)
            )
        else { return true }
        return now >= next
    }

    private var interval: (unit: Calendar.Component, count: Int)? {
        switch self {
        case .daily: (.day, 1)
        case .weekly: (.day, 7)
        case .monthly: (.month, 1)
        case .quarterly: (.month, 3)
        case .biannual: (.month, 6)
        case .annual: (.year, 1)
        default: nil
        }
    }
}
