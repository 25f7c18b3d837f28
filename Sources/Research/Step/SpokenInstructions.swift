// What a step speaks, and when. A file gives the time as a word or in seconds. A timer fires at other times and may be
// late, so it asks for all times in an interval at which a text is due.

/// The texts to speak, by time.
struct SpokenInstructions: Sendable, Hashable {
    /// The texts, by the word or second in the file.
    let texts: [String: String]
}

extension SpokenInstructions {
    /// Returns the text to speak at a time, which is the text of the end from the end on; `nil` for none.
    ///
    /// A step without a timer has a `duration` of 0; its end is at infinite `seconds`.
    func text(at seconds: Double, of duration: Double) -> String? {
        let isEnd = duration > 0 ? seconds >= duration : seconds == .infinity
        if isEnd, let last = texts["end"] { return last }
        return schedule(of: duration)[seconds]
    }

    /// Returns the times at which a text is due after `earlier` (or from the start), up to and including `seconds`.
    func instants(
        after earlier: Double?,
        through seconds: Double,
        of duration: Double
    ) -> [Double] {
        schedule(of: duration).keys.filter { $0 <= seconds && $0 > earlier ?? -.infinity }.sorted()
    }

    /// Returns the texts by their time in seconds.
    ///
    /// If two texts have the same time, a word overrides a number. If a number is spelled in two ways, the last
    /// spelling in alphabetical order wins. The countdown overrides both.
    private func schedule(of duration: Double) -> [Double: String] {
        var schedule: [Double: String] = [:]
        let numbers = texts.keys.filter { !Self.words.contains($0) }.sorted()
        for word in numbers + Self.words {
            guard let text = texts[word] else { continue }
            if let seconds = Self.instant(word, in: duration) { schedule[seconds] = text }
        }
        let count = texts["countdown"].flatMap(Int.init) ?? 0
        guard count > 0, count <= 3600, duration > 0 else { return schedule }
        for left in 1...count where duration - Double(left) >= 0 {
            schedule[duration - Double(left)] = Self.spell(left)
        }
        return schedule
    }

    private static func instant(_ word: String, in duration: Double) -> Double? {
        switch word {
        case "start": 0
        case "halfway": duration > 0 ? duration / 2 : nil
        case "end": duration > 0 ? duration : nil
        case "countdown": nil
        default: seconds(word)
        }
    }

    /// Returns the seconds that a key gives; `nil` if it is not a finite number of at least 0.
    static func seconds(_ word: String) -> Double? {
        guard let seconds = Double(word), seconds.isFinite, seconds >= 0 else { return nil }
        return seconds
    }

    /// The keys that are words instead of a number of seconds.
    static let words = ["start", "halfway", "countdown", "end"]

    private static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ]
    private static let tens = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]

    /// Returns a number in words; in digits from 100 on, because such long countdowns are rare.
    private static func spell(_ number: Int) -> String {
        if small.indices.contains(number) { return small[number] }
        guard number < 100 else { return "\(number)" }
        let ten = tens[number / 10 - 2]
        return number % 10 == 0 ? ten : "\(ten)-\(small[number % 10])"
    }
}

extension SpokenInstructions: Codable {
    init(from decoder: any Decoder) throws {
        texts = try [String: String](from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try texts.encode(to: encoder)
    }
}
