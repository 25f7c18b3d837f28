import FoundationEssentials
import SystemCalls
import Testing

@testable import footfall

@Suite("Bad input of a task")
struct TaskInputTests {
    /// A file, and what is said of it.
    struct Case: CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var says: String

        init(_ name: String, _ text: String, _ says: String) {
            self.init(name, Array(text.utf8), says)
        }

        init(_ name: String, _ bytes: [UInt8], _ says: String) {
            self.name = name
            self.bytes = bytes
            self.says = says
        }

        var testDescription: String { name }
    }

    static let tasks = [
        Case("an empty file", "", "the root: there is nothing in the file; write a JSON object"),
        Case(
            "a torn file",
            "{\n \"identifier\": \"walk\",\n \"steps\": [",
            "the root: line 3, column 11: the file ends within this array; write the rest of it"
        ),
        Case(
            "a file in another encoding",
            [UInt8(ascii: "{"), 0xE4],
            "the root: line 1, column 2: a byte is not UTF-8; save the file as UTF-8"
        ),
        Case(
            "brackets without end",
            String(repeating: "[", count: 100_000),
            "the root: brackets are nested 100000 deep; nest at most 500"
        ),
        Case("a list", "[]", "the root: the value is an array; write an object"),
        Case(
            "wrong types",
            "{\"identifier\": \"a\", \"steps\": 3}",
            "steps: the value is 3; write an array"
        ),
        Case(
            "an unknown recorder",
            "{\"identifier\": \"a\", \"steps\": [{\"identifier\": \"b\"}], \"asyncActions\": "
                + "[{\"identifier\": \"m\", \"type\": \"motoin\"}]}",
            "asyncActions[0].type: no async action has the type 'motoin'; write one of motion, input, "
                + "touch, lines, distance, microphone, weather; did you mean 'motion'?"
        ),
        Case(
            "one identifier twice",
            "{\"identifier\": \"a\", \"steps\": [{\"identifier\": \"b\", \"type\": \"instruction\"}, "
                + "{\"identifier\": \"b\", \"type\": \"instruction\"}]}",
            "steps[1].identifier: 'b' is there twice; give one of them another identifier"
        ),
    ]

    @Test("is reported by validate and by run, with its place and a remedy", arguments: tasks)
    func inTask(input: Case) throws {
        let folder = try TemporaryFolder()
        try folder.write(input.bytes, to: "task.json")
        let checked = try ChildProcess.footfall(["validate", "task.json"], in: folder)
        #expect(checked.status == 1)
        #expect(checked.errors.isEmpty)
        let lines = checked.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("task.json: 1 fault") == true)
        #expect(lines.contains { $0.hasPrefix("  \(input.says)") }, "\(checked.output)")

        let ran = try ChildProcess.footfall(
            ["run", "task.json", "--auto", "--source", "synthetic", "--speed", "max"],
            in: folder
        )
        #expect(ran.status == 1)
        #expect(ran.output.isEmpty)
        #expect(ran.errorLines.count == 1)
        #expect(ran.errors.hasPrefix("footfall: task.json: \(input.says)"), "\(ran.errors)")
        #expect(try folder.names() == ["task.json"])
    }

    static let answers = [
        Case("an empty file", "", "the root: there is nothing in the file"),
        Case("no JSON", "{\"falls\": yes}", "the root: line 1, column 11: 'yes' is no value"),
        Case("a list", "[1]", "the root: the value is not an object"),
        Case("an answer without its question", "{\"falls\": true}", "falls: "),
        Case(
            "brackets without end",
            String(repeating: "[", count: 9000),
            "the root: brackets are nested 9000 deep"
        ),
    ]

    @Test("in a file of answers is reported, and nothing runs", arguments: answers)
    func inAnswers(input: Case) throws {
        let folder = try TemporaryFolder()
        try folder.write(input.bytes, to: "answers.json")
        let ending = try ChildProcess.footfall(
            [
                "run", "\(RunCommandTests.tasks)/Survey.json", "--auto", "--source", "synthetic",
                "--answers", "answers.json",
            ],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(ending.output.isEmpty)
        #expect(ending.errorLines.count == 1)
        #expect(ending.errors.hasPrefix("footfall: answers.json: \(input.says)"))
        #expect(ending.errors.contains("; write {\"STEP\": {\"QUESTION\": ANSWER}}"))
        #expect(try folder.names() == ["answers.json"])
    }

    @Test("such as a missing sensor does not stop the task, but its status reports it")
    func noSensor() throws {
        let folder = try TemporaryFolder()
        let task = RunEndingTests.task.replacing("\"duration\": 600", with: "\"duration\": 0.1")
        try folder.write(Array(task.utf8), to: "task.json")
        let ending = try ChildProcess.footfall(
            ["run", "task.json", "--auto", "--json", "--uri", "ip:127.0.0.1:9"],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 1)
        #expect(ending.errors.hasPrefix("footfall: motion: ip:127.0.0.1:9: "), "\(ending.errors)")
        let report = try RunCommandTests.Report(ending.output)
        #expect(report.reason == "completed")
        #expect(report.steps == ["mood", "walk", "after"])
        #expect(report.errors.count == 1)
    }
}
