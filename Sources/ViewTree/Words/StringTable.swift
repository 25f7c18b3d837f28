// What is said, in each language that it was written in. Something is always said: in a related
// language, in English, or by its bare name, which an app sees at once.

/// Words and sentences by their names, in several languages.
public struct StringTable: Sendable, Hashable {
    private var strings: [Language: [StringKey: String]]

    /// The words of the controllers and of accessibility, in English, German and Arabic.
    public static let builtIn = StringTable([
        .english: englishStrings, .german: germanStrings, .arabic: arabicStrings,
    ])

    public init(_ strings: [Language: [StringKey: String]] = [:]) {
        self.strings = strings
    }

    /// The languages that there are words in, by their tags' order.
    public var languages: [Language] { strings.keys.sorted { $0.tag < $1.tag } }

    /// The names of what is said in a language, not counting what others would stand in for.
    public func keys(in language: Language) -> Set<StringKey> {
        Set((strings[language] ?? [:]).keys)
    }

    /// Takes over all that another table says, in the place of what this one says.
    public mutating func merge(_ other: StringTable) {
        for (language, own) in other.strings {
            strings[language, default: [:]].merge(own) { $1 }
        }
    }

    /// What both say; where both do, what the other says.
    public func merging(_ other: StringTable) -> StringTable {
        var table = self
        table.merge(other)
        return table
    }

    /// What is written for a name in a language, its parents or English, places for values included.
    public func template(_ key: StringKey, in language: Language) -> String? {
        if let template = strings[language]?[key] { return template }
        let others = language.parents + [.english]
        return others.lazy.compactMap { strings[$0]?[key] }.first
    }

    /// What is said, with values in the places for them; a name that nobody knows says itself.
    ///
    /// In what is written, `%@` is the next value, `%1$@` the first one, and `%%` a percent sign.
    public func string(_ key: StringKey, in language: Language, _ values: String...) -> String {
        string(key, in: language, values: values)
    }

    /// What is said, with values in the places for them; a name that nobody knows says itself.
    public func string(_ key: StringKey, in language: Language, values: [String]) -> String {
        guard let template = template(key, in: language) else { return key.rawValue }
        return StringTemplate.filled(template, with: values)
    }
}

extension StringTable: Codable {
    // {"de":{"button.next":"Weiter"}}
    public init(from decoder: any Decoder) throws {
        let texts = try decoder.singleValueContainer().decode([String: [String: String]].self)
        self.init()
        for (tag, texts) in texts {
            let own = texts.map { (StringKey(rawValue: $0.key), $0.value) }
            strings[Language(tag), default: [:]].merge(own) { $1 }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let texts = strings.map { language, own in
            (language.tag, [String: String](uniqueKeysWithValues: own.map { ($0.rawValue, $1) }))
        }
        try container.encode([String: [String: String]](uniqueKeysWithValues: texts))
    }
}
