// The texts in each language that they were written in. There is always a text: in a related language, in English, or
// the bare key, which a developer notices at once.

/// Texts by their keys, in several languages.
public struct StringTable: Sendable, Hashable {
    private var strings: [Language: [StringKey: String]]

    /// The texts of the controllers and of accessibility, in English, German and Arabic.
    public static let builtIn = StringTable([
        .english: englishStrings, .german: germanStrings, .arabic: arabicStrings,
    ])

    public init(_ strings: [Language: [StringKey: String]] = [:]) {
        self.strings = strings
    }

    /// The languages that have texts, ordered by their tags.
    public var languages: [Language] { strings.keys.sorted { $0.tag < $1.tag } }

    /// The keys with a text in a language, without fallbacks.
    public func keys(in language: Language) -> Set<StringKey> {
        Set((strings[language] ?? [:]).keys)
    }

    /// Adds another table's texts, which replace the texts of this one.
    public mutating func merge(_ other: StringTable) {
        for (language, own) in other.strings {
            strings[language, default: [:]].merge(own) { $1 }
        }
    }

    /// The texts of both tables; if both have one, the other's.
    public func merging(_ other: StringTable) -> StringTable {
        var table = self
        table.merge(other)
        return table
    }

    /// The template of a key, with its placeholders: in the language, else in a parent, else in English; `nil` if none
    /// has it.
    public func template(_ key: StringKey, in language: Language) -> String? {
        if let template = strings[language]?[key] { return template }
        let others = language.parents + [.english]
        return others.lazy.compactMap { strings[$0]?[key] }.first
    }

    /// The text of a key, with values in its placeholders; an unknown key is its own text.
    ///
    /// In a template, `%@` is the next value, `%1$@` the first one, and `%%` a percent sign.
    public func string(_ key: StringKey, in language: Language, _ values: String...) -> String {
        string(key, in: language, values: values)
    }

    /// The text of a key, with values in its placeholders; an unknown key is its own text.
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
