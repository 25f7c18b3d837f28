// What the key `range` of a question allows: its keys, and how it is decoded.

/// What the key `range` of a question allows.
public struct RSDFieldRange: Sendable {
    /// The shape, for the check of files and the schema.
    let shape: RSDKey.Shape
    /// Decodes the range; `nil` if the question must not have one.
    let decode: (@Sendable (any Decoder) throws -> any RSDRange)?

    /// Creates a range of an app's own type.
    ///
    /// - Parameters:
    ///   - range: The Swift type that decodes it.
    ///   - words: Its keys.
    public init<Range: RSDRange>(_ range: Range.Type, _ words: RSDWords) {
        self.init(.object(words)) { try Range(from: $0) }
    }

    private init(
        _ shape: RSDKey.Shape,
        _ decode: (@Sendable (any Decoder) throws -> any RSDRange)?
    ) {
        self.shape = shape
        self.decode = decode
    }

    /// A range of numbers.
    public static let number = RSDFieldRange(RSDNumberRangeObject.self, .numberRange)
    /// A range of dates.
    public static let date = RSDFieldRange(RSDDateRangeObject.self, .dateRange)
    /// A range of durations.
    public static let duration = RSDFieldRange(RSDDurationRangeObject.self, .durationRange)
    /// A range of years, given by numbers or by dates.
    public static let year = RSDFieldRange(.object(.yearRange)) { decoder in
        let container = try decoder.container(keyedBy: JSONKey.self)
        return RSDDateRangeObject.keys.contains(where: container.contains)
            ? try RSDDateRangeObject(from: decoder) : try RSDNumberRangeObject(from: decoder)
    }

    /// Allows no range.
    ///
    /// - Parameter noun: What the question asks for, such as 'postal code', for the message.
    /// - Returns: A value that refuses any range.
    public static func none(_ noun: String) -> RSDFieldRange {
        RSDFieldRange(.nothing("a question for a \(noun) has no range"), nil)
    }
}
