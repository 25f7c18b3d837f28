// A date as a person reads and types it. A result keeps its own form, which is for programs; only whoever
// sits in front of the form sees this one. A text that two people would read as two dates is no date.

internal import FoundationEssentials
internal import Timebase

/// How the dates of a question are shown and typed.
struct DateWriting: Sendable, Hashable {
    /// The form in which a result has the date.
    let coded: DatePattern
    private let style: DateStyle
    /// What the style has a form for; `nil` where the task file has a form of its own, which stays.
    private let parts: ISOParts?

    /// - Parameters:
    ///   - coded: The form in which a result has the date. One that is not ISO 8601 is the task file's own
    ///     wish: people read and type that.
    ///   - style: How the participant writes dates.
    init(_ coded: DatePattern, as style: DateStyle) {
        self.coded = coded
        self.style = style
        let parts = ISOParts(coded.format)
        self.parts = parts.flatMap { $0.day == .year && $0.time == .none ? nil : $0 }
    }

    /// The format by which dates are shown.
    var format: String { format(withSeconds: false) }

    private func format(withSeconds: Bool) -> String {
        guard let parts else { return coded.format }
        let time = withSeconds ? style.timeWithSeconds : style.time
        let format =
            switch (parts.day, parts.time) {
            case (.none, _): time
            case (.year, _), (.month, _): style.month
            case (.day, .none): style.day
            case (.day, .minutes), (.day, .seconds): "\(style.day) \(time)"
            }
        return DatePattern(format) == nil ? coded.format : format
    }

    /// The date as it is shown; `nil` for one that is centuries away.
    ///
    /// Seconds are told where there are some, unless `tellsSeconds` says otherwise.
    func text(
        for date: Date,
        tellsSeconds: Bool = true,
        in offset: (WallInstant) -> UTCOffset
    ) -> String? {
        let isEven = DatePattern("ss")?.text(for: date, in: offset) == "00"
        let tellsSeconds = tellsSeconds && parts?.time == .seconds && !isEven
        let pattern = DatePattern(format(withSeconds: tellsSeconds))
        return (pattern ?? coded).text(for: date, in: offset)
    }

    /// The date that somebody has typed: in the language's form, in that of ISO 8601, or in that of the
    /// task file, in whatever digits; `nil` for all else.
    func date(from text: String, in offset: (WallInstant) -> UTCOffset) -> Date? {
        let text = TypedDate.plain(text)
        guard let parts else { return coded.date(from: text, in: offset) ?? ownDay(text, offset) }
        let compact = TypedDate.compact(text)
        let styled = Self.styled(parts, style).map(TypedDate.compactFormat)
        // On a clock of twelve hours, nobody can tell which of two 9:30 or 10:30 is: 09:30 and 22:30 are.
        let isClear = !style.hasTwelveHours || TypedDate.hasClearHour(text)
        // Files of answers have the result's own form with all its seconds, which nobody reads off a clock.
        let isCoded = parts.time == .seconds && TypedDate.hasWholeHour(text)
        let clocks = parts.day == .day ? parts.clockFormats.map { "\(style.day) \($0)" } : []
        let whole = [coded.format] + parts.formats + clocks.map(TypedDate.compactFormat)
        let formats = styled + (isClear ? whole : isCoded ? [coded.format] : [])
        for format in formats {
            if let date = DatePattern(format)?.date(from: compact, in: offset) { return date }
        }
        return nil
    }

    /// Whether a text has the form of a date, and its month has no such day.
    func namesNoDay(_ text: String) -> Bool {
        let text = TypedDate.plain(text)
        guard let parts else {
            return coded.namesNoDay(text)
                || coded.fields == [.year, .month, .day] && DatePattern.dateOnly.namesNoDay(text)
        }
        let compact = TypedDate.compact(text)
        let styled = Self.styled(parts, style).map(TypedDate.compactFormat)
        return ([coded.format] + parts.formats + styled)
            .contains { DatePattern($0)?.namesNoDay(compact) ?? false }
    }

    /// A day of ISO 8601, where the task file asks for a day in a form of its own.
    private func ownDay(_ text: String, _ offset: (WallInstant) -> UTCOffset) -> Date? {
        guard coded.fields == [.year, .month, .day] else { return nil }
        return DatePattern.dateOnly.date(from: text, in: offset)
    }

    /// The forms in which the language writes such a date; a time with AM or PM is clear in every language.
    private static func styled(_ parts: ISOParts, _ style: DateStyle) -> [String] {
        var times = [style.time, "h:mm a"]
        if parts.time == .seconds { times += [style.timeWithSeconds, "h:mm:ss a"] }
        return switch (parts.day, parts.time) {
        case (.none, _): times
        case (.year, _), (.month, _): [style.month]
        case (.day, .none): [style.day]
        case (.day, .minutes), (.day, .seconds):
            times.flatMap { time in [style.day, "yyyy-MM-dd"].map { "\($0) \(time)" } }
        }
    }
}

/// Which parts of a date a form of ISO 8601 has.
struct ISOParts: Sendable, Hashable {
    enum Day: Sendable { case none, year, month, day }
    enum Time: Sendable { case none, minutes, seconds }

    var day: Day
    var time: Time
    var hasFraction = false
    var hasZone = false

    /// The parts of a format; `nil` for one that is not of ISO 8601.
    init?(_ format: String) {
        var rest = Substring(format)
        while let last = rest.last, last == "Z" || last == "X" {
            hasZone = true
            rest = rest.dropLast()
        }
        if rest.hasSuffix("S") {
            while rest.last == "S" { rest = rest.dropLast() }
            guard rest.hasSuffix("ss.") else { return nil }
            rest = rest.dropLast()
            hasFraction = true
        }
        let halves: (day: Substring, time: Substring)
        if let divider = rest.firstRange(of: "'T'") ?? rest.firstRange(of: " ") {
            halves = (rest[..<divider.lowerBound], rest[divider.upperBound...])
            guard halves.day == "yyyy-MM-dd", !halves.time.isEmpty else { return nil }
        } else {
            halves = rest.contains("H") ? ("", rest) : (rest, "")
        }
        switch halves.day {
        case "": day = .none
        case "yyyy": day = .year
        case "yyyy-MM": day = .month
        case "yyyy-MM-dd": day = .day
        default: return nil
        }
        switch halves.time {
        case "": time = .none
        case "HH:mm": time = .minutes
        case "HH:mm:ss": time = .seconds
        default: return nil
        }
        guard day != .none || time != .none, time != .none || !hasZone else { return nil }
    }

    /// The forms of ISO 8601 for a time with these parts, or with fewer.
    var clockFormats: [String] {
        switch time {
        case .none: []
        case .minutes: ["HH:mm"]
        case .seconds: ["HH:mm", "HH:mm:ss"] + (hasFraction ? ["HH:mm:ss.SSS"] : [])
        }
    }

    /// The forms of ISO 8601 for a date with these parts.
    var formats: [String] {
        let clocks = clockFormats
        return switch day {
        case .none: clocks
        case .year: ["yyyy"]
        case .month: ["yyyy-MM"]
        case .day where time == .none: ["yyyy-MM-dd"]
        case .day:
            ["'T'", " "].flatMap { divider in
                clocks.flatMap { clock in
                    (hasZone ? ["", "ZZZZZ"] : [""]).map { "yyyy-MM-dd\(divider)\(clock)\($0)" }
                }
            }
        }
    }
}
