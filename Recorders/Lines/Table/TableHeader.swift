// Interprets the column names of a file, if the logger uses known words. It proposes a mapping to a user who gave
// none. It rejects a mapping that contradicts the names, for example one that declares a gyroscope's column as an
// accelerometer's, or degrees as radians.

/// The names above the columns of a file.
package struct TableHeader: Sendable {
    /// The meaning of a name.
    private struct Meaning {
        /// The word of a mapping; `nil` if the name is unknown.
        var word: String?
        var unit: String?
        var name: String
        /// Whether it names a time, in whatever unit.
        var isTime = false
    }

    /// A name of a time; `unit` is the mapping's word if the name shows the unit.
    private struct TimeName {
        var unit: String?
    }

    private let meanings: [Meaning]

    package init(_ names: [String]) { meanings = names.map(Self.meaning) }

    /// Stands in a proposal for a time with an unknown unit.
    static let openTime = "t_?"

    /// The columns that are called a time; those whose names show the unit come first.
    var timePlaces: [Int] {
        let places = meanings.indices.filter { meanings[$0].isTime }
        return places.filter { meanings[$0].word != nil }
            + places.filter { meanings[$0].word == nil }
    }

    /// The columns that are called a counter of rows.
    var counterPlaces: [Int] { meanings.indices.filter { meanings[$0].word == "n" } }

    /// The words that match the names; `nil` if the names name no sensor.
    package var proposal: (map: String, units: String)? { proposal(timeAt: timePlaces.first) }

    /// The words that match the names and the first rows.
    ///
    /// - Parameters:
    ///   - timePlace: The time column.
    ///   - guess: Its unit, if its name does not show it.
    ///   - counters: The columns that are called a counter, and that count in the first rows.
    /// - Returns: The map and the units; `nil` if the names name no sensor.
    func proposal(
        timeAt timePlace: Int?,
        in guess: LineTimeUnit? = nil,
        countersAt counters: [Int] = []
    ) -> (map: String, units: String)? {
        var words = meanings.indices.map { place in
            guard meanings[place].isTime else { return meanings[place].word ?? "_" }
            guard place == timePlace else { return "_" }
            return meanings[place].word ?? guess?.rawValue ?? Self.openTime
        }
        for axes in LineAxes.allCases where !axes.words.allSatisfy(words.contains) {
            for index in words.indices where axes.words.contains(words[index]) {
                words[index] = "_"
            }
        }
        // With a time, a counter only shows which rows are missing, so it must not count anything else.
        if words.contains(where: { $0.hasPrefix("t_") }) {
            for index in words.indices where words[index] == "n" && !counters.contains(index) {
                words[index] = "_"
            }
        }
        for index in words.indices
        where words[index] != "_" && words[..<index].contains(words[index]) {
            words[index] = "_"
        }
        var (named, units): ([LineAxes], [String]) = ([], [])
        for (index, word) in words.enumerated() {
            guard let axes = LineAxes.allCases.first(where: { $0.words.contains(word) }),
                !named.contains(axes)
            else { continue }
            named.append(axes)
            units.append(meanings[index].unit ?? "_")
        }
        let map = words.joined(separator: ",")
        let text = units.allSatisfy { $0 == "_" } ? "" : units.joined(separator: ",")
        let closed = map.replacing(Self.openTime, with: LineTimeUnit.seconds.rawValue)
        guard !named.isEmpty, (try? LineMapping(closed, units: text)) != nil else { return nil }
        return (map, text)
    }

    /// The first contradiction between a mapping and the names.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - counters: The columns that are called a counter, and that count in the first rows.
    /// - Returns: The contradiction, with a mapping that matches the names; `nil` if there is none.
    func clash(with mapping: LineMapping, countersAt counters: [Int]) -> TableError.Kind? {
        for (place, column) in mapping.columns.enumerated() where meanings.indices.contains(place) {
            let meaning = meanings[place]
            guard let word = meaning.word ?? (meaning.isTime ? Self.openTime : nil) else {
                continue
            }
            func clash(_ told: String) -> TableError.Kind {
                .contradicted(
                    column: place + 1,
                    name: meaning.name,
                    told: told,
                    proposal: proposal(
                        timeAt: timePlaces.first,
                        in: mapping.time,
                        countersAt: counters
                    ).map { TableError.options($0) }
                )
            }
            switch column.meaning {
            case .part(let channel, _):
                guard LineWord(column.word).isKnown else { continue }
                if word != column.word { return clash("the map says \(column.word)") }
                guard let unit = meaning.unit, let axes = LineAxes(of: word),
                    let scale = LineScale.named(unit, of: axes.quantity),
                    scale != mapping.scales[channel]
                else { continue }
                return clash("the map takes it for another unit than \(unit)")
            case .time, .counter:
                let isOtherUnit =
                    meaning.isTime && meaning.word != nil && column.word.hasPrefix("t_")
                    && word != column.word
                if isOtherUnit || LineAxes(of: word) != nil {
                    return clash("the map says \(column.word)")
                }
            case .nothing, .checksum: continue
            }
        }
        return nil
    }

    // MARK: Names

    private static func meaning(_ name: String) -> Meaning {
        let (bare, unit) = parts(of: name)
        let plain = bare.lowercased().filter { $0.isLetter || $0.isNumber }
        var meaning = Meaning(word: nil, unit: nil, name: name)
        if let time = time(bare, unit) {
            (meaning.isTime, meaning.word) = (true, time.unit)
        } else if ["sample", "samples", "row", "packetcounter"].contains(plain) {
            meaning.word = "n"
        } else if LineWord(plain).isKnown {
            meaning.word = plain
        } else if case .wrong(.lookalike(_, let words)) = LineWord(plain), LineWord(words).isKnown {
            meaning.word = words
        }
        if let axes = meaning.word.flatMap({ LineAxes(of: $0) }), let unit {
            meaning.unit = [unit, Self.units[unit.lowercased()]].compactMap(\.self).first {
                LineScale.named($0, of: axes.quantity) != nil
            }
        }
        return meaning
    }

    /// A name without its unit, which loggers write in brackets.
    private static func parts(of name: String) -> (bare: String, unit: String?) {
        for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)] {
            guard let start = name.firstIndex(of: open), let end = name.lastIndex(of: close),
                start < end
            else { continue }
            let unit = name[name.index(after: start)..<end].filter { $0 != " " }
            return (String(name[..<start]), String(unit))
        }
        return (name, nil)
    }

    /// Recognises a name of a time and its unit, as in `time_ms` and `timestampUs`; `nil` for other names.
    private static func time(_ bare: String, _ bracketed: String?) -> TimeName? {
        let words = bare.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let plain = words.joined()
        let unit = bracketed.flatMap { times[$0.lowercased()] }
        if timeNames.contains(plain) { return TimeName(unit: unit) }
        if let unit = ["millis": "t_ms", "micros": "t_us"][plain] { return TimeName(unit: unit) }
        if let last = words.last, let unit = times[last],
            timeNames.contains(words.dropLast().joined())
        {
            return TimeName(unit: unit)
        }
        for end in ["ms", "us", "ns"]
        where plain.hasSuffix(end) && timeNames.contains(String(plain.dropLast(end.count))) {
            return TimeName(unit: times[end])
        }
        return nil
    }

    private static let timeNames: Set = [
        "time", "timestamp", "t", "ts", "elapsed", "elapsedtime", "epoch", "unixtime", "date",
        "datetime", "zeit", "zeitstempel", "uhrzeit", "datum",
    ]

    private static let times = [
        "s": "t_s", "sec": "t_s", "seconds": "t_s", "ms": "t_ms", "msec": "t_ms", "us": "t_us",
        "µs": "t_us", "ns": "t_ns",
    ]

    private static let units = [
        "m/s/s": "m/s2", "ms-2": "m/s2", "m.s-2": "m/s2", "deg/sec": "dps", "degs/s": "dps",
        "rad/sec": "rad/s", "rads": "rad/s", "rps": "rad/s", "gauss": "G", "mgauss": "mG",
        "microtesla": "uT", "ut": "uT",
    ]
}

extension LineAxes {
    /// The axes that a word belongs to.
    init?(of word: String) {
        guard let axes = Self.allCases.first(where: { $0.words.contains(word) }) else { return nil }
        self = axes
    }
}
