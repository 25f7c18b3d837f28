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

    @Test("prints the page of task files as it stands in the documentation")
    func page() throws {
        let ending = try ChildProcess.footfall(["schema", "--markdown"], in: TemporaryFolder())
        #expect(ending.status == 0)
        let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let page = try Data(contentsOf: URL(filePath: "/\(folder)/Documentation/TaskFiles.md"))
        let told = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
        let written = String(decoding: page, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        for (told, written) in zip(told, written) where told != written {
            Issue.record(
                "Documentation/TaskFiles.md has '\(written)' for '\(told)': write it anew by footfall schema --markdown"
            )
            return
        }
        #expect(told.count == written.count, "write Documentation/TaskFiles.md anew")
    }
}
