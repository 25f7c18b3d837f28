// How questions are declared: a word, a sentence, and what kind of question it is. The keys that every question
// has are a part of that.

internal import Synchronization

extension RSDDeclaration<any RSDInputField> {
    /// Declares a question of a kind.
    ///
    /// Types with an ending, such as `own.integer`, are read by it, too, where none is declared for them.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - field: The Swift type that decodes it.
    ///   - sentence: What it is, in one sentence.
    ///   - kind: How it is answered, shown, typed and picked.
    ///   - keys: The keys that it has besides those of every question.
    ///   - rule: What its keys do not say one by one.
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

    /// Declares a question of a kind that needs no Swift type of its own.
    ///
    /// - Parameters:
    ///   - type: Its `type` in files.
    ///   - sentence: What it is, in one sentence.
    ///   - kind: How it is answered, shown, typed and picked.
    public init(_ type: RSDFormDataWord, _ sentence: String, kind: RSDFieldKind) {
        self.init(type, RSDInputFieldObject.self, sentence, kind: kind)
    }

    /// A question for one value of a base type.
    init(ofOne kind: RSDFieldKind) {
        self.init(
            RSDFormDataWord(rawValue: kind.base.rawValue),
            "A question for \(kind.answerInWords).",
            kind: kind
        )
    }

    /// The questions for values of each base type: of a text, if the type does not say of which.
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

    /// All that are built in.
    static var builtIn: [Self] {
        [.boolean, .date, .decimal, .duration, .fraction, .integer, .string, .year, .codable]
            + [.timestamp, .dateOnly, .time, .postalCode]
            + heights + weights + bloodPressures
            + multipleChoices + singleChoices + multipleComponents + details
    }
}

extension RSDFormDataType {
    /// What the type means where no factory says otherwise.
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
    /// What a type of question means in the files of this factory.
    ///
    /// - Parameter type: The type, as a file spells it.
    /// - Returns: What was declared for it; of a type with an ending also what was declared without it.
    final func fieldKind(of type: String) -> RSDFieldKind {
        declarations.withLock { $0.inputFields[type] }?.fieldKind
            ?? RSDFormDataType(rawValue: type).kind
    }
}
