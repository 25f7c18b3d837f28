// A choice of a question. In a file, a choice is either a plain value, or an object with all its properties.

internal import FoundationEssentials
internal import Timebase

/// A choice of a question.
public struct RSDChoiceObject: Sendable, Hashable {
    /// The answer; `nil` for the choice 'none of these'.
    public var value: AnswerValue?
    public var text: String?
    public var detail: String?
    /// The name of its icon.
    public var icon: String?
    /// Whether it excludes all other choices.
    public var isExclusive: Bool
    private var spelling = Spelling()

    public init(
        value: AnswerValue?,
        text: String? = nil,
        detail: String? = nil,
        icon: String? = nil,
        isExclusive: Bool = false
    ) {
        self.value = value
        self.text = text
        self.detail = detail
        self.icon = icon
        self.isExclusive = isExclusive
    }

    /// How the choice was written in its file; choices are equal whatever their spelling.
    private struct Spelling: Sendable, Hashable {
        var isWord = false
        var statesExclusive = false

        static func == (left: Spelling, right: Spelling) -> Bool { true }

        func hash(into hasher: inout Hasher) {}
    }
}

extension RSDChoiceObject {
    /// True if choosing it deselects every other choice.
    public var excludesOthers: Bool { isExclusive || value == nil }

    init(from decoder: any Decoder, of kind: RSDFieldKind) throws {
        guard let container = try? decoder.container(keyedBy: JSONKey.self) else {
            let value = try Choices.value(from: decoder, kind)
            // A fraction is shown as it was written.
            let word =
                kind.base == .fraction
                ? try? decoder.singleValueContainer().decode(String.self) : nil
            self.init(value: value, text: word ?? value.plainText)
            spelling.isWord = true
            return
        }
        let isNil =
            try !container.contains("value") || container.decodeNil(forKey: "value")
        self.init(
            value: isNil
                ? nil : try Choices.value(from: container.superDecoder(forKey: "value"), kind),
            text: try container.decodeIfPresent(String.self, forKey: "text"),
            detail: try container.decodeIfPresent(String.self, forKey: "detail"),
            icon: try container.decodeIfPresent(String.self, forKey: "icon"),
            isExclusive: try container.decodeIfPresent(Bool.self, forKey: "isExclusive") ?? false
        )
        spelling.statesExclusive = container.contains("isExclusive")
    }

    func encode(to encoder: any Encoder, as type: RSDAnswerResultType) throws {
        let isPlain = detail == nil && icon == nil && !isExclusive && text == value?.plainText
        if spelling.isWord, isPlain, let value { return try value.encode(to: encoder, as: type) }
        var container = encoder.container(keyedBy: JSONKey.self)
        if let value { try value.encode(to: container.superEncoder(forKey: "value"), as: type) }
        try container.encodeIfPresent(text, forKey: "text")
        try container.encodeIfPresent(detail, forKey: "detail")
        try container.encodeIfPresent(icon, forKey: "icon")
        if isExclusive || spelling.statesExclusive {
            try container.encode(isExclusive, forKey: "isExclusive")
        }
    }
}

/// Decodes and encodes choices, whose values have the base type of their question.
enum Choices {
    static func decode(
        from container: KeyedDecodingContainer<JSONKey>,
        _ kind: RSDFieldKind
    ) throws -> [RSDChoiceObject] {
        var list = try container.nestedUnkeyedContainer(forKey: "choices")
        return try decode(&list, kind)
    }

    static func decodeColumns(
        from container: KeyedDecodingContainer<JSONKey>,
        _ kind: RSDFieldKind
    ) throws -> (columns: [[RSDChoiceObject]], isFlat: Bool) {
        var list = try container.nestedUnkeyedContainer(forKey: "choices")
        var probe = list
        if (try? probe.nestedUnkeyedContainer()) == nil {
            return ([try decode(&list, kind)], true)
        }
        var columns: [[RSDChoiceObject]] = []
        while !list.isAtEnd {
            var column = try list.nestedUnkeyedContainer()
            columns.append(try decode(&column, kind))
        }
        return (columns, false)
    }

