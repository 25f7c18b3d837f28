// Reads times that loggers write as text: an ISO 8601 date with a time of day, or a time of day alone. The time of
// day is parsed for each row; the date, which is the same in thousands of rows, is parsed once.

package import Timebase

/// Parses times that are written as text.
package struct TableDate: Sendable {
    /// The form of a text.
    enum Form: Sendable, Hashable {
        /// A date, with the offset of its time zone from UTC; `nil` if it names none, in which case UTC is assumed.
        case date(secondsFromGMT: Int?)
        case timeOfDay

        /// Whether two texts can belong to one column.
        func fits(_ other: Form) -> Bool { (self == .timeOfDay) == (other == .timeOfDay) }
    }

    private var day: [UInt8] = []
    private var dayStart: Int64 = 0

    /// Parses a text such as `2026-11-21T10:15:00.250+01:00` or `10:15:00.250`.
    ///
    /// - Returns: Nanoseconds since 1970 or since midnight; `nil` if it is neither.
    mutating func read(_ text: ArraySlice<UInt8>) -> (nanoseconds: Int64, form: Form)? {
        var rest = text
        let isDated = rest.count > 10 && rest[rest.startIndex + 4] == .minus
        if isDated {
            guard begin(rest.prefix(10)) else { return nil }
            rest = rest.dropFirst(10)
            guard let sign = rest.popFirst(), sign | 0x20 == UInt8(ascii: "t") || sign == .space
            else { return nil }
        }
        guard let time = Self.timeOfDay(&rest, needsSeconds: !isDated) else { return nil }
        guard isDated else { return rest.isEmpty ? (time, .timeOfDay) : nil }
        guard !rest.isEmpty else { return (dayStart + time, .date(secondsFromGMT: nil)) }
        guard let zone = Self.zone(&rest), rest.isEmpty else { return nil }
        return (dayStart + time - Int64(zone) * 1_000_000_000, .date(secondsFromGMT: zone))
    }

    /// The instant of a date with a time, and its time zone's offset from UTC; `nil` if the text is anything else.
    ///
    /// The offset is 0 if the text names no zone.
    package static func instant(of text: String) -> (WallInstant, secondsFromGMT: Int)? {
        var dates = TableDate()
        guard case (let nanoseconds, .date(let zone))? = dates.read(ArraySlice(text.utf8)) else {
            return nil
        }
        return (WallInstant(nanosecondsSince1970: nanoseconds), zone ?? 0)
    }

    private mutating func begin(_ text: ArraySlice<UInt8>) -> Bool {
        if day.elementsEqual(text) { return true }
        let midnight = String(decoding: text, as: UTF8.self) + "T00:00:00Z"
        guard let (instant, _) = TimestampText.parse(midnight),
            TableTimes.isInReach(instant.nanosecondsSince1970)
        else { return false }
        (day, dayStart) = (Array(text), instant.nanosecondsSince1970)
        return true
    }

    private static func timeOfDay(
        _ rest: inout ArraySlice<UInt8>,
        needsSeconds: Bool
    ) -> Int64? {
        guard let hours = number(&rest), hours < 24, take(&rest, .colon),
            let minutes = number(&rest), minutes < 60
        else { return nil }
        let start = Int64(hours * 60 + minutes) * 60_000_000_000
        guard take(&rest, .colon) else { return needsSeconds ? nil : start }
        guard let seconds = number(&rest), seconds < 60 else { return nil }
        var fraction: Int64 = 0
        if take(&rest, .point) || take(&rest, .comma) {
            guard let first = rest.first, first &- .zero <= 9 else { return nil }
            var unit: Int64 = 100_000_000
            // Digits beyond nanoseconds are ignored.
            while let digit = rest.first.map({ $0 &- .zero }), digit <= 9 {
                fraction += Int64(digit) * unit
                unit /= 10
                rest.removeFirst()
            }
        }
        return start + Int64(seconds) * 1_000_000_000 + fraction
    }

    private static func zone(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let sign = rest.popFirst() else { return nil }
        if sign | 0x20 == UInt8(ascii: "z") { return 0 }
        guard sign == .plus || sign == .minus, let hours = number(&rest), hours < 24 else {
            return nil
        }
        let isParted = take(&rest, .colon)
        let minutes = rest.isEmpty && !isParted ? 0 : number(&rest)
        guard let minutes, minutes < 60 else { return nil }
        return (sign == .minus ? -1 : 1) * (hours * 60 + minutes) * 60
    }

    /// A number of two digits.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.count >= 2 else { return nil }
        let (tens, ones) = (rest.removeFirst() &- .zero, rest.removeFirst() &- .zero)
        return tens <= 9 && ones <= 9 ? Int(tens) * 10 + Int(ones) : nil
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }
}
