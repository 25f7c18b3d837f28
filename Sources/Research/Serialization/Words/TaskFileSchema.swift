// The JSON Schema of task files. With it, an editor completes keys and words while an author types, and shows their
// descriptions. It is generated from the declarations that the check uses, so both know the same keys and words.

/// Generates the JSON Schema of task files.
public enum TaskFileSchema {
    /// Returns the schema of the task files that a factory reads.
    ///
    /// - Parameter factory: Gives the declarations.
    /// - Returns: The schema (draft 2020-12), with a definition for each family, type and shared object.
    public static func schema(of factory: RSDFactory) -> JSONValue {
        let writing = SchemaWriting(outline: TaskFileOutline(factory.declared))
        return .object([
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "A task file of Footfall",
            "$ref": "#/$defs/task",
            "$defs": .object(writing.definitions),
        ])
    }
}

/// Writes an outline as definitions of a schema.
private struct SchemaWriting {
    let outline: TaskFileOutline

    /// The families, their types and the shared objects, by name.
    var definitions: [String: JSONValue] {
        var definitions: [String: JSONValue] = [:]
        for family in RSDFamily.allCases {
            var choices: [JSONValue] = []
            for (name, schema) in types(of: family) {
                definitions[name] = schema
                choices.append(Self.reference(to: name))
            }
            definitions[family.rawValue] = .object(["oneOf": .array(choices)])
        }
        for (name, words) in outline.shared { definitions[name] = object(words).schema(nil) }
        return definitions
    }

    /// Returns the types of a family, followed by one for all undeclared types.
    private func types(of family: RSDFamily) -> [(name: String, schema: JSONValue)] {
        let declared = outline[family].map { member in
            var object = object(member.words)
            object.properties["type"] = .object([
                "const": .string(member.word), "description": .string(member.sentence),
            ])
            object.required.append("type")
            return (
                TaskFileOutline.name(of: member.word, in: family), object.schema(member.sentence)
            )
        }
        return declared
            + [(TaskFileOutline.name(of: TaskFileOutline.other, in: family), other(of: family))]
    }

    /// Returns the schema of a member whose type is not declared.
    private func other(of family: RSDFamily) -> JSONValue {
        var object = object(family.fallback)
        let key = family.typeKey
        let name = "A\(family.nameWithArticle.dropFirst())"
        if family.isClosed {
            object.properties["type"] = .boolean(false)
            return object.schema("\(name) without a type.")
        }
        let words = outline[family].map { JSONValue.string($0.word) }
        object.properties["type"] = .object([
            "type": "string", "not": .object(["enum": .array(words)]),
            "description": .string(key.sentence),
        ])
        guard key.isRequired else {
            return object.schema("\(name) whose type an app declares, or without a type.")
        }
        object.required.append("type")
        return object.schema("\(name) whose type an app declares.")
    }

    private func object(_ words: RSDWords) -> SchemaObject {
        var object = SchemaObject()
        for key in words.keys {
            let schema = schema(of: key.shape)
            let value = Self.described(Self.takesNull(key) ? Self.orNull(schema) : schema, key)
            object.properties[key.name] = value
            if let other = key.otherName {
                object.properties[other] = Self.described(schema, key)
            }
            guard key.isRequired else { continue }
            if let other = key.otherName {
                object.alternatives.append([key.name, other])
            } else {
                object.required.append(key.name)
            }
        }
        return object
    }

    private static func described(_ schema: [String: JSONValue], _ key: RSDKey) -> JSONValue {
        .object(schema.merging(["description": .string(key.sentence)]) { $1 })
    }

    /// True if `null` counts as an omitted key, which holds for keys with plain values that are not required.
    private static func takesNull(_ key: RSDKey) -> Bool {
        !key.isRequired && isPlain(key.shape)
    }

    private static func isPlain(_ shape: RSDKey.Shape) -> Bool {
        switch shape {
        case .text, .boolean, .integer, .number, .date, .step, .awaitedStep, .named, .word,
            .openWord:
            true
        case .list(let element): isPlain(element)
        case .either(let shapes): shapes.allSatisfy(isPlain)
        case .anything, .map, .instants, .object, .member, .fetched, .overrides, .nothing: false
        }
    }

    private static func orNull(_ schema: [String: JSONValue]) -> [String: JSONValue] {
        var schema = schema
        if let type = schema["type"] {
            schema["type"] = .array([type, "null"])
        } else if let words = schema["enum"] {
            schema["enum"] = .array(words.elements + [.null])
        } else {
            schema = ["anyOf": .array([.object(schema), .object(["type": "null"])])]
        }
        return schema
    }

    // MARK: Shapes

    private func schema(of shape: RSDKey.Shape) -> [String: JSONValue] {
        switch shape {
        case .text, .step, .awaitedStep, .named: return ["type": "string"]
        case .date: return ["type": "string", "format": "date-time"]
        case .boolean: return ["type": "boolean"]
        case .integer: return ["type": "integer"]
        case .number: return ["type": "number"]
        case .anything: return [:]
        case .word(let words): return ["enum": Self.strings(words)]
        case .openWord(let words):
            let known = JSONValue.object(["enum": Self.strings(words)])
            return ["anyOf": .array([known, .object(["type": "string"])])]
        case .list(let element):
            return ["type": "array", "items": .object(schema(of: element))]
        case .map(let words, let element):
            let value = JSONValue.object(schema(of: element))
            return [
                "type": "object", "properties": Self.object(words, value),
                "additionalProperties": value,
            ]
        case .instants(let words):
            return [
                "type": "object", "properties": Self.object(words, .object(["type": "string"])),
                // A number of seconds, in any notation.
                "patternProperties": .object(["^[+.0-9]": .object(["type": "string"])]),
                "additionalProperties": .boolean(false),
            ]
        case .object(let words): return ["$ref": .string("#/$defs/\(outline.name(of: words))")]
        case .member(let family): return ["$ref": .string("#/$defs/\(family.rawValue)")]
        case .fetched: return schema(of: .member(.transformer))
        case .either(let shapes):
            return ["anyOf": .array(shapes.map { .object(schema(of: $0)) })]
        case .overrides: return ["type": "object"]
        case .nothing: return ["not": .object([:])]
        }
    }

    private static func reference(to name: String) -> JSONValue {
        .object(["$ref": .string("#/$defs/\(name)")])
    }

    private static func strings(_ words: [String]) -> JSONValue {
        .array(words.map(JSONValue.string))
    }

    private static func object(_ words: [String], _ value: JSONValue) -> JSONValue {
        .object(Dictionary(words.map { ($0, value) }) { $1 })
    }
}

/// The schema of one object: its allowed and required keys.
private struct SchemaObject {
    var properties: [String: JSONValue] = [:]
    var required: [String] = []
    /// Pairs of a key and its other name, one of which is required.
    var alternatives: [[String]] = []

    func schema(_ sentence: String?) -> JSONValue {
        var schema: [String: JSONValue] = [
            "type": "object", "properties": .object(properties),
        ]
        if let sentence { schema["description"] = .string(sentence) }
        if !required.isEmpty { schema["required"] = .array(required.map(JSONValue.string)) }
        if !alternatives.isEmpty {
            let all = alternatives.map { keys in
                JSONValue.object([
                    "anyOf": .array(keys.map { .object(["required": .array([.string($0)])]) })
                ])
            }
            schema["allOf"] = .array(all)
        }
        return .object(schema)
    }
}
