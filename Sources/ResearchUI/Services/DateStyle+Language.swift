// The date formats of languages and countries. The table follows CLDR's short dates, with four digits for the year.
// Languages that are not in it use ISO 8601, which cannot be misread.

public import Research
public import ViewTree

extension DateStyle {
    /// Creates the date style of a language.
    ///
    /// English without a country uses ISO 8601, because half of its readers would read 01/02/2026 as another day. So
    /// does a language whose calendar is mostly not the Gregorian one.
    public init(_ language: Language) {
        let base = language.base.tag
        let tags = [language.region.map { "\(base)-\($0)" }, base].compactMap(\.self)
        func first(_ table: [String: String]) -> String? {
            tags.lazy.compactMap { table[$0] }.first
        }
        self.init(
            day: first(Self.days) ?? DateStyle.iso.day,
            time: first(Self.times) ?? DateStyle.iso.time
        )
    }

    private static let days = table([
        "dd.MM.yyyy":
            "az be bg bs cs da de et fi fr-CH he hr hy is it-CH ka kk lv mk nb nn no pl ro ru sk sl sq "
            + "sr tr uk",
        "dd/MM/yyyy":
            "ar bn ca cy el en-AU en-GB en-HK en-IE en-IN en-KE en-MT en-NG en-NZ en-SG es fr ga gl hi "
            + "id it ms mt nl-BE pa pt sw ta ur vi zh-HK",
        "dd-MM-yyyy": "es-CL nl",
        "MM/dd/yyyy": "en-US es-PA es-PR fil",
        "yyyy-MM-dd": "en-CA es-US fr-CA lt sv",
        "yyyy/MM/dd": "en-ZA eu ja zh",
        "yyyy. MM. dd.": "hu ko",
    ])

    /// 12-hour formats only for languages that use AM and PM, the only such words that are known here.
    private static let times = table([
        "h:mm a": "en-AU en-CA en-HK en-IN en-NZ en-SG en-US",
        "HH.mm": "da fi id",
    ])

    /// Maps each tag of a row to the row's format.
    private static func table(_ rows: [String: String]) -> [String: String] {
        let pairs = rows.flatMap { format, tags in
            tags.split(separator: " ").map { (String($0), format) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
