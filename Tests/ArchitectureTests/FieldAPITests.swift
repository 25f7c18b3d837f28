// Who knows the field's classes must find each of their members here. What the compiler says of this
// very build is compared with the list of them; the judging itself is Scripts/field-api.

import Foundation
import Testing

@Suite("The members of the field's classes")
struct FieldAPITests {
    /// The classes that are written already.
    ///
    /// A class is put here when it is to have all of its members and their tests.
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

    @Test("are each named by a test, which the page of them links to", arguments: written)
    func areTested(name: String) throws {
        let ending = try Self.run("Scripts/field-api", ["--check", "--only", name])
        #expect(ending.status == 0, "\(ending.output)")
    }

    @Test("are looked for by a script that misses none, and sees what is missing")
    func areJudgedWell() throws {
        let ending = try Self.run("Tests/ArchitectureTests/FieldAPI/field_api_tests.py")
        #expect(ending.status == 0, "\(ending.output)")
    }

    /// Runs a script of the package; its output is both of its streams'.
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
