// Changes task files as a person in a hurry does, and as an attacker does: within the structure of the declared keys
// and words, where the decoder has its branches.

import Foundation
import InputRecorder
import MotionRecorder
import Research

/// Changes a document, at random.
struct TaskMutation {
    private var random: SeededRandom

    init(_ random: SeededRandom) {
        self.random = random
    }

    /// Changes a document, and sometimes breaks its text; also returns the changed document if its text is intact.
    mutating func mutated(_ document: JSONValue) -> (bytes: Data, says: JSONValue?) {
        var document = document
        for _ in 0...Int.random(in: 0..<4, using: &random) { document = changed(document) }
        if random.once(in: 40) { document = nested(document) }
        var bytes: [UInt8] = []
        write(document, to: &bytes)
        let isSpoilt = random.once(in: 6)
        if isSpoilt { spoil(&bytes) }
        return (Data(bytes), isSpoilt ? nil : document)
    }

    // MARK: Structure

    /// Goes down to a random place and changes what stands there.
    private mutating func changed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(var object) where !object.isEmpty && !random.once(in: 4):
            let keys = object.keys.sorted()
            guard let key = keys.randomElement(using: &random) else { return value }
            if random.once(in: 6) { return .object(rearranged(object, key)) }
            object[key] = changed(object[key] ?? .null)
            return .object(object)
        case .array(var elements) where !elements.isEmpty && !random.once(in: 4):
            let index = Int.random(in: elements.indices, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: elements.remove(at: index)
            case 1: elements.append(elements[index])
            case 2: elements.shuffle(using: &random)
            default: elements[index] = changed(elements[index])
            }
            return .array(elements)
        case .object, .array, .null, .boolean, .integer, .unsigned, .number, .string:
            return anyValue()
        }
    }

    /// Removes or renames a key of an object, adds one, or changes the object's type.
    private mutating func rearranged(
        _ object: [String: JSONValue],
        _ key: String
    ) -> [String: JSONValue] {
        var object = object
        switch Int.random(in: 0..<5, using: &random) {
        case 0: object[key] = nil
        case 1:
            object[anyKey()] = object[key]
            object[key] = nil
        case 2: object[anyKey()] = anyValue()
        case 3:
            if object["inputFields"] != nil || random.once(in: 8) {
                object["inputFields"] = .array([anyField(depth: 0)])
            } else {
                object["surveyRules"] = .array([anyRule()])
            }
        default: object["type"] = .string(anyWord())
        }
        return object
    }

    private mutating func nested(_ document: JSONValue) -> JSONValue {
        var inner = document
        for number in 0..<Int.random(in: 1...260, using: &random) {
            inner = .object([
                "identifier": .string("level\(number)"), "type": .string("section"),
                "steps": .array([inner]),
            ])
        }
        return inner
    }

    private mutating func anyValue() -> JSONValue {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .null
        case 1: .boolean(Bool.random(using: &random))
        case 2: .integer([0, -1, 1, 30, .max, .min].randomElement(using: &random) ?? 0)
        case 3: .number([0.5, -0.0, 1e308, -1e308, 2.5e-308].randomElement(using: &random) ?? 0)
        case 4: .unsigned(.max)
        case 5: .array([])
        case 6: .object([:])
        case 7: .object(["identifier": .string(anyWord()), "type": .string(anyWord())])
        case 8: .object(["resourceName": .string(anyName())])
        default: .string(random.once(in: 4) ? anyName() : anyWord())
        }
    }

    // MARK: Questions

    /// A question of any type, or of an app's own; one with questions of its own may have any of them.
    private mutating func anyField(depth: Int) -> JSONValue {
        let type = Self.questions.randomElement(using: &random) ?? "string"
        var field: [String: JSONValue] = [
            "identifier": .string("q\(depth)"), "type": .string(type),
        ]
        if type.hasPrefix("detail"), depth < 40 {
            field["inputFields"] = .array(
                (0...Int.random(in: 0..<2, using: &random)).map { _ in anyField(depth: depth + 1) }
            )
        }
        if type.contains("Choice") || type.hasPrefix("multipleComponent") {
            field["choices"] = .array([anyAnswer(), anyAnswer()])
        }
        if random.once(in: 2) { field["range"] = anyRange() }
        if random.once(in: 3) { field["defaultAnswer"] = anyAnswer() }
        if random.once(in: 3) { field["optional"] = .boolean(true) }
        if random.once(in: 3) { field["surveyRules"] = .array([anyRule()]) }
        return .object(field)
    }

    /// Bounds with and without a unit, or with units to enter it in.
    private mutating func anyRange() -> JSONValue {
        var range: [String: JSONValue] = ["minimumValue": anyAnswer(), "maximumValue": anyAnswer()]
        let units = ["hr", "min", "s", "fortnight"].shuffled(using: &random)
        if random.once(in: 2) { range["unit"] = .string(units[0]) }
        if random.once(in: 2) {
            range["durationUnits"] = .array(units.prefix(2).map(JSONValue.string))
        }
        if random.once(in: 4) { range["stepInterval"] = anyAnswer() }
        return .object(range)
    }

    private mutating func anyRule() -> JSONValue {
        var rule: [String: JSONValue] = ["matchingAnswer": anyAnswer()]
        let operators = ["de", "eq", "ne", "lt", "gt", "le", "ge", "ot", "always", "almost"]
        if random.once(in: 2) {
            rule["ruleOperator"] = .string(operators.randomElement(using: &random) ?? "eq")
        }
        rule[random.once(in: 3) ? "cohort" : "skipToIdentifier"] = .string(
            ["exit", "nextSection", "completion", "nowhere"].randomElement(using: &random) ?? ""
        )
        return .object(rule)
    }

    private mutating func anyAnswer() -> JSONValue {
        let answers: [JSONValue] = [
            "1 1/2", "½", "1/0", "3/-4", "1:30", "2026-02-30", .integer(3), .number(0.25),
            .boolean(true), .null, .array(["a", .null]),
            .object(["value": .integer(1), "text": "one", "isExclusive": .boolean(true)]),
        ]
        return answers.randomElement(using: &random) ?? .null
    }

    private static let questions = declared[.inputField].all.map(\.word) + ["dial", "dial.integer"]

    /// The built-in vocabulary, and that of our recorders.
    private static let declared = {
        let factory = RSDFactory()
        factory.replace(.motion)
        factory.replace(.input)
        factory.replace(.touch)
        return factory.declared
    }()

    /// Declared keys, their other names, and keys of other versions.
    private static let keys = Set(
        declared.objects.flatMap { $0.keys.flatMap { [$0.name, $0.otherName ?? $0.name] } }
            + ["type", "inputItem", "webConfig", "$schema", "_remark"]
    ).sorted()

    private static let words = Set(
        RSDFamily.allCases.flatMap { declared[$0].all.map(\.word) }
            + ["com.example.own", "simpleQuestion", "assessment"]
    ).sorted()

    private mutating func anyKey() -> String {
        Self.keys.randomElement(using: &random) ?? "type"
    }

    private mutating func anyWord() -> String {
        if random.once(in: 3) { return anyKey() }
        return Self.words.randomElement(using: &random) ?? "active"
    }

    /// Names that lead somewhere, or nowhere.
    private mutating func anyName() -> String {
        let names = [
            "Walk", "Balance.json", "WalkAndBalance", "Mutated", "../Walk", "/etc/passwd", "", ".",
            "\u{0}", "nowhere", String(repeating: "n", count: 5_000), "\u{202E}\u{1F6B6}",
            "^(a+)+$",
        ]
        return names.randomElement(using: &random) ?? ""
    }

    // MARK: Text

    private mutating func spoil(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(index...)
        case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        case 3: bytes.insert(contentsOf: bytes[index...].prefix(64), at: index)
        default:
            let count = Int.random(in: 1...2_000, using: &random)
            bytes.insert(contentsOf: [UInt8](repeating: UInt8(ascii: "["), count: count), at: index)
        }
    }

    /// Writes a document with the trailing commas that files of the field have.
    private mutating func write(_ value: JSONValue, to bytes: inout [UInt8]) {
        switch value {
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for key in object.keys.sorted() {
                write(.string(key), to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                write(object[key] ?? .null, to: &bytes)
                bytes.append(UInt8(ascii: ","))
            }
            if !object.isEmpty, !random.once(in: 3) { bytes.removeLast() }
            bytes.append(UInt8(ascii: "}"))
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for element in elements {
                write(element, to: &bytes)
                bytes.append(UInt8(ascii: ","))
            }
            if !elements.isEmpty, !random.once(in: 3) { bytes.removeLast() }
            bytes.append(UInt8(ascii: "]"))
        case .null, .boolean, .integer, .unsigned, .number, .string:
            let text = try? JSONEncoder().encode(value)
            bytes.append(contentsOf: text ?? Data("null".utf8))
        }
    }
}
