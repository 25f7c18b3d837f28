import FoundationEssentials
import Research

/// Makes objects out of the table of words: each key, each word, each kind of value.
enum VocabularySamples {
    typealias Object = [String: JSONValue]

    /// Objects of a kind that have nothing but what they need, and one each with every other key.
    static func objects(_ kind: TaskVocabulary.Kind, type: String?) -> [Object] {
        let least = least(kind, type: type)
        let rows = TaskVocabulary.rows(of: kind).filter { $0.key != "type" }
        return [least]
            + rows.flatMap { row in
                values(row).map { value in least.merging([row.key: value]) { $1 } }
            }
    }

    /// An object of a kind with nothing but what it needs.
    private static func least(_ kind: TaskVocabulary.Kind, type: String?) -> Object {
        var object: Object = [:]
        for row in TaskVocabulary.rows(of: kind) where row.isRequired {
            object[row.key] = leastValue(row)
        }
        // Otherwise a question has that of its form.
        if [.inputField, .choiceField, .columnField, .detailField].contains(kind) {
            object["identifier"] = "own"
        }
        // One that stands for no answer is a choice of every type.
        if [.choiceField, .columnField].contains(kind) {
            object["choices"] = .array([.object(["text": "some text"])])
        }
        if let type { object["type"] = .string(type) }
        return object
    }

    /// A data type is written in its short form: `height` for `height.adult`.
    private static func isShortest(_ word: String, of family: TaskVocabulary.Family) -> Bool {
        family != .inputField || RSDFormDataType(rawValue: word).rawValue == word
    }

    private static func leastValue(_ row: TaskVocabulary.Row) -> JSONValue? {
        if row.key == "steps" {
            return .array([.object(["identifier": "goal", "type": "instruction"])])
        }
        // A form asks something.
        if row.key == "inputFields" {
            return .array([.object(["identifier": "own", "type": "string"])])
        }
        // What is nested would have to be nested for ever.
        if case .list(.member) = row.shape { return .array([]) }
        return values(row).first
    }

    /// Values that may stand at a key.
    private static func values(_ row: TaskVocabulary.Row) -> [JSONValue] {
        if row.key == "identifier" { return ["own"] }
        if row.key == "taskRunUUID" { return [.string("0B5A1C4E-4F0D-4D1C-9C1C-6F6A5E4D3C2B")] }
        // A summary is of a step that is there.
        if row.key == "stepResultIdentifier" { return ["goal"] }
        // A form asks something, and a task does something.
        if row.key == "inputFields" || row.key == "steps" {
            return values(row.shape).filter { $0 != .array([]) }
        }
        return values(row.shape)
    }

    private static func values(_ shape: TaskVocabulary.Shape) -> [JSONValue] {
        switch shape {
        case .text, .keyName, .anything: [.string("some text")]
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
        case .object(let kind): objects(kind, type: nil).map(JSONValue.object)
        case .member(let family):
            TaskVocabulary.words(of: family)
                .filter { $0.kind != .transformStep && isShortest($0.word, of: family) }
                .map { .object(least($0.kind, type: $0.word)) }
        case .either(let shapes): shapes.flatMap(values)
        case .overrides: []
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
