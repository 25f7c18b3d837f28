// What may stand at a question's `range`: its keys, and what decodes it.

/// What may stand at a question's `range`.
public struct RSDFieldRange: Sendable {
    /// What the check of a file and the schema go by.
    let shape: RSDKey.Shape
    /// Decodes it; `nil` where there is none.
    let decode: (@Sendable (any Decoder) throws -> any RSDRange)?

    /// A range of an app's own.
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

    /// Between which numbers an answer lies.
    public static let number = RSDFieldRange(RSDNumberRangeObject.self, .numberRange)
    /// Between which dates an answer lies.
    public static let date = RSDFieldRange(RSDDateRangeObject.self, .dateRange)
    /// Between which durations an answer lies.
    public static let duration = RSDFieldRange(RSDDurationRangeObject.self, .durationRange)
    /// Between which years an answer lies, told by numbers or by dates.
    public static let year = RSDFieldRange(.object(.yearRange)) { decoder in
        let container = try decoder.container(keyedBy: JSONKey.self)
        return RSDDateRangeObject.keys.contains(where: container.contains)
            ? try RSDDateRangeObject(from: decoder) : try RSDNumberRangeObject(from: decoder)
    }

    /// No range.
    ///
    /// - Parameter noun: What the question asks for, such as 'postal code', for the message.
    /// - Returns: What refuses one.
    public static func none(_ noun: String) -> RSDFieldRange {
        RSDFieldRange(.nothing("a question for a \(noun) has no range"), nil)
    }
}
