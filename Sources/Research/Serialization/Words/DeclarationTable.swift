// The declarations of one family, by their words. A factory has one table for each family, which begins with the
// built-in declarations.

/// The declarations of one family.
struct DeclarationTable<Object>: Sendable {
    /// The declarations without their decoding functions.
    private(set) var words: FamilyWords
    private var declarations: [String: RSDDeclaration<Object>] = [:]
    /// The built-in async actions that the module with their recorder may still declare once more.
    private var builtIn: Set<String>

    /// Creates a table of built-in declarations, whose words must differ.
    init(_ family: RSDFamily, _ builtIn: [RSDDeclaration<Object>]) {
        words = FamilyWords(family)
        self.builtIn = family == .asyncAction ? Set(builtIn.map(\.word)) : []
        for declaration in builtIn { replace(declaration) }
        words.close()
    }

    /// Returns the declaration for a type.
    subscript(type: String) -> RSDDeclaration<Object>? {
        words.found(type).flatMap { declarations[$0.word] }
    }

    /// Adds a declaration; throws if its word is declared already.
    ///
    /// A built-in async action may be declared once more, by the module with its recorder, if the declaration is the
    /// same.
    mutating func add(_ declaration: RSDDeclaration<Object>) throws(RSDDeclaredTwice) {
        if let first = declarations[declaration.word],
            !builtIn.contains(declaration.word) || !first.isSame(as: declaration)
        {
            throw RSDDeclaredTwice(
                family: words.family,
                word: declaration.word,
                first: first.swiftType,
                second: declaration.swiftType
            )
        }
        builtIn.remove(declaration.word)
        replace(declaration)
    }

    /// Adds a declaration, replacing another one with the same word.
    mutating func replace(_ declaration: RSDDeclaration<Object>) {
        declarations[declaration.word] = declaration
        words.put(
            DeclaredWord(
                word: declaration.word,
                sentence: declaration.sentence,
                words: declaration.words
            )
        )
    }
}

extension RSDDeclaration {
    /// True if both declarations have the same Swift type, sentence and keys.
    fileprivate func isSame(as other: RSDDeclaration<Object>) -> Bool {
        swiftType == other.swiftType && sentence == other.sentence
            && words?.keys.map(\.name) == other.words?.keys.map(\.name)
    }
}
