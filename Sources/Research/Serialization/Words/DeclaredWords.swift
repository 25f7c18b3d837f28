// The declarations of a factory without their decoding functions. The check of task files, the schema and the
// reference page use them.

/// The declarations of all families, without their decoding functions.
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

    /// The declarations of a family.
    package subscript(family: RSDFamily) -> FamilyWords { families[family] ?? FamilyWords(family) }

    /// The keys of all possible objects: of each type, of objects without a type, and of the objects within them.
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

/// A declaration without its decoding function.
package struct DeclaredWord: Sendable {
    package let word: String
    package let sentence: String
    /// The keys; `nil` if an app allows any.
    package let words: RSDWords?
}

/// The declarations of a family, in their order.
package struct FamilyWords: Sendable {
    package let family: RSDFamily
    package private(set) var all: [DeclaredWord] = []
    private var places: [String: Int] = [:]
    private var builtIn = 0

    init(_ family: RSDFamily) { self.family = family }

    /// The types to suggest, those of the host first, since the host certainly supports them.
    var choices: [String] { (all.dropFirst(builtIn) + all.prefix(builtIn)).map(\.word) }

    /// Returns the declaration of a type; `nil` if it is not declared.
    ///
    /// For an app's question type with an undeclared ending, such as `own.integer`, this is the declaration of `own`.
    package func found(_ type: String) -> DeclaredWord? {
        if let place = places[type] { return all[place] }
        guard family == .inputField, let dot = type.firstIndex(of: ".") else { return nil }
        let beginning = String(type[..<dot])
        // For built-in question types, all endings are declared.
        guard RSDFormDataType(rawValue: beginning).isCustom else { return nil }
        return places[beginning].map { all[$0] }
    }

    /// Marks all present declarations as built in.
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
