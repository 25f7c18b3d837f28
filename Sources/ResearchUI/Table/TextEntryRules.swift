// Chooses the keyboard of a question and the treatment of typed text: from the task file, or else from the type of the
// answer.

internal import Research
internal import ViewTree

extension TextFieldContent {
    /// The field of a question, without its text and return key, which the form sets.
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

    /// The task file's setting `yes` or `no`; `nil` for `default`.
    private static func wish(_ word: String?) -> Bool? {
        switch word {
        case "yes": true
        case "no": false
        default: nil
        }
    }

    /// The unit shown beside the field; the answer is typed without it.
    private static func unit(of question: FormQuestion) -> String? {
        if question.kind.measuresInUnits { return question.typedUnit }
        return question.kind.text.tellsUnit ? question.answerType.unit : nil
    }
}

extension TextFieldContent.Capitalization {
    fileprivate init(
        usualFor question: FormQuestion,
        _ keyboard: TextFieldContent.Keyboard,
        isSecure: Bool
    ) {
        self =
            Self(rawValue: question.kind.text.autocapitalizationType ?? "")
            ?? (keyboard == .text && !isSecure ? .sentences : .none)
    }
}

extension TextFieldContent.Keyboard {
    init(_ question: FormQuestion) {
        self =
            Self(word: question.options?.keyboardType)
            ?? Self(word: question.kind.text.keyboardType(question.locale)) ?? .text
    }

    /// The keyboard for a SageResearch name in a task file; `nil` for an unknown name.
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
}

/// Decides which questions can be shown.
enum HintRules {
    /// True if each question can be shown in one of the supported ways.
    static func canShow(_ fields: [any RSDInputField], by hints: Set<RSDFormUIHint>) -> Bool {
        fields.allSatisfy { field in
            let choices = (field as? any RSDChoiceInputField)?.choices ?? []
            let wished = field.inputUIHint.map { hint in
                hints.contains(hint) && field.kind.suits(hint, hasChoices: !choices.isEmpty)
            }
            return wished ?? false || field.kind.hints.contains { hints.contains($0) }
        }
    }
}
