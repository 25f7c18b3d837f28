// The form of a date as somebody is told to type it: `TT.MM.JJJJ` in German. The letters of date patterns
// are for programs.

/// The letters of a language for the parts of a date.
package struct DateLetters: Sendable, Hashable {
    package var year: String
    package var month: String
    package var day: String
    package var hour: String
    package var minute: String
    package var second: String

    package init(
        year: String,
        month: String,
        day: String,
        hour: String,
        minute: String,
        second: String
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// What stands for a format in the letters of date patterns; the format where it is none.
    ///
    /// Words from right to left stand in the order in which the numbers do.
    package func form(of format: String) -> String {
        guard let pattern = DatePattern(format) else { return format }
        let form = pattern.spelled { field, width in
            switch field {
            case .year: width == 2 && year.count == 4 ? String(year.suffix(2)) : year
            case .month: width == 3 ? "Jan" : width > 3 ? "January" : month
            case .day: day
            case .hour, .hourOfTwelve: hour
            case .period: "AM/PM"
            case .minute: minute
            case .second: second
            case .fraction: String(repeating: "0", count: width)
            case .zone: width >= 5 ? "+00:00" : "+0000"
            }
        }
        let isFromRight = day.unicodeScalars.contains { (0x590...0x8FF).contains($0.value) }
        guard isFromRight else { return form.joined() }
        return "\u{2066}" + form.joined(separator: "\u{200E}") + "\u{2069}"
    }
}
