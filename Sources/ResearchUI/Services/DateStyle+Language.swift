// How dates are written follows from the language and its country. The table is short, as CLDR's short dates
// with four digits for the year; what is not in it is written as ISO 8601 has it, which nobody misreads.

public import Research
public import ViewTree

extension DateStyle {
    /// How those write dates who read a language.
    ///
    /// English without a country is written by ISO 8601: half of its readers would take 01/02/2026 for
    /// another day. So is a language whose calendar is mostly not the Gregorian one.
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

    /// Only where the words of the two halves of a day are AM and PM, which are the ones that are known.
    private static let times = table([
        "h:mm a": "en-AU en-CA en-HK en-IN en-NZ en-SG en-US",
        "HH.mm": "da fi id",
    ])

    /// Each tag of a row with the row's format.
    private static func table(_ rows: [String: String]) -> [String: String] {
        let pairs = rows.flatMap { format, tags in
            tags.split(separator: " ").map { (String($0), format) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
