// The result of a question: the answer, and what a reader needs to decode it years later.

public import FoundationEssentials

/// The result of a question.
public protocol RSDAnswerResult: RSDResult {
    /// The type of the answer.
    var answerType: RSDAnswerResultType { get }
    /// The answer; `nil` if there is none.
    var value: AnswerValue? { get set }
    /// The question.
    var questionText: String? { get }
}

/// The type of an answer, which decides how the answer is read and written.
public struct RSDAnswerResultType: Codable, Sendable, Hashable {
    /// The type of a single value.
    public enum BaseType: String, Codable, Sendable, CaseIterable {
        case boolean, data, date, decimal, integer, string, codable
    }

    /// The type of several values.
    public enum SequenceType: String, Codable, Sendable, CaseIterable {
        case array, dictionary
    }

    public var baseType: BaseType
    public var sequenceType: SequenceType?
    public var formDataType: RSDFormDataType? {
        get { spelledDataType?.type }
        set { spelledDataType = newValue.map { SpelledDataType($0, as: $0.wholeWord) } }
    }
    private var spelledDataType: SpelledDataType?
    public var dateFormat: String?
    public var dateLocaleIdentifier: String?
    public var unit: String?
    public var sequenceSeparator: String?

    public init(
        baseType: BaseType,
        sequenceType: SequenceType? = nil,
        formDataType: RSDFormDataType? = nil,
        dateFormat: String? = nil,
        unit: String? = nil,
        sequenceSeparator: String? = nil
    ) {
        self.baseType = baseType
        self.sequenceType = sequenceType
        self.dateFormat = dateFormat
        self.unit = unit
        self.sequenceSeparator = sequenceSeparator
        self.formDataType = formDataType
    }

    private enum CodingKeys: String, CodingKey {
        case baseType, sequenceType, dateFormat, dateLocaleIdentifier, unit, sequenceSeparator
        case spelledDataType = "formDataType"
    }
}

extension RSDAnswerResultType {
    /// True if answers of both types are decoded in the same way; `formDataType` is not compared.
    public static func == (left: RSDAnswerResultType, right: RSDAnswerResultType) -> Bool {
        left.baseType == right.baseType && left.sequenceType == right.sequenceType
            && left.dateFormat == right.dateFormat
            && left.dateLocaleIdentifier == right.dateLocaleIdentifier
            && left.unit == right.unit && left.sequenceSeparator == right.sequenceSeparator
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(baseType)
        hasher.combine(sequenceType)
        hasher.combine(dateFormat)
        hasher.combine(dateLocaleIdentifier)
        hasher.combine(unit)
        hasher.combine(sequenceSeparator)
    }
}

/// The result of a question.
public struct RSDAnswerResultObject: RSDAnswerResult, Hashable {
    public let identifier: String
    public let type: RSDResultType
    public var startDate: Date
    public var endDate: Date
    public var answerType: RSDAnswerResultType
    public var value: AnswerValue?
    public var questionText: String?

    /// Creates the result of a question that was asked at `startDate`, and answered then unless `endDate` is given.
    public init(
        identifier: String,
        answerType: RSDAnswerResultType,
        value: AnswerValue? = nil,
        startDate: Date,
        endDate: Date? = nil,
        questionText: String? = nil
    ) {
        self.identifier = identifier
        type = .answer
        self.answerType = answerType
        self.value = value
        self.startDate = startDate
        self.endDate = endDate ?? startDate
        self.questionText = questionText
    }
}

extension RSDAnswerResultObject {
    private enum CodingKeys: String, CodingKey {
        case identifier, type, startDate, endDate, answerType, value, questionText
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(String.self, forKey: .identifier)
        type = try container.decode(RSDResultType.self, forKey: .type)
        startDate = try container.decode(Date.self, forKey: .startDate)
        endDate = try container.decode(Date.self, forKey: .endDate)
        answerType = try container.decode(RSDAnswerResultType.self, forKey: .answerType)
        questionText = try container.decodeIfPresent(String.self, forKey: .questionText)
        guard container.contains(.value) else { return }
        let isNull = try container.decodeNil(forKey: .value)
        // Only an answer of type JSON can be null; for any other type, null means no answer.
        if isNull, answerType.baseType != .codable || answerType.sequenceType != nil { return }
        value = try AnswerValue(from: container.superDecoder(forKey: .value), as: answerType)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(type, forKey: .type)
        try container.encode(startDate, forKey: .startDate)
        try container.encode(endDate, forKey: .endDate)
        try container.encode(answerType, forKey: .answerType)
        try container.encodeIfPresent(questionText, forKey: .questionText)
        if let value {
            try value.encode(to: container.superEncoder(forKey: .value), as: answerType)
        }
    }
}

extension RSDDeclaration<any RSDResult> {
    /// An answer.
    public static var answer: Self {
        Self(
            .answer,
            RSDAnswerResultObject.self,
            "The result of a question: the answer, and what a program needs to read it years later.",
            keys: RSDKey.result + [
                RSDKey(
                    "answerType",
                    .object(.answerType),
                    isRequired: true,
                    "The type of the answer, which a program needs to read it."
                ),
                RSDKey("value", .anything, "The answer; absent if there is none."),
                RSDKey("questionText", .text, "The question as the participant read it."),
            ]
        )
    }
}

extension RSDWords {
    /// The keys of an answer's type.
    static let answerType = RSDWords(
        "answerType",
        [
            RSDKey(
                "baseType",
                .word(RSDAnswerResultType.BaseType.allCases.map(\.rawValue)),
                isRequired: true,
                "The kind of a single value; 'codable' for any JSON."
            ),
            RSDKey(
                "sequenceType",
                .word(RSDAnswerResultType.SequenceType.allCases.map(\.rawValue)),
                "Whether several values form an array or a dictionary; a single value if not given."
            ),
            RSDKey("formDataType", .text, "The type of the question that was answered."),
            RSDKey(
                "dateFormat",
                .text,
                "The format in which a date is written, in the letters of 'yyyy-MM-dd HH:mm:ss'."
            ),
            RSDKey(
                "dateLocaleIdentifier",
                .text,
                "The language and country in whose words a date is written."
            ),
            RSDKey("unit", .text, "The unit of a number that was answered."),
            RSDKey(
                "sequenceSeparator",
                .text,
                "The text between several values that form one text; a list if not given."
            ),
        ]
    )
}
