import FoundationEssentials
import Research

/// Makes objects out of the declared words: each key, each word, each kind of value.
enum VocabularySamples {
    typealias Object = [String: JSONValue]

    private static let declared = RSDFactory.withRecorders.declared

    /// Objects that have nothing but what they need, and one each with every other key.
    static func objects(_ words: RSDWords, type: String?) -> [Object] {
        let least = least(words, type: type)
        return [least]
            + words.keys.flatMap { key in
                values(key).map { value in least.merging([key.name: value]) { $1 } }
            }
    }

    /// An object with nothing but what it needs.
    private static func least(_ words: RSDWords, type: String?) -> Object {
        var object: Object = [:]
        for key in words.keys where key.isRequired { object[key.name] = leastValue(key) }
        // Otherwise a question has that of its form.
        if words["promptDetail"] != nil { object["identifier"] = "own" }
        // One that stands for no answer is a choice of every type.
        if words["choices"] != nil { object["choices"] = .array([.object(["text": "some text"])]) }
        if let type { object["type"] = .string(type) }
        return object
    }

    /// A data type is written in its short form: `height` for `height.adult`.
    private static func isShortest(_ word: String, of family: RSDFamily) -> Bool {
        family != .inputField || RSDFormDataType(rawValue: word).rawValue == word
    }

    private static func leastValue(_ key: RSDKey) -> JSONValue? {
        if key.name == "steps" {
            return .array([.object(["identifier": "goal", "type": "instruction"])])
        }
        // A form asks something.
        if key.name == "inputFields" {
            return .array([.object(["identifier": "own", "type": "string"])])
        }
        // What is nested would have to be nested for ever.
        if case .list(.member) = key.shape { return .array([]) }
        return values(key).first
    }

    /// Values that may stand at a key.
    private static func values(_ key: RSDKey) -> [JSONValue] {
        switch key.name {
        case "identifier": ["own"]
        case "taskRunUUID": [.string("0B5A1C4E-4F0D-4D1C-9C1C-6F6A5E4D3C2B")]
        // A summary is of a step that is there.
        case "stepResultIdentifier": ["goal"]
        // What stands beside it is some text.
        case "baseType": ["string"] + values(key.shape)
        // A sensor can only be turned.
        case "mountMatrix": [quarterTurn]
        // A form asks something, and a task does something.
        case "inputFields", "steps": values(key.shape).filter { $0 != .array([]) }
        default: values(key.shape)
        }
    }

    private static let quarterTurn = JSONValue.array(
        [[0, 1, 0], [-1, 0, 0], [0, 0, 1]].map { .array($0.map(JSONValue.integer)) }
    )

    private static func values(_ shape: RSDKey.Shape) -> [JSONValue] {
        switch shape {
        case .text, .named, .anything: [.string("some text")]
        case .date: [.string("2026-11-21T10:15:00.123Z")]
        case .step, .awaitedStep: [.string("goal")]
        case .boolean: [.boolean(true), .boolean(false)]
        case .integer: [.integer(3)]
        case .number: [.number(1.5), .integer(2), .integer(0)]
        case .word(let words): words.map(JSONValue.string)
        case .openWord(let words): words.map(JSONValue.string) + [.string("ownWord")]
        case .list(let element): [.array([])] + values(element).map { .array([$0]) }
        case .map(let words, let element):
            values(element).prefix(3).map { value in
                .object(Dictionary(uniqueKeysWithValues: (words + ["own"]).map { ($0, value) }))
            }
        case .instants(let words):
            [.object(Dictionary(uniqueKeysWithValues: (words + ["12"]).map { ($0, "7") }))]
        case .object(let words):
            objects(words, type: nil).map(JSONValue.object) + earlier(words).map(JSONValue.object)
        case .member(let family):
            declared[family].all
                .filter { $0.words?.underlay == nil && isShortest($0.word, of: family) }
                .compactMap { member in
                    member.words.map { .object(least($0, type: member.word)) }
                }
        case .fetched: values(.member(.transformer))
        case .either(let shapes): shapes.flatMap(values)
        case .overrides, .nothing: []
        }
    }

    /// The object with nothing but what it needs, by the names that earlier files have.
    private static func earlier(_ words: RSDWords) -> [Object] {
        words.keys.compactMap { key in
            guard let other = key.otherName else { return nil }
            var object = least(words, type: nil)
            object[other] = object.removeValue(forKey: key.name)
            return object
        }
    }
}

extension JSONValue {
    /// The same value with all numbers of one kind: 2 and 2.0 are the same JSON.
    var plain: JSONValue {
        switch self {
        case .integer(let value): .number(Double(value))
        case .unsigned(let value): .number(Double(value))
        case .array(let values): .array(values.map(\.plain))
        case .object(let values): .object(values.mapValues(\.plain))
        case .null, .boolean, .number, .string: self
        }
    }

    subscript(path: [String]) -> JSONValue? {
        path.reduce(Optional(self)) { value, key in
            switch value {
            case .object(let object): object[key]
            case .array(let values):
                Int(key).flatMap { values.indices.contains($0) ? values[$0] : nil }
            default: nil
            }
        }
    }
}
