// Derives the format of numbers and dates from the language; a host may set another one.

public import Research
public import ViewTree

extension AnswerLocale {
    /// Creates the locale of a language: its region if the tag has one, its decimal separator and its dates.
    public init(_ language: Language) {
        let region = language.region
        let base = language.base.tag
        let hasComma =
            Self.languagesWithComma.contains(base)
            && !Self.withPoint.contains("\(base)-\(region ?? "")")
        self.init(
            regionCode: region,
            decimalSeparator: hasComma ? "," : ".",
            dates: DateStyle(language)
        )
    }

    /// Languages that CLDR writes with a decimal comma.
    private static let languagesWithComma: Set = [
        "af", "az", "be", "bg", "br", "bs", "ca", "cs", "cv", "da", "de", "el", "eo", "es", "et",
        "eu", "ff", "fi", "fo", "fr", "fy", "gl", "hr", "hu", "hy", "id", "is", "it", "jv", "ka",
        "kk", "kl", "ku", "ky", "lb", "ln", "lo", "lt", "lv", "mk", "nb", "nl", "nn", "no", "oc",
        "os", "pl", "pt", "rn", "ro", "ru", "rw", "sc", "se", "sg", "sk", "sl", "sq", "sr", "su",
        "sv", "tg", "tk", "tr", "tt", "uk", "uz", "vi", "wo",
    ]

    /// Regions that use a decimal point although their language mostly uses a comma.
    private static let withPoint: Set = [
        "de-CH", "de-LI", "es-419", "es-BR", "es-BZ", "es-CU", "es-DO", "es-GT", "es-HN", "es-MX",
        "es-NI", "es-PA", "es-PE", "es-PR", "es-SV", "es-US", "it-CH",
    ]
}

extension Language {
    /// The region in the tag; extensions after a single letter are ignored.
    var region: String? {
        let parts = tag.split(separator: "-").prefix { $0.count > 1 }.map(String.init)
        return parts.dropFirst().first(where: Self.isRegion)
    }

    /// True if a part of a tag is a country (two letters) or a larger region (three digits).
    private static func isRegion(_ part: String) -> Bool {
        part.count == 2
            || part.utf8.count == 3
                && part.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    }
}
