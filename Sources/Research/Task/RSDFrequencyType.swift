// How often a participant is shown the full instructions of a task that he does again and again.

public import FoundationEssentials

/// How often something is shown in full; extend it with the intervals of your own.
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

    /// Whether it is time again; always, before the first time and for words that are not known.
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
