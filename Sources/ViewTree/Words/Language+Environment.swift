// Reads the user's language from the environment variables that Linux programs use.

extension Language {
    /// The language that the environment asks for; English if it asks for none.
    ///
    /// The first non-empty value of `LC_ALL`, `LC_MESSAGES` and `LANG` decides; `C` and `POSIX` mean English. As usual
    /// on Linux, the first language in `LANGUAGE` takes precedence, unless the deciding value is `C` or `POSIX`.
    public init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        if let locale, Self.isPlain(locale) {
            self = .english
            return
        }
        let wishes = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        let candidates = wishes + [locale].compactMap(\.self)
        self = candidates.lazy.compactMap(Self.init(locale:)).first ?? .english
    }

    /// The language of a name such as `de_DE.UTF-8@euro`; `nil` if it names none.
    private init?(locale: String) {
        if Self.isPlain(locale) {
            self = .english
            return
        }
        let place = locale.prefix { $0 != "." && $0 != "@" }
        var parts = place.split(separator: "_").map(String.init)
        let modifier = locale.drop { $0 != "@" }.dropFirst()
        if let script = Self.scripts[modifier.lowercased()], !parts.isEmpty {
            parts.insert(script, at: 1)
        }
        self.init(parts.joined(separator: "-"))
        if tag == "und" { return nil }
    }

    /// Whether it is `C` or `POSIX`: the language of the programs themselves.
    private static func isPlain(_ locale: String) -> Bool {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        return name == "C" || name == "POSIX"
    }

    private static let scripts = [
        "arabic": "Arab", "cyrillic": "Cyrl", "devanagari": "Deva", "latin": "Latn",
    ]
}
