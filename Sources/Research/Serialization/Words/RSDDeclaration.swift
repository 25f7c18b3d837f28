// One kind of object of a task file, said once, beside the Swift type that reads it. Whoever adds a step,
// a recorder or a question declares it to a factory; nothing else needs to know of it.

/// One kind of object: its `type`, what it is, its keys, and what decodes it.
public struct RSDDeclaration<Object>: Sendable {
    /// The object's `type`.
    public let word: String
    /// What it is, in one sentence, for whoever writes the file.
    public let sentence: String
    /// Its words; `nil` for an app's own that may have any keys.
    public let words: RSDWords?
    /// What kind of question it is; `nil` for a question that does not say it, and for all else.
    var fieldKind: RSDFieldKind?
    /// The Swift type that decodes it, for messages.
    public let swiftType: String
    /// Decodes an object of this kind.
    public let decode: @Sendable (any Decoder) throws -> Object
    /// Where a factory has the declarations of its family.
    let table: any Table

    typealias Table = WritableKeyPath<Declarations, DeclarationTable<Object>> & Sendable

    /// A declaration of a family; without `keys` an object may have any.
    init(
        in table: any Table,
        _ word: String,
        _ swiftType: Any.Type,
        _ sentence: String,
        _ keys: [RSDKey]?,
        _ rule: RSDWords.Rule?,
        _ levelRule: RSDLevelRule? = nil,
        decode: @escaping @Sendable (any Decoder) throws -> Object
    ) {
        self.word = word
        self.sentence = sentence
        words = keys.map { RSDWords(word, $0, rule: rule, levelRule: levelRule) }
        self.swiftType = String(reflecting: swiftType)
        self.decode = decode
        self.table = table
    }
}

/// Two declarations have one word, and a file that has it could mean either.
public struct RSDDeclaredTwice: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which objects have the word as their `type`.
    public let family: RSDFamily
    /// The word.
    public let word: String
    /// The Swift type that was declared first.
    public let first: String
    /// The Swift type that was declared after it.
    public let second: String

    public var description: String {
        "the \(family.name) of the type '\(word)' is declared twice, by \(first) and by \(second); "
            + "give one of them another word, or put the second in place of the first with replace(_:)"
    }
}
