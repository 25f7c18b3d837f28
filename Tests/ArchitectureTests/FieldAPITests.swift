// Anyone who knows the field's classes must find each of their members here. Scripts/field-api compares the symbol
// graphs of this build with the list of the members.

import Foundation
import Testing

@Suite("The members of the field's classes")
struct FieldAPITests {
    /// The classes that must have all of their members, and tests of them.
    static let written = [
        "RSDStepViewController", "RSDTaskViewController", "RSDTableStepViewController",
        "RSDUIStepObject", "ORKStepViewController",
    ]

    @Test("are all in the public API, and open where the field's are", arguments: written)
    func arePublic(name: String) throws {
        let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let ending = try Self.run(
            "Scripts/field-api",
            ["--only", name, "--build", build.path(percentEncoded: false)]
        )
        #expect(ending.status == 0, "\(ending.output)")
    }

    @Test("are each named by a test, to which FieldAPI.md links", arguments: written)
    func areTested(name: String) throws {
        let ending = try Self.run("Scripts/field-api", ["--check", "--only", name])
        #expect(ending.status == 0, "\(ending.output)")
    }

    @Test("are checked by a script that passes its own tests")
    func areJudgedWell() throws {
        let ending = try Self.run("Tests/ArchitectureTests/FieldAPI/field_api_tests.py")
        #expect(ending.status == 0, "\(ending.output)")
    }

    /// Runs a script of the package, and returns its status and the output of both streams.
    private static func run(
        _ script: String,
        _ words: [String] = []
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let path = Layout.root.appending(path: script).path(percentEncoded: false)
        process.arguments = ["python3", "-B", path] + words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
