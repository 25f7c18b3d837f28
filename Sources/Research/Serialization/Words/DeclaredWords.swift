// The words of a factory without what decodes them: the check of a file and the schema go by these, and so
// does whoever looks through all of them.

/// What a factory has declared, for whoever decodes nothing.
package struct DeclaredWords: Sendable {
    private let families: [RSDFamily: FamilyWords]

    init(_ declarations: Declarations) {
        let all = [
            declarations.tasks.words, declarations.steps.words, declarations.actions.words,
            declarations.asyncActions.words, declarations.images.words, declarations.colors.words,
            declarations.inputFields.words, declarations.rules.words,
            declarations.transformers.words, declarations.results.words,
        ]
        families = Dictionary(uniqueKeysWithValues: all.map { ($0.family, $0) })
    }

    /// The words of a family.
    package subscript(family: RSDFamily) -> FamilyWords { families[family] ?? FamilyWords(family) }

    /// The words of every object that there can be: of each type, of what has none, and of their parts.
    package var objects: [RSDWords] {
        var found: [RSDWords] = []
        for family in RSDFamily.allCases {
            let members = self[family].all.compactMap(\.words) + [family.fallback]
            for words in members { Self.add(words, to: &found) }
        }
        return found
    }

    private static func add(_ words: RSDWords, to found: inout [RSDWords]) {
        found.append(words)
        for key in words.keys {
            for part in key.shape.parts where !found.contains(where: part.isSame(as:)) {
                add(part, to: &found)
            }
        }
    }
}

/// A declaration without what decodes it.
package struct DeclaredWord: Sendable {
    package let word: String
    package let sentence: String
    /// `nil` for an app's own that may have any keys.
    package let words: RSDWords?
}

/// What the members of a family are called, in the order in which they were declared.
package struct FamilyWords: Sendable {
    package let family: RSDFamily
    package private(set) var all: [DeclaredWord] = []
    private var places: [String: Int] = [:]
    private var builtIn = 0

    init(_ family: RSDFamily) { self.family = family }

    /// The types to choose from: first what the host has declared, which it can surely do.
    var choices: [String] { (all.dropFirst(builtIn) + all.prefix(builtIn)).map(\.word) }

    /// What an object's type means; of a question of an app also by what the type begins with.
    package func found(_ type: String) -> DeclaredWord? {
        if let place = places[type] { return all[place] }
        guard family == .inputField, let dot = type.firstIndex(of: ".") else { return nil }
        let beginning = String(type[..<dot])
        // The endings of what is built in are all declared.
        guard RSDFormDataType(rawValue: beginning).isCustom else { return nil }
        return places[beginning].map { all[$0] }
    }

    /// Takes what is there for what is built in.
    mutating func close() { builtIn = all.count }

    mutating func put(_ declared: DeclaredWord) {
        if let place = places[declared.word] {
            all[place] = declared
        } else {
            places[declared.word] = all.count
            all.append(declared)
        }
    }
}
