// The JSON form of events: one object, in which `event` names the event. Hosts are not trusted: impossible events are
// refused here, before a controller sees them.

extension ViewEvent: Codable {
    /// The kind of event, as in JSON.
    enum Kind: String, CaseIterable {
        case tapped, began, typed, entered, ended, pressedReturn, picked, slid, touched, pictured
        case swiped, closed, screen, spoke, mark, missed
    }

    private enum CodingKeys: String, CodingKey {
        case event, id, from, to, text, selected, value, file, direction, isInForeground, after
        case isFinished, name, secondsAgo
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func id() throws -> ViewID { try container.decode(ViewID.self, forKey: .id) }
        func text() throws -> String { try container.decode(String.self, forKey: .text) }
        switch try container.word(Kind.self, forKey: .event) {
        case .tapped: self = .tapped(try id())
        case .began: self = .began(try id())
        case .typed:
            self = .typed(try id(), replacing: try Self.range(in: container), with: try text())
        case .entered: self = .entered(try id(), try text())
        case .ended: self = .ended(try id())
        case .pressedReturn: self = .pressedReturn(try id())
        case .picked: self = .picked(try id(), try Self.places(in: container))
        case .slid: self = .slid(try id(), try container.finiteNumber(forKey: .value))
        case .touched: self = .touched(try id(), try Touch(from: decoder))
        case .pictured:
            self = .pictured(try id(), file: try container.decode(String.self, forKey: .file))
        case .swiped: self = .swiped(try container.word(Direction.self, forKey: .direction))
        case .closed: self = .closed(try id())
        case .screen:
            self = .screen(isInForeground: try container.decode(Bool.self, forKey: .isInForeground))
        case .spoke:
            self = .spoke(
                try container.decode(ViewCue.ID.self, forKey: .id),
                isFinished: try container.decodeIfPresent(Bool.self, forKey: .isFinished) ?? true
            )
        case .mark:
            self = .mark(
                try container.decode(String.self, forKey: .name),
                secondsAgo: try Self.secondsAgo(in: container, .secondsAgo)
            )
        case .missed:
            self = .missed(after: try container.decodeIfPresent(Int.self, forKey: .after))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func name(_ kind: Kind, _ id: ViewID? = nil) throws {
            try container.encode(kind.rawValue, forKey: .event)
            try container.encodeIfPresent(id, forKey: .id)
        }
        switch self {
        case .tapped(let id): try name(.tapped, id)
        case .began(let id): try name(.began, id)
        case .typed(let id, let range, let text):
            try name(.typed, id)
            try container.encode(range.lowerBound, forKey: .from)
            try container.encode(range.upperBound, forKey: .to)
            try container.encode(text, forKey: .text)
        case .entered(let id, let text):
            try name(.entered, id)
            try container.encode(text, forKey: .text)
        case .ended(let id): try name(.ended, id)
        case .pressedReturn(let id): try name(.pressedReturn, id)
        case .picked(let id, let places):
            try name(.picked, id)
            try container.encode(places, forKey: .selected)
        case .slid(let id, let value):
            try name(.slid, id)
            try container.encode(value, forKey: .value)
        case .touched(let id, let touch):
            try name(.touched, id)
            try touch.encode(to: encoder)
        case .pictured(let id, let file):
            try name(.pictured, id)
            try container.encode(file, forKey: .file)
        case .swiped(let direction):
            try name(.swiped)
            try container.encode(direction, forKey: .direction)
        case .closed(let id): try name(.closed, id)
        case .screen(let isInForeground):
            try name(.screen)
            try container.encode(isInForeground, forKey: .isInForeground)
        case .spoke(let id, let isFinished):
            try name(.spoke)
            try container.encode(id, forKey: .id)
            try container.encode(isFinished, forKey: .isFinished)
        case .mark(let mark, let secondsAgo):
            try name(.mark)
            try container.encode(mark, forKey: .name)
            if secondsAgo != 0 { try container.encode(secondsAgo, forKey: .secondsAgo) }
        case .missed(let number):
            try name(.missed)
            try container.encodeIfPresent(number, forKey: .after)
        }
    }

    private static func range(
        in container: KeyedDecodingContainer<CodingKeys>
    ) throws -> Range<Int> {
        let from = try container.decode(Int.self, forKey: .from)
        let to = try container.decode(Int.self, forKey: .to)
        guard 0 <= from, from <= to else {
            throw DecodingError.dataCorruptedError(
                forKey: .from,
                in: container,
                debugDescription: "from \(from) to \(to) is no part of a text"
            )
        }
        return from..<to
    }

    static func secondsAgo<Key: CodingKey>(
        in container: KeyedDecodingContainer<Key>,
        _ key: Key
    ) throws -> Double {
        guard container.contains(key) else { return 0 }
        let seconds = try container.finiteNumber(forKey: key)
        guard ViewEvent.possibleSecondsAgo.contains(seconds) else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: container,
                debugDescription:
                    "a mark or a touch is of now, which is 0, or of up to an hour before"
            )
        }
        return seconds
    }

    private static func places(
        in container: KeyedDecodingContainer<CodingKeys>
    ) throws -> [Int?] {
        let places = try container.decode([Int?].self, forKey: .selected)
        for place in places {
            guard let place, place < 0 else { continue }
            throw DecodingError.dataCorruptedError(
                forKey: .selected,
                in: container,
                debugDescription: "\(place) is no place of a column; the first one is 0"
            )
        }
        return places
    }
}
