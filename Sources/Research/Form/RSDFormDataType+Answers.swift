// What follows from a data type: what its answer is, which hints it can be shown by.

extension RSDFormDataType {
    /// The kind of value that is asked for, one or several.
    public var baseType: BaseType {
        switch self {
        case .base(let base), .collection(_, let base), .detail(let base), .custom(_, let base):
            base
        case .date: .date
        case .measurement(.bloodPressure, _), .postalCode: .string
        case .measurement(.height, _), .measurement(.weight, _): .decimal
        }
    }

    /// Whether several values answer the question.
    public var isSequence: Bool {
        switch self {
        case .collection(.multipleChoice, _), .collection(.multipleComponent, _): true
        case .collection(.singleChoice, _), .base, .date, .measurement, .postalCode, .detail,
            .custom:
            false
        }
    }

    /// The hints that a question of this type can be shown by, the likeliest first.
    public var validHints: [RSDFormUIHint] {
        switch self {
        case .base(.boolean): [.list, .picker, .checkbox, .radioButton, .toggle]
        case .base(.date), .date: [.picker, .textfield]
        case .base(.decimal), .base(.integer), .base(.year): [.textfield, .slider, .picker]
        case .base(.duration): [.picker, .textfield]
        case .base(.fraction): [.textfield, .picker]
        case .base(.string): [.textfield, .multipleLine, .popover]
        case .base(.codable): [.textfield, .multipleLine]
        case .postalCode: [.textfield]
        case .collection(.multipleChoice, _): [.list, .checkbox, .combobox]
        case .collection(.singleChoice, _):
            [.list, .radioButton, .picker, .slider, .combobox, .checkbox]
        case .collection(.multipleComponent, _): [.picker, .textfield]
        case .measurement: [.picker, .textfield]
        case .detail: [.disclosureArrow, .link, .section, .popover, .button]
        case .custom: [.textfield]
        }
    }

    /// The hint by which a question is shown: the wish, if it suits the type and is supported, or the
    /// likeliest that is; a question of one value with answers to choose from can be shown as any other
    /// with them.
    public func hint(
        wished: RSDFormUIHint?,
        supported: Set<RSDFormUIHint>,
        hasChoices: Bool = false
    ) -> RSDFormUIHint {
        if let wished, supported.contains(wished), suits(wished, hasChoices: hasChoices) {
            return wished
        }
        return validHints.first { supported.contains($0) } ?? .textfield
    }

    /// Whether a question of this type can be shown by a hint.
    ///
    /// What is not of the framework, a type or a hint, only an app knows: it suits.
    package func suits(_ hint: RSDFormUIHint, hasChoices: Bool = false) -> Bool {
        guard RSDFormUIHint.standardHints.contains(hint) else { return true }
        if case .custom = self { return true }
        if validHints.contains(hint) { return true }
        // Of several choices, or of columns of them, one wheel would take one answer only.
        if case .collection = self { return false }
        let choosing = RSDFormDataType.collection(.singleChoice, baseType)
        return hasChoices && choosing.validHints.contains(hint)
    }
}

extension RSDFormUIHint {
    /// The hints that the framework has words for.
    package static let standardHints: Set<RSDFormUIHint> = [
        .button, .checkbox, .combobox, .disclosureArrow, .link, .list, .multipleLine, .picker,
        .popover, .radioButton, .section, .slider, .textfield, .toggle,
    ]

    /// The hints that a table can show a question by.
    public static let tableHints: Set<RSDFormUIHint> = [
        .list, .textfield, .multipleLine, .picker, .checkbox, .radioButton, .button,
    ]

    /// Whether each answer has a row of its own.
    var showsRowPerChoice: Bool { self == .list || self == .checkbox || self == .radioButton }

    /// Whether a question of yes or no has one box only.
    var showsBox: Bool { self == .checkbox || self == .radioButton }
}

extension RSDFormDataType.BaseType {
    /// The kind of value that stands in the result.
    public var answerBaseType: RSDAnswerResultType.BaseType {
        switch self {
        case .boolean: .boolean
        case .date: .date
        case .decimal, .duration, .fraction: .decimal
        case .integer, .year: .integer
        case .string: .string
        case .codable: .codable
        }
    }
}

extension RSDFormDataType {
    /// What kind of answer a question of this type has.
    public func answerType(
        range: (any RSDRange)? = nil,
        separator: String? = nil
    ) -> RSDAnswerResultType {
        var type = RSDAnswerResultType(
            baseType: baseType.answerBaseType,
            sequenceType: isSequence ? .array : nil
        )
        type.formDataType = self
        type.sequenceSeparator = separator
        type.unit = unit(range)
        if type.baseType == .date {
            type.dateFormat =
                (range as? RSDDateRangeObject)?.codingFormat ?? defaultDatePattern.format
        }
        return type
    }

    private func unit(_ range: (any RSDRange)?) -> String? {
        switch self {
        case .measurement(.height, _): "cm"
        case .measurement(.weight, _): "kg"
        case .base(.duration): (range as? RSDDurationRangeObject)?.unit?.rawValue ?? "s"
        case .base, .collection, .date, .measurement(.bloodPressure, _), .postalCode, .detail,
            .custom:
            (range as? RSDNumberRangeObject)?.unit
        }
    }

    /// How a date of this type is written where its range does not say.
    var defaultDatePattern: DatePattern {
        switch self {
        case .date(.dateOnly): .dateOnly
        case .date(.time): .time
        case .date(.timestamp), .base, .collection, .measurement, .postalCode, .detail, .custom:
            .timestamp
        }
    }
}
