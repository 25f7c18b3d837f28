import FoundationEssentials
import SessionFolder
import Testing

@testable import footfall

@Suite("footfall run")
struct RunCommandTests {
    /// What `footfall run --json` prints.
    struct Report: Decodable {
        struct File: Decodable {
            var path: String
            var samples: Int
        }

        struct Refusal: Decodable, Equatable {
            var step: String
            var question: String
            var reason: String
        }

        var task: String
        var reason: String
        var endedBy: String?
        var session: String?
        var steps: [String]
        var files: [File]
        var lostFiles: [String]
        var losses: Int
        var killed: [String]
        var seconds: Double
        var refused: [Refusal]
        var notes: [String]
        var errors: [String]

        init(_ text: String) throws {
            self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        }
    }

    static let tasks = "\(SampleFolder.path)/Tasks"

    private static func run(
        _ task: String,
        _ words: [String],
        in folder: borrowing TemporaryFolder
    ) throws -> Report {
        let line = ["run", task, "--auto", "--speed", "max", "--json"] + words
        let ending = try ChildProcess.footfall(line, in: folder)
        #expect(ending.errors.isEmpty, "\(ending.errors)")
        #expect(ending.status == 0)
        return try Report(ending.output)
    }

    @Test("runs a walk-and-balance task from its file, with each section's file in order")
    func walkAndBalance() throws {
        let folder = try TemporaryFolder()
        let report = try Self.run(
            "\(Self.tasks)/WalkAndBalance.json",
            ["--source", "synthetic"],
            in: folder
        )
        #expect(report.task == "WalkAndBalance")
        #expect(report.reason == "completed")
        #expect(
            report.steps == [
                "overview", "walk/instruction", "walk/countdown", "walk/walking",
                "balance/instruction", "balance/countdown", "balance/standing", "completion",
            ]
        )
        #expect(report.files.map(\.path) == ["walk_motion.json", "balance_motion.json"])
        // Six types at 100 Hz; what is computed needs a moment before it is there.
        #expect(report.files.allSatisfy { (20_000...21_100).contains($0.samples) })
        #expect(abs(report.seconds - 70) < 0.001)
        #expect(report.losses == 0)
        let session = try #require(report.session)
        #expect(try SessionCheck(of: session).verdict == .clean)
    }

    @Test("notes a placement that the computed walk lacks, and the one that replaces it")
    func unknownPlacement() throws {
        let folder = try TemporaryFolder()
        let task = """
            { "identifier": "worn",
              "steps": [ { "identifier": "walk", "type": "active", "duration": 1 } ],
              "asyncActions": [
                { "identifier": "wrist", "type": "motion", "placement": "rightWrist" },
                { "identifier": "foot", "type": "motion", "placement": "leftFoot" } ] }
            """
        try folder.write(Array(task.utf8), to: "worn.json")
        let report = try Self.run("worn.json", ["--source", "synthetic"], in: folder)
        #expect(report.files.count == 2)
        let note = report.notes.filter { $0.contains("computed walk") }
        #expect(note.count == 1, "\(report.notes)")
        #expect(note.first?.contains("'wrist' is to be worn at 'rightWrist'") == true)
        #expect(note.first?.contains("the motion of lowBack") == true)
    }

    @Test("replays what a run of the task has recorded, with the same bytes each time")
    func replay() throws {
        let folder = try TemporaryFolder()
        let task = "\(Self.tasks)/WalkAndBalance.json"
        let recorded = try Self.run(task, ["--source", "synthetic"], in: folder)
        let session = try #require(recorded.session)
        var contents: [[[UInt8]]] = []
        for output in ["one", "two"] {
            let again = try Self.run(task, ["--replay", session, "-o", output], in: folder)
            let path = try #require(again.session)
            let name = try #require(path.split(separator: "/").last)
            contents.append(
                try again.files.map { try folder.bytes(of: "\(output)/\(name)/\($0.path)") }
            )
            #expect(again.files.map(\.path) == recorded.files.map(\.path))
            #expect(again.files.map(\.samples) == recorded.files.map(\.samples))
        }
        #expect(contents[0] == contents[1])
    }

    @Test("gives the answers of a file, and follows the rules to which they lead")
    func answers() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("{\"falls\": {\"hasFallen\": false}}".utf8), to: "answers.json")
        let report = try Self.run(
            "\(Self.tasks)/Survey.json",
            ["--answers", "answers.json", "--source", "synthetic"],
            in: folder
        )
        #expect(!report.steps.contains("fallCount"))
        let session = try #require(report.session?.split(separator: "/").last)
        let data = Data(try folder.bytes(of: "Sessions/\(session)/answers.json"))
        let answers = try JSONDecoder().decode([String: Bool?].self, from: data)
        #expect(answers["falls_hasFallen"] == .some(false))
    }

    @Test("reports a wrong answer once, however many steps load the same questions")
    func fetchedOften() throws {
        let folder = try TemporaryFolder()
        let asking = """
            { "identifier": "F0", "steps": [
              { "identifier": "ask", "type": "form", "inputFields": [
                { "identifier": "mood", "type": "string" } ] } ] }
            """
        try folder.write(Array(asking.utf8), to: "F0.json")
        for number in 1...4 {
            let steps = ["a", "b"].map { step in
                """
                { "identifier": "\(step)", "type": "taskInfo",
                  "taskTransformer": { "resourceName": "F\(number - 1)" } }
                """
            }
            let task = """
                { "identifier": "F\(number)", "steps": [ \(steps.joined(separator: ",")) ] }
                """
            try folder.write(Array(task.utf8), to: "F\(number).json")
        }
        try folder.write(Array("{\"ask\": {\"weather\": \"fine\"}}".utf8), to: "answers.json")
        let ending = try ChildProcess.footfall(
            [
                "run", "F4.json", "--auto", "--speed", "max", "--source", "synthetic",
                "--answers", "answers.json",
            ],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(
            ending.errorLines == [
                "footfall: answers.json: ask.weather: the step has no such question; "
                    + "there are mood"
            ]
        )
    }

    @Test("shows the number of steps and how long they took")
    func person() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(
            [
                "run", "\(Self.tasks)/WalkAndBalance.json", "--auto", "--speed", "max",
                "--source", "synthetic",
            ],
            in: folder
        )
        #expect(ending.status == 0)
        let lines = ending.output.split(separator: "\n")
        #expect(lines.first?.contains("_WalkAndBalance_") == true)
        #expect(lines.last?.hasPrefix("WalkAndBalance is done: 8 steps, 70.0 s in ") == true)
    }
}

/// The sample data of the repository.
enum SampleFolder {
    static let path: String = {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return "/\(root)/SampleData"
    }()
}

extension TemporaryFolder {
    /// The one session in the folder of sessions, or that folder while there is none.
    borrowing func session() throws -> String {
        try names(in: "Sessions").first.map { "Sessions/\($0)" } ?? "Sessions"
    }
}
