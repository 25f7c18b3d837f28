// The declaration of one type of object in task files, next to the Swift type that decodes it. To add a step, recorder
// or question, declare it to a factory; nothing else needs to know about it.

/// One type of object: its `type` word, a description, its keys, and its decoding function.
public struct RSDDeclaration<Object>: Sendable {
    /// The object's `type`.
    public let word: String
    /// The description, one sentence for the authors of task files.
    public let sentence: String
    /// The keys and rules; `nil` if an app allows any keys.
    public let words: RSDWords?
    /// The kind of question; `nil` for a question that does not state it, and for all other objects.
    var fieldKind: RSDFieldKind?
    /// The name of the Swift type that decodes it, for messages.
    public let swiftType: String
    /// Decodes an object of this kind.
    public let decode: @Sendable (any Decoder) throws -> Object
    /// The table of a factory that holds declarations of this family.
    let table: any Table

    typealias Table = WritableKeyPath<Declarations, DeclarationTable<Object>> & Sendable

    /// Creates a declaration; `nil` for `keys` allows any keys.
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

/// The error of two declarations with the same word, because a file with that word could mean either.
public struct RSDDeclaredTwice: Error, Sendable, Hashable, CustomStringConvertible {
    /// The family of both declarations.
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
