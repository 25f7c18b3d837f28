// A moment of a session, as the axis of a plot writes it and as a length of time is written.

extension Conversion<Double> {
    /// "90", "2m", "1h30m", "1:30", "1:05:30": the time since a session began, in seconds, at most a year.
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

    /// What minutes and seconds, or hours with them, are in seconds.
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
