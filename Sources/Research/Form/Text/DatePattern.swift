// Reads and writes dates by a format such as `yyyy-MM-dd` or `h:mm a`. It supports the part of Unicode's date patterns
// that forms use, in English, so that a host needs no locale data.

internal import FoundationEssentials
internal import Timebase

/// A format by which dates can be written and read.
struct DatePattern: Sendable, Hashable {
    /// A part of a date.
    enum Field: Sendable, Hashable {
        case year, month, day, hour, hourOfTwelve, period, minute, second, fraction, zone

        /// The greatest number of letters that the part may have in a format.
        var mostLetters: Int {
            switch self {
            case .year, .month: 4
            case .day, .hour, .hourOfTwelve, .minute, .second: 2
            case .period: 3
            case .fraction: 9
            case .zone: 5
            }
        }
    }

    private enum Piece: Sendable, Hashable {
        case literal(String)
        case field(Field, width: Int)
    }

    /// The format as it was given.
    let format: String
    private let pieces: [Piece]

    /// Parses a format; `nil` if it has unsupported letters.
    init?(_ format: String) {
        var pieces: [Piece] = []
        var rest = Array(format)[...]
        while let letter = rest.first {
            if letter == "'" {
                guard let text = Self.takeQuoted(&rest) else { return nil }
                pieces.append(.literal(text))
            } else if letter.isASCII, letter.isLetter {
                let run = rest.prefix { $0 == letter }
                guard let field = Self.fields[letter], run.count <= field.mostLetters else {
                    return nil
                }
                // `XXX` means the same as `ZZZZZ`.
                let width = letter == "X" && run.count == 3 ? 5 : run.count
                pieces.append(.field(field, width: width))
                rest = rest.dropFirst(run.count)
            } else {
                pieces.append(.literal(String(letter)))
                rest = rest.dropFirst()
            }
        }
        guard !pieces.isEmpty else { return nil }
        self.format = format
        self.pieces = pieces
    }

    private init(known format: String, _ pieces: [Piece]) {
        self.format = format
        self.pieces = pieces
    }

    /// The complete timestamp of SageResearch.
    static let timestamp = known("yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ")
    /// A day.
    static let dateOnly = known("yyyy-MM-dd")
    /// A time of day.
    static let time = known("HH:mm:ss")

    private static func known(_ format: String) -> DatePattern {
        DatePattern(format) ?? DatePattern(known: format, [])
    }

    /// The parts of the format.
    var fields: Set<Field> {
        Set(
            pieces.compactMap { piece in
                switch piece {
                case .literal: nil
                case .field(let field, _): field
                }
            }
        )
    }

    /// Returns the pieces of the format in order, with each part of a date replaced by `spell`.
    func spelled(_ spell: (Field, _ width: Int) -> String) -> [String] {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .field(let field, let width): spell(field, width)
            }
        }
    }

    /// True if the format has a calendar date, at least the year; false for a time of day.
    var hasDay: Bool { fields.contains(.year) }
    /// True if the format gives the time of day.
    var hasTime: Bool { !fields.isDisjoint(with: [.hour, .hourOfTwelve, .minute, .second]) }

    private static let fields: [Character: Field] = [
        "y": .year, "M": .month, "d": .day, "H": .hour, "h": .hourOfTwelve, "a": .period,
        "m": .minute, "s": .second, "S": .fraction, "Z": .zone, "X": .zone, "L": .month,
    ]

    private static func takeQuoted(_ rest: inout ArraySlice<Character>) -> String? {
        rest = rest.dropFirst()
        if rest.first == "'" {
            rest = rest.dropFirst()
            return "'"
        }
        guard let end = rest.firstIndex(of: "'") else { return nil }
        let text = String(rest[..<end])
        rest = rest[(end + 1)...]
        return text
    }
}

// MARK: Writing

