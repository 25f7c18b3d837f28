// Converts a time within a session, written either as on a plot's axis (`1:30`) or as a duration (`90`, `1m30s`).

extension Conversion<Double> {
    /// Seconds since the session began, at most a year: "90", "2m", "1h30m", "1:30" or "1:05:30".
    package static var momentInSeconds: Self {
        Self { word throws(ConversionError) in
            let remedy =
                "give the time since the session began in seconds, as min:s or h:min:s, or in units: 90, 1:30 or 1h30m"
            let seconds =
                word.contains(":")
                ? secondsOnClock(word) : Conversion<Duration>.secondsOfDuration(word)
            guard let seconds, seconds >= 0 else {
                throw ConversionError(problem: "no moment of a session", remedy: remedy)
            }
            guard seconds <= 366 * 86_400 else {
                throw ConversionError(problem: "later than a year", remedy: remedy)
            }
            return seconds
        }
    }

    /// Converts `min:s` or `h:min:s` to seconds; returns `nil` for any other text.
    private static func secondsOnClock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.first?.isWholeNumber == true ? Double(decimal: part) : nil
        }
        guard numbers.count == parts.count, (2...3).contains(parts.count),
            numbers.dropFirst().allSatisfy({ $0 < 60 }),
            numbers.dropLast().allSatisfy({ $0 == $0.rounded() })
        else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }
}