    private static func decode(
        _ list: inout any UnkeyedDecodingContainer,
        _ kind: RSDFieldKind
    ) throws -> [RSDChoiceObject] {
        var choices: [RSDChoiceObject] = []
        while !list.isAtEnd {
            choices.append(try RSDChoiceObject(from: list.superDecoder(), of: kind))
        }
        return choices
    }

    /// Decodes the value of a choice; a fraction may be a text such as `1/25`.
    static func value(from decoder: any Decoder, _ kind: RSDFieldKind) throws -> AnswerValue {
        if kind.base == .fraction,
            let text = try? decoder.singleValueContainer().decode(String.self),
            let number = NumberText.fraction(text, separator: ".")
        {
            return .decimal(number)
        }
        return try AnswerValue(from: decoder, as: single(kind))
    }

    static func encode(
        _ choices: [RSDChoiceObject],
        _ kind: RSDFieldKind,
        to encoder: any Encoder
    ) throws {
        var list = encoder.unkeyedContainer()
        for choice in choices {
            try choice.encode(to: list.superEncoder(), as: single(kind))
        }
    }

    /// Decodes a default answer; it may be an array if several choices can be chosen.
    static func defaultAnswer(
        from decoder: any Decoder,
        _ kind: RSDFieldKind
    ) throws -> AnswerValue {
        guard kind.isSequence, var list = try? decoder.unkeyedContainer() else {
            return try value(from: decoder, kind)
        }
        var values: [AnswerValue] = []
        while !list.isAtEnd { values.append(try value(from: list.superDecoder(), kind)) }
        return .array(values)
    }

    static func encode(
        _ answer: AnswerValue,
        _ kind: RSDFieldKind,
        to encoder: any Encoder
    ) throws {
        var type = single(kind)
        if case .array = answer { type.sequenceType = .array }
        try answer.encode(to: encoder, as: type)
    }

    private static func single(_ kind: RSDFieldKind) -> RSDAnswerResultType {
        RSDAnswerResultType(baseType: kind.answer)
    }
}

extension AnswerValue {
    /// The value as text, without JSON quotes.
    var plainText: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .decimal(let value): NumberText.text(value, maximumDigits: nil)
        case .string(let value): value
        case .date(let value): DatePattern.timestamp.text(for: value) { _ in .utc } ?? ""
        case .data(let value): value.base64EncodedString()
        case .codable(.string(let value)): value
        case .codable(let value): "\(value)"
        case .array(let values): values.map(\.plainText).joined(separator: ", ")
        case .dictionary(let values):
            values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.plainText)" }
                .joined(separator: ", ")
        }
    }
}

extension RSDKey {
    private static let choiceShapes: [Shape] = [.text, .number, .boolean, .object(.choice)]

    private static let choiceAnswer = [
        RSDKey(
            "defaultAnswer",
            .anything,
            "The answer before the participant chooses one: a value of the choices, or a list of them."
        ),
        RSDKey(
            "separator",
            .text,
            "The text between the parts, if the answer is one text; if not given, the answer is a list."
        ),
    ]

    /// The keys of a question with one list of choices.
    static let choices =
        [
            RSDKey(
                "choices",
                .list(.either(choiceShapes)),
                isRequired: true,
                "The answers to choose from: values, or objects with a text for each value."
            )
        ] + choiceAnswer

    /// The keys of a question with columns of choices; a single column may be given without the outer array.
    static let columns =
        [
            RSDKey(
                "choices",
                .list(.either(choiceShapes + [.list(.either(choiceShapes))])),
                isRequired: true,
                "The answers to choose from, a list for each column."
            )
        ] + choiceAnswer
}

extension RSDWords {
    /// The keys of a choice.
    static let choice = RSDWords(
        "choice",
        [
            RSDKey(
                "value",
                .anything,
                "The answer, of the question's type; a choice without it means 'none of the others'."
            ),
            RSDKey("text", .text, "What the participant reads; the value if not given."),
            RSDKey("detail", .text, "More about the choice, below its text."),
            RSDKey("icon", .text, "The name by which the host finds the choice's picture."),
            RSDKey(
                "isExclusive",
                .boolean,
                "Whether this choice deselects every other choice; false if not given."
            ),
        ]
    )
}
