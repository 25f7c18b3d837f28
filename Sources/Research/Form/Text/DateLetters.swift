// The format of a date as a participant reads it in an instruction, such as `TT.MM.JJJJ` in German. Unicode date
// patterns (`dd.MM.yyyy`) are for programs.

/// The letters of a language for the parts of a date.
package struct DateLetters: Sendable, Hashable {
    package var year: String
    package var month: String
    package var day: String
    package var hour: String
    package var minute: String
    package var second: String
    /// The half of the day.
    package var period: String

    package init(
        year: String,
        month: String,
        day: String,
        hour: String,
        minute: String,
        second: String,
        period: String = "AM/PM"
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.period = period
    }

    /// Returns a format with the letters of the language; an invalid format is returned unchanged.
    ///
    /// In a right-to-left language the parts keep the order of the numbers.
    package func form(of format: String) -> String {
        guard let pattern = DatePattern(format) else { return format }
        let form = pattern.spelled { field, width in
            switch field {
            case .year: width == 2 && year.count == 4 ? String(year.suffix(2)) : year
            case .month: width == 3 ? "Jan" : width > 3 ? "January" : month
            case .day: day
            case .hour, .hourOfTwelve: hour
            case .period: period
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
