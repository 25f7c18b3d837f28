// What an input field asks for: its `type`, which is one word or two with a dot between them.

/// What an input field asks for.
public enum RSDFormDataType: Sendable, Hashable {
    /// One value.
    case base(BaseType)
    /// One or several of a list of choices.
    case collection(CollectionType, BaseType)
    /// A date, with a certain precision.
    case date(DateType)
    /// A measurement of an adult, child or infant.
    case measurement(MeasurementType, MeasurementRange)
    /// A postal code.
    case postalCode
    /// A form that opens from the field.
    case detail(BaseType)
    /// A type of an app, by its full `type` word.
    case custom(String, BaseType)

    public enum BaseType: String, Sendable, CaseIterable {
        case boolean, date, decimal, duration, fraction, integer, string, year, codable
    }

    public enum CollectionType: String, Sendable, CaseIterable {
        case multipleChoice, singleChoice, multipleComponent
    }

    public enum DateType: String, Sendable, CaseIterable {
        case timestamp, dateOnly, time
    }

    public enum MeasurementType: String, Sendable, CaseIterable {
        case height, weight, bloodPressure
    }

    public enum MeasurementRange: String, Sendable, CaseIterable {
        case adult, child, infant
    }
}

extension RSDFormDataType: RawRepresentable, Codable {
    public init(rawValue: String) {
        let words = rawValue.split(separator: ".", omittingEmptySubsequences: false)
            .map(String.init)
        self = Self.read(words) ?? .custom(rawValue, .codable)
    }

    public var rawValue: String {
        switch self {
        case .base(let base): base.rawValue
        case .collection(let collection, .string): collection.rawValue
        case .collection(let collection, let base): "\(collection.rawValue).\(base.rawValue)"
        case .date(let date): date.rawValue
        case .measurement(let measurement, .adult): measurement.rawValue
        case .measurement(let measurement, let range): "\(measurement.rawValue).\(range.rawValue)"
        case .postalCode: "postalCode"
        case .detail(.codable): "detail"
        case .detail(let base): "detail.\(base.rawValue)"
        case .custom(let word, _): word
        }
    }

    private static func read(_ words: [String]) -> RSDFormDataType? {
        guard let first = words.first, words.count <= 2 else { return nil }
        let second = words.count == 2 ? words[1] : nil
        if let collection = CollectionType(rawValue: first) {
            guard let second else { return .collection(collection, .string) }
            return BaseType(rawValue: second).map { .collection(collection, $0) }
        }
        if let measurement = MeasurementType(rawValue: first) {
            guard let second else { return .measurement(measurement, .adult) }
            return MeasurementRange(rawValue: second).map { .measurement(measurement, $0) }
        }
        if first == "detail" {
            guard let second else { return .detail(.codable) }
            return BaseType(rawValue: second).map { .detail($0) }
        }
        guard second == nil else { return nil }
        if first == "postalCode" { return .postalCode }
        return BaseType(rawValue: first).map { .base($0) }
            ?? DateType(rawValue: first).map { .date($0) }
    }
}

extension RSDFormDataType {
    /// The first word of the type.
    public var word: RSDFormDataWord {
        RSDFormDataWord(rawValue: String(rawValue.prefix { $0 != "." }))
    }
}

extension RSDFormDataType {
    /// The full type, including parts that task files may omit, as results have it: `singleChoice.string`.
    var wholeWord: String {
        switch self {
        case .collection(let collection, let base): "\(collection.rawValue).\(base.rawValue)"
        case .measurement(let measurement, let range):
            "\(measurement.rawValue).\(range.rawValue)"
        case .base, .date, .postalCode, .detail, .custom: rawValue
        }
    }
}

/// A data type with the spelling of its file, which may be longer than needed, such as `height.adult`.
struct SpelledDataType: Sendable {
    let type: RSDFormDataType
    let spelling: String

    /// Creates a data type; the default spelling is the shortest.
    init(_ type: RSDFormDataType, as spelling: String? = nil) {
        self.type = type
        self.spelling = spelling ?? type.rawValue
    }
}

extension SpelledDataType: Codable {
    init(from decoder: any Decoder) throws {
        spelling = try decoder.singleValueContainer().decode(String.self)
        type = RSDFormDataType(rawValue: spelling)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(spelling)
    }
}

extension SpelledDataType: Hashable {
    static func == (left: SpelledDataType, right: SpelledDataType) -> Bool {
        left.type == right.type
    }

    func hash(into hasher: inout Hasher) { hasher.combine(type) }
}
