// Validates changed task files by the schema: what it refuses, the check must refuse, too. This validator knows only
// the keywords of JSON Schema that our schemas use; Tests/Proofs/schema validates the schema itself by another one.

import Research

/// Judges values by a schema that `TaskFileSchema` has made.
struct SchemaJudge {
    private let root: JSONValue
    private let definitions: JSONValue

    init(_ schema: JSONValue) {
        root = schema
        definitions = schema["$defs"] ?? .object([:])
    }

    /// Whether a value is what the schema describes.
    func takes(_ value: JSONValue) throws -> Bool { try takes(value, by: root) }

    private func takes(_ value: JSONValue, by schema: JSONValue) throws -> Bool {
        switch schema {
        case .boolean(let isTaken): return isTaken
        case .object(let words):
            // The type of an object is checked first, since it rules out most alternatives.
            if case .object(let members) = value, let type = members["type"],
                let told = words["properties"]?["type"], try !takes(type, by: told)
            {
                return false
            }
            for (word, argument) in words where try !holds(word, argument, for: value, in: words) {
                return false
            }
            return true
        case .null, .integer, .unsigned, .number, .string, .array:
            throw BenchmarkError("a schema is neither an object nor true or false: \(schema)")
        }
    }

    private func holds(
        _ word: String,
        _ argument: JSONValue,
        for value: JSONValue,
        in schema: [String: JSONValue]
    ) throws -> Bool {
        switch word {
        case "$schema", "$defs", "title", "description", "format": return true
        case "$ref":
            let name = argument.text.map { String($0.dropFirst("#/$defs/".count)) } ?? ""
            guard let definition = definitions[name] else {
                throw BenchmarkError("the schema has no definition '\(name)'")
            }
            return try takes(value, by: definition)
        case "type":
            let names = argument.text.map { [$0] } ?? argument.elements.compactMap(\.text)
            return names.contains { value.isOf(type: $0) }
        case "const": return value == argument
        case "enum": return argument.elements.contains(value)
        case "not": return try !takes(value, by: argument)
        case "anyOf": return try argument.elements.contains { try takes(value, by: $0) }
        case "oneOf": return try argument.elements.count { try takes(value, by: $0) } == 1
        case "allOf": return try argument.elements.allSatisfy { try takes(value, by: $0) }
        case "items":
            guard case .array(let elements) = value else { return true }
            return try elements.allSatisfy { try takes($0, by: argument) }
        case "required":
            guard case .object(let members) = value else { return true }
            return argument.elements.compactMap(\.text).allSatisfy { members[$0] != nil }
        case "properties":
            guard case .object(let members) = value, case .object(let known) = argument else {
                return true
            }
            return try members.allSatisfy { key, member in
                try known[key].map { try takes(member, by: $0) } ?? true
            }
        case "patternProperties", "additionalProperties":
            return try othersHold(word, argument, for: value, in: schema)
        default: throw BenchmarkError("the schema has a word that is not known here: '\(word)'")
        }
    }

    /// Judges the members that no property names: numbers of seconds, or all others.
    private func othersHold(
        _ word: String,
        _ argument: JSONValue,
        for value: JSONValue,
        in schema: [String: JSONValue]
    ) throws -> Bool {
        guard case .object(let members) = value else { return true }
        let seconds = "^[+.0-9]"
        if word == "patternProperties", case .object(let patterns) = argument,
            Array(patterns.keys) != [seconds]
        {
            throw BenchmarkError(
                "the schema has patterns that are not known here: \(patterns.keys)"
            )
        }
        let pattern = word == "patternProperties" ? argument[seconds] ?? argument : argument
        let hasSeconds = schema["patternProperties"] != nil
        return try members.allSatisfy { key, member in
            let isSeconds = hasSeconds && key.first.map { "+.0123456789".contains($0) } == true
            let isJudged =
                word == "patternProperties"
                ? isSeconds : !isSeconds && schema["properties"]?[key] == nil
            return try !isJudged || takes(member, by: pattern)
        }
    }
}

extension JSONValue {
    fileprivate func isOf(type: String) -> Bool {
        switch (self, type) {
        case (.null, "null"), (.boolean, "boolean"), (.string, "string"), (.array, "array"),
            (.object, "object"), (.integer, "integer"), (.unsigned, "integer"),
            (.integer, "number"), (.unsigned, "number"), (.number, "number"):
            true
        case (.number(let number), "integer"): number == number.rounded()
        default: false
        }
    }
}
