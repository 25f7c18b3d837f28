import FoundationEssentials
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

    @Test("describes each key, and marks the required ones")
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

    @Test("contains the types that an app declares")
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

    @Test("says of other types which they are, and of an absent type only where it may be absent")
    func otherTypes() {
        for (family, sentence) in [
            ("step", "A step whose type an app declares, or without a type."),
            ("asyncAction", "An async action whose type an app declares."),
            ("action", "A button's action whose type an app declares."),
            ("image", "An image without a type."),
        ] {
            let other = Self.schema["$defs"]?["\(family).other"]
            #expect(other?["description"] == .string(sentence), "\(family)")
        }
    }

    @Test("takes null at no key where the check of a file does not, and at each of plain values")
    func null() throws {
        let factory = RSDFactory()
        func faults(_ key: String) -> [RSDTaskFileFault] {
            let step = #"{ "identifier": "a", "type": "active", "\#(key)": null }"#
            let json = #"{ "identifier": "t", "steps": [\#(step)] }"#
            return TaskFileCheck.faults(in: Data(json.utf8), factory: factory)
        }
        let words = try #require(factory.declared[.step].found("active")?.words)
        let properties = Self.schema["$defs"]?["step.active"]?["properties"]
        for key in words.keys where key.name != "type" && key.name != "identifier" {
            let property = try #require(properties?[key.name])
            let isTaken = faults(key.name).isEmpty
            if Self.takesNull(property) { #expect(isTaken, "\(key.name)") }
            guard case .text = key.shape else { continue }
            #expect(isTaken && Self.takesNull(property), "\(key.name)")
        }
        #expect(!Self.takesNull(try #require(properties?["identifier"])))
    }

    private static func takesNull(_ schema: JSONValue) -> Bool {
        let types = (schema["type"].map { [$0] } ?? []) + (schema["type"]?.elements ?? [])
        let some = (schema["anyOf"]?.elements ?? []).contains(where: takesNull)
        let says = ["type", "enum", "anyOf", "$ref", "not"].contains { schema[$0] != nil }
        return !says || some || types.contains("null")
            || schema["enum"]?.elements.contains(.null) == true
    }

    @Test(
        "has a shared object that is called like a family or a type beside it, under another name"
    )
    func namedLikeFamily() throws {
        let factory = RSDFactory()
        for name in ["step", "step.form"] {
            let part = RSDWords(name, [RSDKey("height", .number, "How high it is.")])
            try factory.register(
                .init(
                    RSDStepType(rawValue: "stairs-\(name)"),
                    RSDUIStepObject.self,
                    "A step with steps.",
                    keys: RSDKey.uiStep + [RSDKey("part", .object(part), "One of them.")]
                )
            )
        }
        let definitions = TaskFileSchema.schema(of: factory)["$defs"]
        #expect(definitions?["step"]?["oneOf"] != nil)
        #expect(definitions?["step.form"]?["properties"]?["inputFields"] != nil)
        for name in ["step", "step.form"] {
            let part = definitions?["step.stairs-\(name)"]?["properties"]?["part"]
            #expect(part?["$ref"] == .string("#/$defs/\(name)-other"))
            #expect(definitions?["\(name)-other"]?["properties"]?["height"] != nil)
        }
    }
}
