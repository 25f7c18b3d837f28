// Converts durations and waiting times, which users write in more than one way.

extension Conversion<Duration> {
    /// A duration above 0 and of at most a year: "90", "90s", "2m" or "1h30m".
    package static var duration: Self {
        Self { word throws(ConversionError) in
            guard let seconds = secondsOfDuration(word), seconds > 0 else {
                throw ConversionError(
                    problem: "not a length of time above 0",
                    remedy: "give seconds or units, for instance 90, 2m or 1h30m"
                )
            }
            guard seconds <= 366 * 86_400 else {
                throw ConversionError(
                    problem: "longer than a year",
                    remedy: "give 366 days at most, as 8784h"
                )
            }
            return .seconds(seconds)
        }
    }

    /// Converts a bare number of seconds, or numbers with units in descending order (`1h30m`), to seconds.
    ///
    /// It returns `nil` for any other text. A bare number may be negative.
    static func secondsOfDuration(_ text: String) -> Double? {
        if let seconds = Double(decimal: text) { return seconds }
        let units: [(letter: Character, seconds: Double)] = [("h", 3600), ("m", 60), ("s", 1)]
        var rest = text[...]
        var total = 0.0
        for unit in units {
            guard let end = rest.firstIndex(of: unit.letter) else { continue }
            let number = rest[..<end]
            guard number.first?.isWholeNumber == true, let count = Double(decimal: number) else {
                return nil
            }
            total += count * unit.seconds
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty && total.isFinite && !text.isEmpty ? total : nil
    }
}

extension Conversion<Double> {
    /// A waiting time in seconds, at most an hour: "0", "5", "30s" or "1h".
    package static var waitInSeconds: Self {
        Self { word throws(ConversionError) in
            let remedy = "give seconds or units, for instance 5, 30s or 1h; 0 does not wait"
            guard let seconds = Conversion<Duration>.secondsOfDuration(word), seconds >= 0 else {
                throw ConversionError(problem: "not a length of time", remedy: remedy)
            }
            guard seconds <= 3600 else {
                throw ConversionError(problem: "longer than an hour", remedy: remedy)
            }
            return seconds
        }
    }
}
