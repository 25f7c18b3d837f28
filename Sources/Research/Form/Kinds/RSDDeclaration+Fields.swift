// Declares types of questions: each declaration has a word, a description, the kind of question, and the keys that
// the type has in addition to those of every question.

internal import Synchronization

extension RSDDeclaration<any RSDInputField> {
    /// Declares a question with a Swift type and a kind.
    ///
    /// The declaration also applies to the word with a suffix, such as `own.integer`, if that has no declaration.
    ///
    /// - Parameters:
    ///   - type: The `type` word in files.
    ///   - field: The Swift type that decodes it.
    ///   - sentence: The description, one sentence.
    ///   - kind: How it is answered, shown, typed and picked.
    ///   - keys: The keys beyond those that every question has.
    ///   - rule: The rule that involves several keys.
    public init<Field: RSDInputFieldObject>(
        _ type: RSDFormDataWord,
        _ field: Field.Type,
        _ sentence: String,
        kind: RSDFieldKind,
        keys: [RSDKey] = [],
        rule: RSDWords.Rule? = nil
    ) {
        let all = RSDKey.inputField(range: kind.range.shape) + keys
        self.init(type, field, sentence, keys: all, rule: rule)
        fieldKind = kind
    }

    /// Declares a question that needs no Swift type of its own.
    ///
    /// - Parameters:
    ///   - type: The `type` word in files.
    ///   - sentence: The description, one sentence.
    ///   - kind: How it is answered, shown, typed and picked.
    public init(_ type: RSDFormDataWord, _ sentence: String, kind: RSDFieldKind) {
        self.init(type, RSDInputFieldObject.self, sentence, kind: kind)
    }

    /// Declares a question for one value of a base type.
    init(ofOne kind: RSDFieldKind) {
        self.init(
            RSDFormDataWord(rawValue: kind.base.rawValue),
            "A question for \(kind.answerInWords).",
            kind: kind
        )
    }

    /// Returns a declaration without a suffix for the usual type, followed by one with a suffix for each base type.
    static func ofEachBase(
        _ word: String,
        usual: RSDFieldKind = .string,
        _ declare: (RSDFormDataWord, RSDFieldKind) -> Self
    ) -> [Self] {
        [declare(RSDFormDataWord(rawValue: word), usual)]
            + RSDFieldKind.bases.map { base in
                declare(RSDFormDataWord(rawValue: "\(word).\(base.base.rawValue)"), base)
            }
    }

    /// All built-in declarations of questions.
    static var builtIn: [Self] {
        [.boolean, .date, .decimal, .duration, .fraction, .integer, .string, .year, .codable]
            + [.timestamp, .dateOnly, .time, .postalCode]
            + heights + weights + bloodPressures
            + multipleChoices + singleChoices + multipleComponents + details
    }
}

extension RSDFormDataType {
    /// The kind of question, by the built-in declarations.
    public var kind: RSDFieldKind {
        if case .custom(_, let base) = self { return .undeclared(base) }
        return Self.builtInKinds[self] ?? .undeclared(.codable)
    }

    private static let builtInKinds = Dictionary(
        RSDDeclaration<any RSDInputField>.builtIn.compactMap { declaration in
            declaration.fieldKind.map { (RSDFormDataType(rawValue: declaration.word), $0) }
        }
    ) { first, _ in first }
}

extension RSDFactory {
    /// Returns the kind of question for a type in the files of this factory.
    ///
    /// - Parameter type: The type, as it is spelled in the file.
    /// - Returns: The declared kind; for an app's type with an undeclared suffix, that of the type without the suffix.
    final func fieldKind(of type: String) -> RSDFieldKind {
        declarations.withLock { $0.inputFields[type] }?.fieldKind
            ?? RSDFormDataType(rawValue: type).kind
    }
}
