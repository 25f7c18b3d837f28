// How numbers are written follows mostly from the language. A host that knows better says so.

public import Research
public import ViewTree

extension AnswerLocale {
    /// How those write who read a language: its country, where the tag has one, and its decimal separator.
    public init(_ language: Language) {
        let parts = language.tag.split(separator: "-").prefix { $0.count > 1 }.map(String.init)
        let region = parts.dropFirst().first { $0.count == 2 }
        let base = language.base.tag
        let hasComma =
            Self.languagesWithComma.contains(base)
            && !Self.withPoint.contains("\(base)-\(region ?? "")")
        self.init(regionCode: region, decimalSeparator: hasComma ? "," : ".")
    }

    private static let languagesWithComma: Set = [
        "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "id", "is", "it", "lt",
        "lv", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk",
    ]

    /// Countries that write a point where others of their language write a comma.
    private static let withPoint: Set = [
        "de-CH", "de-LI", "es-DO", "es-GT", "es-HN", "es-MX", "es-NI", "es-PA", "es-PE", "es-PR",
        "es-SV", "es-US", "it-CH",
    ]
}
