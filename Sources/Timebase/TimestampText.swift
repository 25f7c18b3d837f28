// Writes and reads dates as SageResearch does, `2026-11-21T10:15:00.123+01:00`, without a calendar library: the
// civil calendar takes a few lines of arithmetic, and start-up stays short.

/// Writes and reads dates.
public enum TimestampText {
    /// The date with milliseconds; "Z" in UTC.
    ///
    /// `parse` reads it back for every instant. An offset that a date cannot express is rounded to the nearest one
    /// that it can; the written time of day shifts by the same amount.
    public static func format(_ instant: WallInstant, _ offset: UTCOffset = .utc) -> String {
        let offset = offset.asWritten
        let local =
            instant.nanosecondsSince1970.flooredQuotient(1_000_000)
            + Int64(offset.secondsFromGMT) * 1000
        let days = local.flooredQuotient(86_400_000)
        let milliseconds = Int(local - days * 86_400_000)
        let (year, month, day) = civilDate(daysSince1970: days)
        let (hour, minute) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
        let (second, fraction) = (milliseconds / 1000 % 60, milliseconds % 1000)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let time = "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
        return "\(date)T\(time).\(padded(fraction, 3))\(zone(offset.secondsFromGMT))"
    }

    /// The compact form for names of folders, in UTC: `2026-11-21T101500Z`.
    public static func formatForName(_ instant: WallInstant) -> String {
        let text = format(instant)
        return text.prefix(19).filter { $0 != ":" } + "Z"
    }

    /// Reads what `format` writes; `nil` if the text has another form or the date does not exist.
    public static func parse(_ text: String) -> (instant: WallInstant, secondsFromGMT: Int)? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, digits: 4), take(&rest, "-"),
            let month = number(&rest, digits: 2), take(&rest, "-"),
            let day = number(&rest, digits: 2), take(&rest, "T"),
            let hour = number(&rest, digits: 2), take(&rest, ":"),
            let minute = number(&rest, digits: 2), take(&rest, ":"),
            let second = number(&rest, digits: 2)
        else { return nil }
        var milliseconds = 0
        if take(&rest, ".") {
            guard let fraction = number(&rest, digits: 3) else { return nil }
            milliseconds = fraction
        }
        guard let zone = parseZone(&rest), rest.isEmpty,
            (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60
        else { return nil }
        let days = daysSince1970(year: year, month: month, day: day)
        guard civilDate(daysSince1970: days) == (year, month, day) else { return nil }
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second - zone)
        guard let instant = instant(milliseconds: seconds * 1000 + Int64(milliseconds)) else {
            return nil
        }
        return (instant, zone)
    }

    /// A date as an instant; `nil` beyond the range of 64-bit nanoseconds, which ends in the year 2262.
    private static func instant(milliseconds: Int64) -> WallInstant? {
        let (nanoseconds, isTooFar) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        if !isTooFar { return WallInstant(nanosecondsSince1970: nanoseconds) }
        // The range begins within a second. Names of folders are written in whole seconds, so the start of that
        // second is accepted as the earliest instant.
        let isFirst = milliseconds.flooredQuotient(1000) == Int64.min.flooredQuotient(1_000_000_000)
        return isFirst ? WallInstant(nanosecondsSince1970: .min) : nil
    }

    // MARK: Calendar

    /// A date from a count of days, in eras of 400 years that begin on the first of March.
    private static func civilDate(daysSince1970 days: Int64) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        return (year, month, day)
    }

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = shiftedYear.flooredQuotient(400)
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    // MARK: Text

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func zone(_ seconds: Int) -> String {
        guard seconds != 0 else { return "Z" }
        let minutes = abs(seconds) / 60
        let sign = seconds < 0 ? "-" : "+"
        return "\(sign)\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int? {
        guard rest.count >= digits else { return nil }
        var value = 0
        for _ in 0..<digits {
            let digit = rest.removeFirst()
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    private static func parseZone(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if take(&rest, "Z") { return 0 }
        let sign: Int
        if take(&rest, "+") {
            sign = 1
        } else if take(&rest, "-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(&rest, digits: 2), take(&rest, ":"),
            let minutes = number(&rest, digits: 2), hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
