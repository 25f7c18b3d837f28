import FoundationEssentials
import Testing

@testable import footfall

@Suite("footfall run of a file with faults")
struct RunFaultTests {
    private static func run(_ task: String) throws -> ChildProcess.Ending {
        let folder = try TemporaryFolder()
        try folder.write(Array(task.utf8), to: "task.json")
        return try ChildProcess.footfall(
            ["run", "task.json", "--auto", "--speed", "max", "--json", "--source", "synthetic"],
            in: folder
        )
    }

    @Test("runs what can be run, and tells what is wrong besides")
    func runs() throws {
        let ending = try Self.run(
            """
            { "identifier": "t", "progressMarkers": ["stray"],
              "asyncActions": [
                { "identifier": "m", "type": "motion", "stopStepIdentifier": "nowhere" },
                { "identifier": "w", "type": "weather", "stopStepIdentifier": "nowhere" } ],
              "steps": [ { "identifier": "a", "type": "active", "duration": 1 } ] }
            """
        )
        #expect(ending.status == 0, "\(ending.errors)")
        let report = try JSONDecoder()
            .decode(RunCommandTests.Report.self, from: Data(ending.output.utf8))
        #expect(report.reason == "completed")
        #expect(report.files.map(\.path) == ["m.json"])
        #expect(ending.errorLines.count == 3, "\(ending.errors)")
        let places = [
            "progressMarkers[0]", "asyncActions[0].stopStepIdentifier",
            "asyncActions[1].stopStepIdentifier",
        ]
        for place in places { #expect(ending.errors.contains("note: task.json: \(place): ")) }
    }

    @Test("refuses what cannot be run, and tells the fault", arguments: ["8e9", "1e300"])
    func refuses(duration: String) throws {
        let ending = try Self.run(
            """
            { "identifier": "t", "progressMarkers": ["stray"],
              "steps": [ { "identifier": "a", "type": "active", "duration": \(duration) } ] }
            """
        )
        #expect(ending.status == 1)
        #expect(ending.output.isEmpty)
        #expect(ending.errorLines.count == 1, "\(ending.errors)")
        #expect(ending.errors.contains("task.json: steps[0].duration: "), "\(ending.errors)")
        #expect(ending.errors.contains("(and 1 more)"), "\(ending.errors)")
    }
}
