// Which keys a question wants, and how what is typed is treated: what the task file says, else what
// follows from the kind of answer.

internal import Research
internal import ViewTree

extension TextFieldContent {
    /// The field of a question; what is in it, and what the key at its end does, is the form's.
    init(_ question: FormQuestion) {
        let options = question.options
        let keyboard = Keyboard(question)
        let isSecure = options?.isSecureTextEntry ?? false
        self.init(
            placeholder: question.placeholder,
            keyboard: keyboard,
            isSecure: isSecure,
            hasSeveralLines: question.hint == .multipleLine,
            maximumLength: options?.maximumLength.flatMap { $0 > 0 ? $0 : nil },
            capitalization: Capitalization(rawValue: options?.autocapitalizationType ?? "")
                ?? Capitalization(usualFor: question, keyboard, isSecure: isSecure),
            corrects: Self.wish(options?.autocorrectionType) ?? (isSecure ? false : nil),
            checksSpelling: Self.wish(options?.spellCheckingType) ?? (isSecure ? false : nil),
            returnKey: question.hint == .multipleLine ? .newLine : .done,
            unit: Self.unit(of: question)
        )
    }

    /// What a task file says by `yes` or `no`; `nil` for `default`.
    private static func wish(_ word: String?) -> Bool? {
        switch word {
        case "yes": true
        case "no": false
        default: nil
        }
    }

    /// What is typed without its unit.
    private static func unit(of question: FormQuestion) -> String? {
        switch question.dataType {
        case .measurement(.height, _), .measurement(.weight, _): question.typedUnit
        case .base(.duration): nil
        case .base, .collection, .date, .measurement, .postalCode, .detail, .custom:
            question.answerType.unit
        }
    }
}

extension TextFieldContent.Capitalization {
    fileprivate init(
        usualFor question: FormQuestion,
        _ keyboard: TextFieldContent.Keyboard,
        isSecure: Bool
    ) {
        if question.dataType == .postalCode {
            self = .allCharacters
        } else {
            self = keyboard == .text && !isSecure ? .sentences : .none
        }
    }
}

extension TextFieldContent.Keyboard {
    init(_ question: FormQuestion) {
        self =
            Self(word: question.options?.keyboardType)
            ?? Self(dataType: question.dataType, isImperial: question.locale.usesFeetAndPounds)
    }

    /// The keys that a task file asks for by the field's words; `nil` for none in particular.
    init?(word: String?) {
        switch word {
        case "asciiCapable": self = .ascii
        case "numbersAndPunctuation": self = .numbersAndPunctuation
        case "URL": self = .address
        case "numberPad", "asciiCapableNumberPad": self = .number
        case "phonePad": self = .phone
        case "emailAddress": self = .email
        case "decimalPad": self = .decimal
        case "namePhonePad", "twitter", "webSearch": self = .text
        default: return nil
        }
    }

    /// The keys that the answers of a data type are made of.
    init(dataType: RSDFormDataType, isImperial: Bool) {
        switch dataType {
        case .measurement(.bloodPressure, _): self = .numbersAndPunctuation
        case .measurement(.height, _), .measurement(.weight, _):
            self = isImperial ? .numbersAndPunctuation : .decimal
        case .base, .collection, .date, .postalCode, .detail, .custom:
            switch dataType.baseType {
            case .integer, .year: self = .number
            case .decimal: self = .decimal
            case .date, .duration, .fraction: self = .numbersAndPunctuation
            case .boolean, .string, .codable: self = .text
            }
        }
    }
}

/// Which questions can be shown.
enum HintRules {
    /// Whether each question can be shown by one of the hints that there are.
    static func canShow(_ fields: [any RSDInputField], by hints: Set<RSDFormUIHint>) -> Bool {
        fields.allSatisfy { field in
            let choices = (field as? any RSDChoiceInputField)?.choices ?? []
            let wished = field.inputUIHint.map { hint in
                hints.contains(hint) && field.dataType.suits(hint, hasChoices: !choices.isEmpty)
            }
            return wished ?? false || field.dataType.validHints.contains { hints.contains($0) }
        }
    }
}
