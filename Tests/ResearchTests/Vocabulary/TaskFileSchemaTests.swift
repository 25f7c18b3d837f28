import Research
import Testing

@Suite("The schema of task files")
struct TaskFileSchemaTests {
    private static let factory = RSDFactory.withRecorders
    private static let schema = TaskFileSchema.schema(of: factory)

    @Test("has a definition for each family, each type and each shared object")
    func definitions() throws {
        guard case .object(let definitions)? = Self.schema["$defs"] else {
            Issue.record("there are no definitions")
            return
        }
        for family in RSDFamily.allCases {
            let types = Self.factory.declared[family].all.map { "\(family.rawValue).\($0.word)" }
            let choices = (types + ["\(family.rawValue).other"]).map {
                JSONValue.object(["$ref": .string("#/$defs/\($0)")])
            }
            #expect(definitions[family.rawValue]?["oneOf"] == .array(choices))
            for type in types { #expect(definitions[type] != nil, "\(type)") }
        }
        for name in ["icon", "permission", "keyMarker", "numberRange", "schemaInfo", "choice"] {
            #expect(definitions[name] != nil, "\(name)")
        }
        #expect(Self.schema["$ref"] == "#/$defs/task")
    }

    @Test("refers to nothing that is not defined")
    func references() throws {
        let definitions = try #require(Self.schema["$defs"])
        let references = Self.references(in: Self.schema)
        #expect(references.count > 100)
        for reference in references {
            let name = String(reference.dropFirst("#/$defs/".count))
            #expect(definitions[name] != nil, "\(reference)")
        }
    }

    private static func references(in value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members):
            members.reduce(into: []) { found, member in
                if member.key == "$ref", let name = member.value.text { found.insert(name) }
                found.formUnion(references(in: member.value))
            }
        case .array(let elements): elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
        case .null, .boolean, .integer, .unsigned, .number, .string: []
        }
    }

    @Test("says what each key means, and which there must be")
    func keys() {
        for object in Self.factory.declared[.step].all {
            let schema = Self.schema["$defs"]?["step.\(object.word)"]
            #expect(schema?["description"] == .string(object.sentence))
            for key in object.words?.keys ?? [] {
                let property = schema?["properties"]?[key.name]
                #expect(property?["description"] == .string(key.sentence), "\(key.name)")
                let isRequired = schema?["required"]?.elements.contains(.string(key.name))
                #expect(isRequired == key.isRequired, "\(object.word) \(key.name)")
            }
        }
        // Earlier files have the other name.
        let color = Self.schema["$defs"]?["customColor"]
        #expect(color?["required"] == nil)
        #expect(color?["properties"]?["backgroundColor"] == color?["properties"]?["color"])
    }

    @Test("takes types that an app declares, where a file with them can be read")
    func openFamilies() {
        for family in RSDFamily.allCases {
            let type = Self.schema["$defs"]?["\(family.rawValue).other"]?["properties"]?["type"]
            if family.isClosed {
                #expect(type == .boolean(false), "\(family)")
            } else {
                let words = Self.factory.declared[family].all.map { JSONValue.string($0.word) }
                #expect(type?["not"]?["enum"] == .array(words), "\(family)")
            }
        }
    }
}
