// The dates that a question allows. A bound is written in the range's own format or in one of SageResearch's formats,
// and is encoded with the spelling with which it was decoded.

public import FoundationEssentials
internal import Timebase

/// Which dates are allowed.
public struct RSDDateRangeObject: RSDRange, Hashable {
    public var minimumDate: Date? { didSet { spellings["minimumDate"] = nil } }
    public var maximumDate: Date? { didSet { spellings["maximumDate"] = nil } }
    /// Whether a future date is allowed; `nil` for yes.
    public var allowFuture: Bool?
    /// Whether a past date is allowed; `nil` for yes.
    public var allowPast: Bool?
    /// The step between the minutes that can be picked.
    public var minuteInterval: Int?
    /// The format of the date in the result.
    public var codingFormat: String?
    /// The answer before the participant gives one.
    public var defaultDate: Date? { didSet { spellings["defaultDate"] = nil } }
    private var spellings: [String: String] = [:]

    public init(
        minimumDate: Date? = nil,
        maximumDate: Date? = nil,
        allowFuture: Bool? = nil,
        allowPast: Bool? = nil,
        minuteInterval: Int? = nil,
        codingFormat: String? = nil,
        defaultDate: Date? = nil
    ) {
        self.minimumDate = minimumDate
        self.maximumDate = maximumDate
        self.allowFuture = allowFuture
        self.allowPast = allowPast
        self.minuteInterval = minuteInterval
        self.codingFormat = codingFormat
        self.defaultDate = defaultDate
    }

    /// Returns the earliest allowed date at a given time.
    public func earliest(at now: Date) -> Date? {
        allowPast == false ? minimumDate.map { max($0, now) } ?? now : minimumDate
    }

    /// Returns the latest allowed date at a given time.
    public func latest(at now: Date) -> Date? {
        allowFuture == false ? maximumDate.map { min($0, now) } ?? now : maximumDate
    }

    var pattern: DatePattern? { codingFormat.flatMap(DatePattern.init) }
}

extension RSDDateRangeObject {
    /// The keys that only a range of dates has; they distinguish it from a range of numbers.
    static let keys = RSDKey.dates.map { JSONKey($0.name) }

    private static let patterns: [DatePattern] =
        [.timestamp, .dateOnly, .time]
        + ["HH:mm", "yyyy-MM", "yyyy", "yyyy-MM-dd'T'HH:mm:ssZZZZZ"].compactMap(DatePattern.init)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        allowFuture = try container.decodeIfPresent(Bool.self, forKey: "allowFuture")
        allowPast = try container.decodeIfPresent(Bool.self, forKey: "allowPast")
        minuteInterval = try container.decodeIfPresent(Int.self, forKey: "minuteInterval")
        codingFormat = try container.decodeIfPresent(String.self, forKey: "codingFormat")
        let own = codingFormat.flatMap(DatePattern.init)
        if let codingFormat, own == nil {
            throw decoder.fault(
                "'\(codingFormat)' is no format of dates",
                at: "codingFormat",
                remedy: "use the letters y M d H h a m s S Z, as in yyyy-MM-dd"
            )
        }
        let factory = try decoder.factory
        func date(_ key: JSONKey) throws -> (date: Date, spelling: String)? {
            guard let text = try container.decodeIfPresent(String.self, forKey: key) else {
                return nil
            }
            for pattern in [own].compactMap(\.self) + Self.patterns {
                if let date = pattern.date(from: text, in: factory.utcOffset(at:)) {
                    return (date, text)
                }
            }
            throw decoder.fault(
                "'\(text)' is no date",
                at: key.stringValue,
                remedy: "write it as \(codingFormat ?? "2026-11-21"), between 1678 and 2261"
            )
        }
        let (minimum, maximum) = (try date("minimumDate"), try date("maximumDate"))
        let preset = try date("defaultDate")
        minimumDate = minimum?.date
        maximumDate = maximum?.date
        defaultDate = preset?.date
        spellings["minimumDate"] = minimum?.spelling
        spellings["maximumDate"] = maximum?.spelling
        spellings["defaultDate"] = preset?.spelling
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encodeIfPresent(allowFuture, forKey: "allowFuture")
        try container.encodeIfPresent(allowPast, forKey: "allowPast")
        try container.encodeIfPresent(minuteInterval, forKey: "minuteInterval")
        try container.encodeIfPresent(codingFormat, forKey: "codingFormat")
        let offset = try encoder.factory.utcOffset(at:)
        func write(_ date: Date?, _ key: JSONKey) throws {
            guard let date else { return }
            let text = spellings[key.stringValue] ?? pattern?.text(for: date, in: offset)
            if let text {
                try container.encode(text, forKey: key)
            } else {
                try container.encode(date, forKey: key)
            }
        }
        try write(minimumDate, "minimumDate")
        try write(maximumDate, "maximumDate")
        try write(defaultDate, "defaultDate")
    }
}

extension RSDKey {
    /// The keys of a range of dates.
    static let dates = [
        RSDKey(
            "minimumDate",
            .text,
            "The earliest date that is possible, in the range's codingFormat or as 2026-11-21."
        ),
        RSDKey(
            "maximumDate",
            .text,
            "The latest date that is possible, in the range's codingFormat or as 2026-11-21."
        ),
        RSDKey(
            "allowFuture",
            .boolean,
            "Whether the date may be in the future; true if not given."
        ),
        RSDKey("allowPast", .boolean, "Whether the date may be in the past; true if not given."),
        RSDKey(
            "minuteInterval",
            .integer,
            "The interval between minutes that can be picked, 1 to 60; 1 if not given."
        ),
        RSDKey(
            "codingFormat",
            .text,
            "The format in which the answer is written, in the letters of 'yyyy-MM-dd HH:mm:ss'."
        ),
        RSDKey("defaultDate", .text, "The date before the participant gives one."),
    ]
}

extension RSDWords {
    /// Which dates are allowed.
    static let dateRange = RSDWords("dateRange", RSDKey.dates)

    /// Which years are allowed, given as numbers or as dates.
    static let yearRange = RSDWords(
        "yearRange",
        RSDKey.bounds + RSDKey.dates + [.unit, .numberFormatter]
    )
}
