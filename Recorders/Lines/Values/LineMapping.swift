// Defines which column of a device's lines is which part of which reading, and in which unit. Besides the port, it is
// all that a user must specify for a sensor that sends text.

public import RecorderKinds
internal import Research

/// The meaning of the columns in a device's lines.
public struct LineMapping: Sendable, Hashable {
    /// The columns, in the order of the words.
    public let columns: [LineColumn]
    /// The kinds of readings; the index of each is its channel.
    public let kinds: [ValueChannel]
    /// The conversion from the device's unit to the file's, for each kind.
    let scales: [LineScale]
    /// The words as given.
    public let text: String
    /// The units as given.
    public let unitsText: String

    /// The most columns that are supported.
    static let mostColumns = 64

    /// Reads a mapping.
    ///
    /// - Parameters:
    ///   - map: A word for each column, as in `t_us,ax,ay,az`; `key=word` if a JSON object has another key.
    ///   - units: The units of the kinds of readings, in the order in which `map` first names them, as in `mg,dps`.
    ///     For `_` and for missing units, the file's own apply: g, rad/s and µT.
    /// - Throws: `LineMappingError`, which says what is wrong, where, and what to write instead.
    public init(_ map: String, units: String = "") throws(LineMappingError) {
        let words = Self.parts(of: map)
        if words.count == 1, let sign = words[0].first(where: { " \t;|".contains($0) }) {
            throw LineMappingError(.parted(by: sign), at: "map")
        }
        guard !words.isEmpty else { throw LineMappingError(.empty, at: "map") }
        guard words.count <= Self.mostColumns else { throw LineMappingError(.tooWide, at: "map") }
        var (columns, known) = ([LineColumn](), Known())
        for text in words { columns.append(try known.column(text, after: columns)) }
        try known.checkWhole()
        guard !known.kinds.isEmpty else { throw LineMappingError(.noValues, at: "map") }
        if let place = columns.firstIndex(where: \.isChecksum), place != columns.count - 1 {
            throw LineMappingError(.checksumNotLast, at: columns[place].word)
        }
        (kinds, scales) = try Self.units(Self.parts(of: units), of: known.kinds)
        self.columns = columns
        text = words.joined(separator: ",")
        unitsText = Self.parts(of: units).joined(separator: ",")
    }

    private static func parts(of text: String) -> [String] {
        guard text.contains(where: { $0 != " " && $0 != "\t" }) else { return [] }
        return text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let start = part.drop { $0 == " " || $0 == "\t" }
            let end = start.reversed().drop { $0 == " " || $0 == "\t" }
            return String(end.reversed())
        }
    }

    private static func units(
        _ units: [String],
        of found: [Known.Kind]
    ) throws(LineMappingError) -> ([ValueChannel], [LineScale]) {
        if units.count == 1, let sign = units[0].first(where: { " \t;|".contains($0) }) {
            throw LineMappingError(.partedUnits(by: sign), at: units[0])
        }
        let names = found.map(\.name).joined(separator: ", ")
        if units.count > found.count {
            throw LineMappingError(.moreUnits(than: names), at: units[found.count])
        }
        // A user who gave only one unit may have meant it for all kinds, or for another kind.
        if !units.isEmpty,
            let bare = found.dropFirst(units.count).first(where: { $0.quantity != .orientation })
        {
            throw LineMappingError(.fewerUnits(than: names), at: bare.name)
        }
        var (kinds, scales) = ([ValueChannel](), [LineScale]())
        for (place, kind) in found.enumerated() {
            let given = place < units.count && units[place] != "_" ? units[place] : nil
            var scale = LineScale.one
            if let given {
                let named = LineScale.named(given, of: kind.quantity)
                guard let named, !given.isEmpty else {
                    throw LineMappingError(
                        .wrongUnit(kind: kind.name, choices: kind.quantity.choices),
                        at: given
                    )
                }
                scale = named
            }
            scales.append(scale)
            let unit = kind.quantity.fileUnit ?? given
            kinds.append(ValueChannel(kind.name, unit: unit, components: kind.parts))
        }
        return (kinds, scales)
    }
}

