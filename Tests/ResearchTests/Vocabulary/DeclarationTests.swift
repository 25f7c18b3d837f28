import FoundationEssentials
import InputRecorder
import Research
import Testing

private final class OtherStep: RSDUIStepObject {}

@Suite("A declaration")
struct DeclarationTests {
    private static let declared = RSDFactory.withRecorders.declared

    @Test("of a word that another has is refused; both are named, and what to do")
    func twice() throws {
        let factory = RSDFactory()
        let first = #expect(throws: RSDDeclaredTwice.self) {
            try factory.register(.init(.form, OtherStep.self, "A form of the app."))
        }
        #expect(first?.word == "form")
        #expect(first?.first == "Research.RSDFormUIStepObject")
        #expect(first?.second.hasSuffix("OtherStep") == true)
        let text = try #require(first).description
        for part in ["step", "'form'", "RSDFormUIStepObject", "OtherStep", "replace(_:)"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        // What was there is there still.
        #expect(try step("form", by: factory) is RSDFormUIStepObject)
        try factory.register(.input)
        #expect(throws: RSDDeclaredTwice.self) { try factory.register(.input) }
    }

    @Test("of what is built in may be made once more by who records it, and by nobody after that")
    func builtIn() throws {
        let factory = RSDFactory()
        try factory.register(.distance)
        #expect(throws: RSDDeclaredTwice.self) { try factory.register(.distance) }
    }

    @Test("of what is built in may be made once more for an async action alone, and as it stands")
    func builtInOfOthers() throws {
        let factory = RSDFactory()
        let form = try #require(factory.declared[.step].found("form"))
        let keys = try #require(form.words).keys
        #expect(throws: RSDDeclaredTwice.self) {
            try factory.register(
                .init(.form, RSDFormUIStepObject.self, form.sentence, keys: keys)
            )
        }
        let own = RSDDeclaration<any RSDAsyncActionConfiguration>(
            .distance,
            DistanceRecorderConfiguration.self,
            "Records something else by the same type.",
            keys: RSDKey.asyncAction
        )
        #expect(throws: RSDDeclaredTwice.self) { try factory.register(own) }
        // The refusal does not count as the one declaration that is allowed.
        try factory.register(.distance)
    }

    @Test("takes the place of another where that is meant")
    func replaces() throws {
        let factory = RSDFactory()
        let own = RSDDeclaration<any RSDStep>(.form, OtherStep.self, "A form of the app.")
        factory.replace(own)
        #expect(try step("form", by: factory) is OtherStep)
        #expect(factory.declared[.step].found("form")?.sentence == "A form of the app.")
        #expect(factory.declared[.step].all.count == RSDFactory().declared[.step].all.count)
        #expect(try step("form", by: RSDFactory()) is RSDFormUIStepObject)
    }

    private func step(_ type: String, by factory: RSDFactory) throws -> (any RSDStep)? {
        let json = """
            { "identifier": "t", "steps": [
              { "identifier": "a", "type": "\(type)",
                "inputFields": [{ "identifier": "q", "type": "string" }] } ] }
            """
        return (try factory.decodeTask(with: Data(json.utf8)) as? RSDTaskObject)?.steps.first
    }

    @Test("says in a sentence what it is, and what each of its keys means")
    func sentences() {
        for family in RSDFamily.allCases {
            for member in Self.declared[family].all {
                #expect(Self.isSentence(member.sentence), "\(family) \(member.word)")
                #expect(member.words != nil, "\(family) \(member.word)")
            }
            #expect(Self.isSentence(family.typeKey.sentence), "\(family) type")
        }
        #expect(Self.declared.objects.count > 100)
        for object in Self.declared.objects {
            for key in object.keys {
                let place = "\(object.name) \(key.name): \(key.sentence)"
                #expect(Self.isSentence(key.sentence), "\(place)")
            }
        }
    }

    /// Whether a text has at least three words, and begins and ends as a sentence does.
    private static func isSentence(_ text: String) -> Bool {
        text.split(separator: " ").count >= 3 && text.hasSuffix(".")
            && text.first?.isUppercase == true && !text.contains("  ")
    }

    @Test("has each key once")
    func onceEach() {
        for object in Self.declared.objects {
            let names = object.keys.map(\.name)
            #expect(Set(names).count == names.count, "\(object.name): \(names)")
        }
    }

    @Test("of a shared object has a name that no other has")
    func names() {
        var keys: [String: [String]] = [:]
        let types = RSDFamily.allCases.flatMap { Self.declared[$0].all.map(\.word) }
        let families = RSDFamily.allCases.map(\.rawValue)
        for object in Self.declared.objects where !(types + families).contains(object.name) {
            let names = object.keys.map(\.name)
            #expect(keys.updateValue(names, forKey: object.name) ?? names == names)
        }
        #expect(keys.count > 10)
    }

    @Test("of a recorder of input names keys as whoever reads the device knows them")
    func namedKeys() throws {
        let factory = RSDFactory()
        try factory.register(
            .input { $0 == "KEY_A" ? nil : RSDKeyFault("no key is '\($0)'", remedy: "write KEY_A") }
        )
        let json = """
            { "identifier": "t", "steps": [{ "identifier": "s" }], "asyncActions": [
              { "identifier": "a", "type": "input", "includeKeys": ["KEY_A", "KEY_Ä"],
                "markers": [{ "key": "KEY_B", "marker": "m" }] } ] }
            """
        let found = TaskFileCheck.faults(in: Data(json.utf8), factory: factory)
        #expect(
            found.map(\.path.description) == [
                "asyncActions[0].includeKeys[1]", "asyncActions[0].markers[0].key",
            ]
        )
        #expect(found.first?.what == "no key is 'KEY_Ä'")
        #expect(found.first?.expected == "write KEY_A")
    }
}