extension DatePattern {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    private static let utcCalendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// Returns the date in this format; `nil` for a date that is outside of the range of `WallInstant`.
    func text(for date: Date, in offset: (WallInstant) -> UTCOffset) -> String? {
        guard let instant = WallInstant(nearest: date) else { return nil }
        let seconds = offset(instant).asWritten.secondsFromGMT
        let local = Date(instant).addingTimeInterval(Double(seconds))
        let parts = Self.utcCalendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: local
        )
        let milliseconds = Int((local.timeIntervalSince1970 * 1000).rounded())
        let fraction = (milliseconds % 1000 + 1000) % 1000
        return pieces.map { Self.text($0, parts, fraction, seconds) }.joined()
    }

    private static func text(
        _ piece: Piece,
        _ parts: DateComponents,
        _ fraction: Int,
        _ secondsFromGMT: Int
    ) -> String {
        guard case .field(let field, let width) = piece else {
            if case .literal(let text) = piece { return text }
            return ""
        }
        let hour = parts.hour ?? 0
        switch field {
        case .year:
            let year = parts.year ?? 0
            return width == 2 ? padded(year % 100, 2) : padded(year, width)
        case .month where width >= 3:
            let name = months[(parts.month ?? 1) - 1]
            return width == 3 ? String(name.prefix(3)) : name
        case .month: return padded(parts.month ?? 1, width)
        case .day: return padded(parts.day ?? 1, width)
        case .hour: return padded(hour, width)
        case .hourOfTwelve: return padded((hour + 11) % 12 + 1, width)
        case .period: return hour < 12 ? "AM" : "PM"
        case .minute: return padded(parts.minute ?? 0, width)
        case .second: return padded(parts.second ?? 0, width)
        case .fraction:
            return String(
                (padded(fraction, 3) + String(repeating: "0", count: width)).prefix(width)
            )
        case .zone:
            if secondsFromGMT == 0, width >= 5 { return "Z" }
            let minutes = abs(secondsFromGMT) / 60
            let sign = secondsFromGMT < 0 ? "-" : "+"
            let colon = width >= 5 ? ":" : ""
            return "\(sign)\(padded(minutes / 60, 2))\(colon)\(padded(minutes % 60, 2))"
        }
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

// MARK: Reading

extension DatePattern {
    /// The parts of a date found in a text; missing ones are those of 1 January 1970.
    private struct Parts {
        var year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0
        var milliseconds = 0
        var isAfternoon: Bool?
        var secondsFromGMT: Int?
    }

    /// Returns the date that a text gives in this format; `nil` if the text has another format, or the date does not
    /// exist.
    func date(from text: String, in offset: (WallInstant) -> UTCOffset) -> Date? {
        guard let parts = parts(of: text), let civil = Self.civil(parts) else { return nil }
        if let seconds = parts.secondsFromGMT { return civil.addingTimeInterval(Double(-seconds)) }
        // The offset depends on the instant, and the instant on the offset. Two rounds are enough, because no time
        // zone changes twice in a day.
        var date = civil
        for _ in 0..<2 {
            guard let instant = WallInstant(nearest: date) else { return nil }
            date = civil.addingTimeInterval(Double(-offset(instant).asWritten.secondsFromGMT))
        }
        return date
    }

    /// Reads a date from a file; with a format of hours and minutes, the seconds of a time are accepted but dropped.
    func storedDate(from text: String, in offset: (WallInstant) -> UTCOffset) -> Date? {
        if let date = date(from: text, in: offset) { return date }
        guard fields == [.hour, .minute],
            let exact = Self.time.date(from: text, in: offset),
            let kept = self.text(for: exact, in: offset)
        else { return nil }
        return date(from: kept, in: offset)
    }

    /// True if a text has this format, but its month does not have that day.
    func namesNoDay(_ text: String) -> Bool {
        guard var parts = parts(of: text), parts.day > 28, Self.civil(parts) == nil else {
            return false
        }
        // The date is valid on the first of the month, so only the day is wrong.
        parts.day = 1
        return Self.civil(parts) != nil
    }

    private func parts(of text: String) -> Parts? {
        var parts = Parts()
        var rest = Substring(text)
        for piece in pieces {
            switch piece {
            case .literal(let literal):
                guard rest.hasPrefix(literal) else { return nil }
                rest = rest.dropFirst(literal.count)
            case .field(let field, let width):
                guard Self.take(field, width, from: &rest, into: &parts) else { return nil }
            }
        }
        return rest.isEmpty ? parts : nil
    }

    private static func civil(_ parts: Parts) -> Date? {
        var hour = parts.hour
        if let isAfternoon = parts.isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard (1678...2261).contains(parts.year), (1...12).contains(parts.month),
            (1...31).contains(parts.day), hour < 24, parts.minute < 60, parts.second < 60
        else { return nil }
        var components = DateComponents()
        components.year = parts.year
        components.month = parts.month
        components.day = parts.day
        components.hour = hour
        components.minute = parts.minute
        components.second = parts.second
        guard let date = utcCalendar.date(from: components),
            utcCalendar.component(.day, from: date) == parts.day
        else { return nil }
        return Date(
            timeIntervalSince1970: (date.timeIntervalSince1970 * 1000
                + Double(parts.milliseconds)) / 1000
        )
    }

    private static func take(
        _ field: Field,
        _ width: Int,
        from rest: inout Substring,
        into parts: inout Parts
    ) -> Bool {
        func number(_ digits: ClosedRange<Int>, _ path: WritableKeyPath<Parts, Int>) -> Bool {
            let text = rest.prefix(digits.upperBound).prefix { $0.isASCII && $0.isNumber }
            guard text.count >= digits.lowerBound, let value = Int(text) else { return false }
            rest = rest.dropFirst(text.count)
            parts[keyPath: path] = value
            return true
        }
        switch field {
        case .year where width == 2:
            guard number(2...2, \.year) else { return false }
            parts.year += parts.year < 70 ? 2000 : 1900
            return true
        case .year: return number(4...4, \.year)
        case .month where width >= 3:
            let names = months.map { width == 3 ? String($0.prefix(3)) : $0 }
            guard let index = names.firstIndex(where: { rest.hasPrefix($0) }) else { return false }
            rest = rest.dropFirst(names[index].count)
            parts.month = index + 1
            return true
        case .month: return number(1...2, \.month)
        case .day: return number(1...2, \.day)
        case .hour: return number(1...2, \.hour)
        case .hourOfTwelve: return number(1...2, \.hour)
        case .minute: return number(1...2, \.minute)
        case .second: return number(1...2, \.second)
        case .fraction:
            guard number(width...width, \.milliseconds) else { return false }
            for _ in 0..<max(0, 3 - width) { parts.milliseconds *= 10 }
            for _ in 0..<max(0, width - 3) { parts.milliseconds /= 10 }
            return true
        case .period:
            let word = rest.prefix(2).uppercased()
            guard word == "AM" || word == "PM" else { return false }
            rest = rest.dropFirst(2)
            parts.isAfternoon = word == "PM"
            return true
        case .zone: return takeZone(from: &rest, into: &parts)
        }
    }

    private static func takeZone(from rest: inout Substring, into parts: inout Parts) -> Bool {
        guard let sign = rest.first else { return false }
        rest = rest.dropFirst()
        if sign == "Z" {
            parts.secondsFromGMT = 0
            return true
        }
        guard sign == "+" || sign == "-" else { return false }
        let hours = rest.prefix(2)
        rest = rest.dropFirst(2)
        if rest.first == ":" { rest = rest.dropFirst() }
        let minutes = rest.prefix(2)
        rest = rest.dropFirst(2)
        // `UInt` also reads a sign, so that `++5:00` would be five hours.
        guard hours.count == 2, minutes.count == 2,
            (hours + minutes).allSatisfy({ $0.isASCII && $0.isNumber }),
            let hour = UInt(hours), hour < 24, let minute = UInt(minutes), minute < 60
        else { return false }
        parts.secondsFromGMT = Int(hour * 3600 + minute * 60) * (sign == "-" ? -1 : 1)
        return true
    }
}
