import FoundationEssentials
import Research
import Testing

/// An app's step with its own key.
private final class TremorStep: RSDActiveUIStepObject {
    private(set) var hands: [String]?

    override func decode(from decoder: any Decoder, for deviceType: RSDDeviceType?) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        hands = try container.decodeIfPresent([String].self, forKey: .hands) ?? hands
    }

    private enum CodingKeys: CodingKey { case hands }
}

extension RSDDeclaration<any RSDStep> {
    fileprivate static var tremor: Self {
        Self(
            "tremor",
            TremorStep.self,
            "A step that waits for tremor.",
            keys: RSDKey.activeStep + [
                RSDKey(
                    "hands",
                    .list(.word(["left", "right"])),
                    isRequired: true,
                    "The hands that are looked at."
                )
            ],
            rule: RSDActiveUIStepObject.durationRule
        )
    }
}

/// An app's question with its own key.
private final class PainField: RSDInputFieldObject {}

extension RSDDeclaration<any RSDInputField> {
    fileprivate static var pain: Self {
        Self(
            "pain",
            PainField.self,
            "A question for where it hurts.",
            keys: RSDKey.inputField(range: .nothing("a pain has no range")) + [
                RSDKey("bodySide", .word(["front", "back"]), "The side of the body that is shown.")
            ]
        )
    }
}

/// All that a step or a question needs to be known is said in one file: this one.
@Suite("An app's own declarations")
struct OwnDeclarationTests {
    private let factory = RSDFactory()

    init() throws {
        try factory.register(.tremor)
        try factory.register(.pain)
    }

    private func faults(_ step: String) -> [RSDTaskFileFault] {
        let json = #"{ "identifier": "t", "steps": [{ "identifier": "a", \#(step) }] }"#
        return TaskFileCheck.faults(in: Data(json.utf8), factory: factory)
    }

    private func faults(ofField field: String) -> [RSDTaskFileFault] {
        faults(#""type": "form", "inputFields": [{ "identifier": "q", \#(field) }]"#)
    }

    @Test("are decoded by their Swift types")
    func read() throws {
        let json = """
            { "identifier": "t", "steps": [
              { "identifier": "a", "type": "tremor", "hands": ["left"] },
              { "identifier": "b", "type": "form", "inputFields": [
                { "identifier": "q", "type": "pain" },
                { "identifier": "r", "type": "pain.integer" } ] } ] }
            """
        let task = try factory.decodeTask(with: Data(json.utf8)) as? RSDTaskObject
        #expect((task?.steps.first as? TremorStep)?.hands == ["left"])
        let fields = (task?.steps.last as? RSDFormUIStepObject)?.inputFields
        #expect(fields?.allSatisfy { $0 is PainField } == true)
    }

    @Test("are checked by their own and the common keys")
    func checked() {
        #expect(faults(#""type": "tremor", "hands": ["left"], "title": "x""#) == [])
        let missing = faults(#""type": "tremor""#)
        #expect(missing.map(\.what) == ["the key 'hands' is missing"])
        let wrong = faults(#""type": "tremor", "hands": ["lefft"], "title": 7, "duration": -1"#)
        #expect(
            Set(wrong.map(\.path.description)) == [
                "steps[0].hands[0]", "steps[0].title", "steps[0].duration",
            ]
        )
        #expect(faults(ofField: #""type": "pain", "bodySide": "front""#) == [])
        #expect(faults(ofField: #""type": "pain.integer", "bodySide": "front""#) == [])
        let range = faults(ofField: #""type": "pain", "range": {}"#)
        #expect(range.map(\.what) == ["a pain has no range"])
        #expect(range.first?.expected == "leave it out")
    }

    @Test("are suggested for typing errors")
    func suggested() {
        #expect(faults(#""type": "tremr", "hands": ["left"]"#).first?.nearest == "tremor")
        let wrong = faults(#""type": "tremor", "hands": ["lefft"], "spokenInstruction": {}"#)
        #expect(Set(wrong.map(\.nearest)) == ["left", "spokenInstructions"])
        #expect(faults(ofField: #""type": "pian""#).first?.nearest == "pain")
        #expect(
            faults(ofField: #""type": "pain", "bodyside": "front""#).first?.nearest == "bodySide"
        )
    }

    @Test("do not restrict other types")
    func elsewhere() {
        #expect(faults(#""type": "active", "hands": ["left"]"#) == [])
        let form = #""type": "form", "duration": 5, "inputFields": [{ "type": "pain" }]"#
        #expect(
            faults(form).map(\.expected) == ["leave it out: it is for steps of type 'active'"]
        )
    }

    @Test("are in the schema, with a description of each key")
    func inSchema() {
        let definitions = TaskFileSchema.schema(of: factory)["$defs"]
        let step = definitions?["step.tremor"]
        #expect(step?["properties"]?["type"]?["const"] == "tremor")
        #expect(
            step?["properties"]?["hands"]
                == .object([
                    "type": "array", "items": .object(["enum": .array(["left", "right"])]),
                    "description": "The hands that are looked at.",
                ])
        )
        #expect(step?["required"] == .array(["identifier", "hands", "type"]))
        let family = definitions?["step"]?["oneOf"]?.elements ?? []
        #expect(family.contains(.object(["$ref": "#/$defs/step.tremor"])))
        let field = definitions?["inputField.pain"]
        #expect(field?["properties"]?["range"]?["not"] == .object([:]))
        #expect(field?["properties"]?["bodySide"]?["enum"] == .array(["front", "back", .null]))
    }

    @Test("accept any keys if they declare none")
    func anyKeys() throws {
        let factory = RSDFactory()
        try factory.register(.init("tremor", TremorStep.self, "A step that waits for tremor."))
        let json = """
            { "identifier": "t", "steps": [
              { "identifier": "a", "type": "tremor", "hand": [], "titel": 7, "title": 7 } ] }
            """
        let found = TaskFileCheck.faults(in: Data(json.utf8), factory: factory)
        #expect(found.map(\.path.description) == ["steps[0].title"])
    }
}