extension LineMapping {
    /// Whether lines contain the device's own time.
    public var hasTime: Bool { time != nil }
    /// Whether lines contain a counter, which shows what is missing.
    public var hasCounter: Bool { counterBits != nil }

    var time: LineTimeUnit? {
        for case .time(let unit) in columns.lazy.map(\.meaning) { return unit }
        return nil
    }

    var counterBits: Int? {
        for case .counter(let bits) in columns.lazy.map(\.meaning) { return bits }
        return nil
    }

    var checksum: LineChecksum? {
        for case .checksum(let checksum) in columns.lazy.map(\.meaning) { return checksum }
        return nil
    }
}

extension LineColumn {
    fileprivate var isChecksum: Bool {
        if case .checksum = meaning { true } else { false }
    }
}

/// What the words so far have named.
private struct Known {
    struct Kind {
        var name: String
        var quantity: LineQuantity
        var parts: Int
        /// Which of its parts were named.
        var places: Set<Int>
        var axes: LineAxes?
    }

    var kinds: [Kind] = []
    private var singles: [String: String] = [:]

    mutating func column(
        _ text: String,
        after columns: [LineColumn]
    ) throws(LineMappingError) -> LineColumn {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let word = String(parts.last ?? "")
        let key = String(parts.first ?? "")
        let place = columns.count + 1
        guard !key.isEmpty, !word.isEmpty else {
            throw LineMappingError(.missingWord(column: place), at: text.isEmpty ? "map" : text)
        }
        if word != "_", key != word, LineWord(key).isKnown, !LineWord(word).isKnown {
            throw LineMappingError(.reversed(key: word, word: key), at: text)
        }
        if word != "_", let other = columns.firstIndex(where: { $0.word == word }) {
            throw LineMappingError(.twice(first: other + 1, second: place), at: word)
        }
        if word != "_", let other = columns.firstIndex(where: { $0.word != "_" && $0.key == key }) {
            throw LineMappingError(.keyTwice(first: other + 1, second: place), at: key)
        }
        return LineColumn(word: word, key: key, meaning: try meaning(of: word))
    }

    private mutating func meaning(
        of word: String
    ) throws(LineMappingError) -> LineColumn.Meaning {
        switch LineWord(word) {
        case .nothing: return .nothing
        case .wrong(let kind): throw LineMappingError(kind, at: word)
        case .time(let unit):
            try claim("time", by: word)
            return .time(unit)
        case .counter(let bits):
            try claim("counter", by: word)
            return .counter(bits: bits)
        case .checksum(let checksum):
            try claim("checksum", by: word)
            return .checksum(checksum)
        case .axis(let axes, let place):
            if let channel = kinds.firstIndex(where: { $0.axes == axes }) {
                kinds[channel].places.insert(place)
                return .part(channel: channel, place: place)
            }
            return try add(
                Kind(
                    name: axes.rawValue,
                    quantity: axes.quantity,
                    parts: axes.words.count,
                    places: [place],
                    axes: axes
                ),
                place,
                word
            )
        case .own:
            return try add(Kind(name: word, quantity: .own, parts: 1, places: [0]), 0, word)
        }
    }

    private mutating func add(
        _ kind: Kind,
        _ place: Int,
        _ word: String
    ) throws(LineMappingError) -> LineColumn.Meaning {
        guard kinds.count < ValueChannel.most else {
            throw LineMappingError(.tooMany, at: word)
        }
        kinds.append(kind)
        return .part(channel: kinds.count - 1, place: place)
    }

    private mutating func claim(_ use: String, by word: String) throws(LineMappingError) {
        if let other = singles[use] { throw LineMappingError(.second(use, after: other), at: word) }
        singles[use] = word
    }

    func checkWhole() throws(LineMappingError) {
        for kind in kinds {
            guard let axes = kind.axes, kind.places.count < kind.parts else { continue }
            let missing = axes.words.enumerated().filter { !kind.places.contains($0.offset) }
                .map(\.element)
            for own in kinds where own.axes == nil {
                guard let axis = NearestName.of(own.name, among: missing) else { continue }
                throw LineMappingError(.misspelt(axis: axis), at: own.name)
            }
            throw LineMappingError(.missingAxes(missing), at: kind.name)
        }
    }
}
