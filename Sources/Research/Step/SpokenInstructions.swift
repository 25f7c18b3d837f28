// What a step speaks, and when. A file names the instant by a word or by seconds; a timer asks at
// instants of its own, which may come late.

/// Texts by the instants at which they are spoken.
struct SpokenInstructions: Sendable, Hashable {
    /// The texts, by the word or second of the file.
    let texts: [String: String]
}

extension SpokenInstructions {
    /// What is spoken at an instant; from the end on, what is spoken there.
    ///
    /// A step without a timer has its end at infinity.
    func text(at seconds: Double, of duration: Double) -> String? {
        let isEnd = duration > 0 ? seconds >= duration : seconds == .infinity
        if isEnd, let last = texts["end"] { return last }
        return schedule(of: duration)[seconds]
    }

    /// When something is due behind an instant, or from the beginning, and until another one.
    func instants(
        after earlier: Double?,
        through seconds: Double,
        of duration: Double
    ) -> [Double] {
        schedule(of: duration).keys.filter { $0 <= seconds && $0 > earlier ?? -.infinity }.sorted()
    }

    /// The texts by their seconds.
    ///
    /// Of two at the same time, a word has precedence over a number, and of two ways to write a number
    /// the last in the order of the alphabet. A countdown takes the place of either.
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

    /// The seconds that a key names, if it is a number of them.
    static func seconds(_ word: String) -> Double? {
        guard let seconds = Double(word), seconds.isFinite, seconds >= 0 else { return nil }
        return seconds
    }

    /// The words of a file that are no number of seconds.
    static let words = ["start", "halfway", "countdown", "end"]

    private static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ]
    private static let tens = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]

    /// A number in words, as it is spoken; above a hundred, which nobody counts down from, in digits.
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
