// A language tag. Tags come from outside, so any text makes a language; if no table has texts in that language, English
// is used.

/// A language by its BCP 47 tag, for example `de`, `pt-BR` or `zh-Hant-TW`.
public struct Language: Sendable, Hashable {
    /// The tag, with hyphens and in the usual capitalisation; `und` for no language.
    public let tag: String

    public static let english: Language = "en"
    public static let german: Language = "de"
    public static let arabic: Language = "ar"

    /// Parses a tag; underscores count as hyphens, and anything invalid ends it.
    public init(_ tag: String) {
        var parts = tag.split { $0 == "-" || $0 == "_" }.prefix(while: Self.isPart)
            .map { $0.lowercased() }
        guard let language = parts.first, language.count > 1, language.allSatisfy(\.isLetter) else {
            self.tag = "und"
            return
        }
        parts[0] = Self.newNames[language] ?? language
        for index in Self.meaningful(parts).dropFirst() {
            let part = parts[index]
            if part.count == 4, part.allSatisfy(\.isLetter) {
                parts[index] = part.prefix(1).uppercased() + part.dropFirst()
            } else if part.count == 2 {
                parts[index] = part.uppercased()
            }
        }
        self.tag = parts.joined(separator: "-")
    }

    /// The language without country, script and other parts.
    public var base: Language { Language(parts[0]) }

    /// The four-letter code of the script, if the tag has one.
    public var script: String? {
        let parts = parts
        return Self.meaningful(parts).dropFirst().lazy.map { parts[$0] }
            .first { $0.count == 4 && $0.allSatisfy(\.isLetter) }
    }

    /// Whether it is written from right to left: by its script, else by the language's usual one.
    public var isRightToLeft: Bool {
        if let script { return Self.scriptsFromRight.contains(script) }
        return Self.languagesFromRight.contains(parts[0])
    }

    /// Languages to fall back on, the nearest first: `zh-Hant` and `zh` for `zh-Hant-TW`.
    public var parents: [Language] {
        var parts = parts
        var parents: [Language] = []
        while parts.count > 1 {
            parts.removeLast()
            // A single letter only introduces what follows it.
            if parts.count > 1, parts[parts.count - 1].count == 1 { continue }
            parents.append(Language(parts.joined(separator: "-")))
        }
        return parents
    }

    private var parts: [String] { tag.split(separator: "-").map(String.init) }

    /// The parts before the first single letter; parts after it have other meanings.
    private static func meaningful(_ parts: [String]) -> Range<Int> {
        0..<(parts.firstIndex { $0.count == 1 } ?? parts.count)
    }

    private static func isPart(_ part: Substring) -> Bool {
        part.utf8.count <= 8 && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Old codes of languages, which some systems still use.
    private static let newNames = ["iw": "he", "ji": "yi", "in": "id"]

    private static let scriptsFromRight: Set = [
        "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
        "Yezi",
    ]

    private static let languagesFromRight: Set = [
        "ar", "arc", "arz", "bal", "bgn", "bqi", "ckb", "dv", "fa", "glk", "he", "khw", "ks", "lrc",
        "luz", "mzn", "nqo", "pnb", "prs", "ps", "rhg", "sd", "sdh", "skr", "syr", "ug", "ur", "yi",
    ]
}

extension Language: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(tag)
    }
}

extension Language: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(stringLiteral tag: String) { self.init(tag) }

    public var description: String { tag }
}
