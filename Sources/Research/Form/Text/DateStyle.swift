// How a language and its country write dates. A host gives it; the table of languages is not known here.

/// How dates are written and typed.
public struct DateStyle: Sendable, Hashable {
    /// The format of a day, in the letters of date patterns: `dd.MM.yyyy`.
    public var day: String
    /// The format of a time of the day, without seconds: `HH:mm`, or `h:mm a` for twelve hours.
    public var time: String

    public init(day: String, time: String = "HH:mm") {
        self.day = day
        self.time = time
    }

    /// The international way, which everybody may type beside their own.
    public static let iso = DateStyle(day: "yyyy-MM-dd")

    /// The format of a month: that of a day without what says the day.
    var month: String {
        guard let days = day.firstRange(of: "dd") else { return "yyyy-MM" }
        let head = day[..<days.lowerBound]
        let tail = day[days.upperBound...]
        guard let next = tail.firstIndex(where: \.isLetter) else {
            // What stands between the month and the day goes; a sign at the end stays.
            return String(head.reversed().drop { !$0.isLetter }.reversed()) + tail
        }
        return String(head + tail[next...])
    }

    var hasTwelveHours: Bool { time.contains("h") }

    /// The format of a time with its seconds, divided as hours and minutes are.
    var timeWithSeconds: String {
        guard let minutes = time.firstRange(of: "mm"), minutes.lowerBound > time.startIndex else {
            return time
        }
        let divider = time[time.index(before: minutes.lowerBound)]
        return "\(time[..<minutes.upperBound])\(divider)ss\(time[minutes.upperBound...])"
    }
}
