import Foundation
import Research
import Testing

@Suite("footfall schema")
struct SchemaCommandTests {
    @Test("prints a schema that knows the types of this program, each key with what it means")
    func schema() throws {
        let ending = try ChildProcess.footfall(["schema"], in: TemporaryFolder())
        #expect(ending.status == 0)
        #expect(ending.errors.isEmpty)
        let schema = try JSONDecoder().decode(JSONValue.self, from: Data(ending.output.utf8))
        #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        for name in [
            "asyncAction.motion", "asyncAction.input", "asyncAction.touch", "step.tapping",
        ] {
            guard case .object(let properties)? = schema["$defs"]?[name]?["properties"] else {
                Issue.record("\(name) is not there")
                continue
            }
            #expect(properties.count > 5, "\(name)")
            #expect(properties.values.allSatisfy { $0["description"] != nil }, "\(name)")
        }
    }
}
