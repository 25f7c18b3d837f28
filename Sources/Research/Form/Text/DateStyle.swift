// How a language and country write dates. The host gives the style; this module has no table of languages.

/// How dates are written and typed.
public struct DateStyle: Sendable, Hashable {
    /// The format of a day, as a Unicode date pattern: `dd.MM.yyyy`.
    public var day: String
    /// The format of a time of day, without seconds: `HH:mm`, or `h:mm a` for a 12-hour clock.
    public var time: String

    public init(day: String, time: String = "HH:mm") {
        self.day = day
        self.time = time
    }

    /// The ISO 8601 style, which every participant may also type.
    public static let iso = DateStyle(day: "yyyy-MM-dd")

    /// The format of a month: that of a day without the day, or `yyyy-MM` if that has no `dd`.
    var month: String {
        guard let days = day.firstRange(of: "dd") else { return "yyyy-MM" }
        let head = day[..<days.lowerBound]
        let tail = day[days.upperBound...]
        guard let next = tail.firstIndex(where: \.isLetter) else {
            // Removes the separator between month and day; a sign at the end stays.
            return String(head.reversed().drop { !$0.isLetter }.reversed()) + tail
        }
        return String(head + tail[next...])
    }

    var hasTwelveHours: Bool { time.contains("h") }

    /// The format of a time with seconds, separated like hours and minutes.
    var timeWithSeconds: String {
        guard let minutes = time.firstRange(of: "mm"), minutes.lowerBound > time.startIndex else {
            return time
        }
        let divider = time[time.index(before: minutes.lowerBound)]
        return "\(time[..<minutes.upperBound])\(divider)ss\(time[minutes.upperBound...])"
    }
}
