// Dates as a participant reads and types them. The result has a format of its own, for programs. A text that two
// people could read as two different dates is refused.

internal import FoundationEssentials
internal import Timebase

/// How the dates of a question are shown and typed.
struct DateWriting: Sendable, Hashable {
    /// The format of the date in the result.
    let coded: DatePattern
    private let style: DateStyle
    /// The parts of an ISO 8601 format, which is shown in the participant's style; `nil` if the task file's format is
    /// shown.
    private let parts: ISOParts?

    /// Creates the way in which the dates of a question are shown and typed.
    ///
    /// - Parameters:
    ///   - coded: The format of the date in the result. A format other than ISO 8601 was chosen by the task file, so
    ///     participants read and type it unchanged.
    ///   - style: How the participant writes dates.
    init(_ coded: DatePattern, as style: DateStyle) {
        self.coded = coded
        self.style = style
        let parts = ISOParts(coded.format)
        self.parts = parts.flatMap { $0.day == .year && $0.time == .none ? nil : $0 }
    }

    /// The format in which dates are shown.
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

    /// Returns the date as it is shown; `nil` for a date that is outside of the range of `WallInstant`.
    ///
    /// Seconds other than zero are shown, unless `tellsSeconds` is false.
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

    /// Returns the date that a participant has typed, in any script's digits; `nil` for any other text.
    ///
    /// The date may have the format of the language, of ISO 8601, or of the task file.
    func date(from text: String, in offset: (WallInstant) -> UTCOffset) -> Date? {
        let text = TypedDate.plain(text)
        guard let parts else { return coded.date(from: text, in: offset) ?? ownDay(text, offset) }
        let compact = TypedDate.compact(text)
        let styled = Self.styled(parts, style).map(TypedDate.compactFormat)
        // With a 12-hour clock, `9:30` and `10:30` may be morning or evening; `09:30` and `22:30` are clear.
        let isClear = !style.hasTwelveHours || TypedDate.hasClearHour(text)
        // A time with seconds and an hour of two digits has the format of the result, in a file of answers or as
        // somebody types it: it is read by the 24-hour clock.
        let isCoded = parts.time == .seconds && TypedDate.hasWholeHour(text)
        let clocks = parts.day == .day ? parts.clockFormats.map { "\(style.day) \($0)" } : []
        let whole = [coded.format] + parts.formats + clocks.map(TypedDate.compactFormat)
        let formats = styled + (isClear ? whole : isCoded ? [coded.format] : [])
        for format in formats {
            if let date = DatePattern(format)?.date(from: compact, in: offset) { return date }
        }
        return nil
    }

    /// True if a text has the format of a date, but its month does not have that day.
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

    /// Reads a day in the format of ISO 8601, which is also accepted if the task file has its own format for days.
    private func ownDay(_ text: String, _ offset: (WallInstant) -> UTCOffset) -> Date? {
        guard coded.fields == [.year, .month, .day] else { return nil }
        return DatePattern.dateOnly.date(from: text, in: offset)
    }

    /// Returns the formats of the language for such a date; a time with AM or PM is clear in every language.
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

/// The parts of a date that an ISO 8601 format has.
struct ISOParts: Sendable, Hashable {
    enum Day: Sendable { case none, year, month, day }
    enum Time: Sendable { case none, minutes, seconds }

    var day: Day
    var time: Time
    var hasFraction = false
    var hasZone = false

    /// Parses a format; `nil` if it is not one of ISO 8601.
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

    /// The ISO 8601 formats for a time with these parts, or with fewer.
    var clockFormats: [String] {
        switch time {
        case .none: []
        case .minutes: ["HH:mm"]
        case .seconds: ["HH:mm", "HH:mm:ss"] + (hasFraction ? ["HH:mm:ss.SSS"] : [])
        }
    }

    /// The ISO 8601 formats for a date with these parts.
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
