// What one family can be, by its words. A factory has one of these for each family; the built-in
// declarations are those that it begins with.

/// The declarations of one family.
struct DeclarationTable<Object>: Sendable {
    /// All that is declared, but for how it is decoded.
    private(set) var words: FamilyWords
    private var declarations: [String: RSDDeclaration<Object>] = [:]
    /// The words of async actions that are built in, and that no recorder has declared since.
    private var builtIn: Set<String>

    /// A table of what is built in, of which no two have one word.
    init(_ family: RSDFamily, _ builtIn: [RSDDeclaration<Object>]) {
        words = FamilyWords(family)
        self.builtIn = family == .asyncAction ? Set(builtIn.map(\.word)) : []
        for declaration in builtIn { replace(declaration) }
        words.close()
    }

    /// What decodes objects of a type.
    subscript(type: String) -> RSDDeclaration<Object>? {
        words.found(type).flatMap { declarations[$0.word] }
    }

    /// Adds a declaration, whose word must not have been declared.
    ///
    /// A kind of recorder declares once more what is built in: the very same async action, once.
    mutating func add(_ declaration: RSDDeclaration<Object>) throws(RSDDeclaredTwice) {
        let wasBuiltIn = builtIn.remove(declaration.word) != nil
        if let first = declarations[declaration.word], !wasBuiltIn || !first.isSame(as: declaration)
        {
            throw RSDDeclaredTwice(
                family: words.family,
                word: declaration.word,
                first: first.swiftType,
                second: declaration.swiftType
            )
        }
        replace(declaration)
    }

    /// Puts a declaration in place of any other of its word.
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
    /// Whether another one reads the same type, and says the same of it.
    fileprivate func isSame(as other: RSDDeclaration<Object>) -> Bool {
        swiftType == other.swiftType && sentence == other.sentence
            && words?.keys.map(\.name) == other.words?.keys.map(\.name)
    }
}
