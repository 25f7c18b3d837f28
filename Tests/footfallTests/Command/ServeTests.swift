// `footfall serve` as an operator meets it: the built command, asked over the loopback.

import Foundation
import Glibc
import Patience
import SystemCalls
import Testing
import WebHost
import WebParts

@testable import footfall

@Suite("Serving a study", .mayNotHang)
struct ServeTests {
    private let walk = """
        { "identifier": "walk", "steps": [
          { "identifier": "one", "type": "instruction", "title": "One" } ] }
        """

    /// The command on a study, once it has said where it is.
    private func serve(
        _ folder: borrowing TemporaryFolder,
        _ words: String...
    ) throws -> ChildProcess {
        try ChildProcess(["serve", "Study", "--source", "synthetic"] + words, in: folder.path)
    }

    /// The port that a line of the command names.
    private func port(in line: String?) throws -> UInt16 {
        let text = line?.split(separator: ":").last?.split(separator: "/").first
        return try #require(text.flatMap { UInt16($0) })
    }

    private func post(_ port: UInt16, _ path: String, _ body: String) async throws -> Int {
        let head = """
            POST \(path)
            Origin: http://127.0.0.1:\(port)
            Content-Type: application/json
            """
        return try await WebCall.ask(port, head, body: body).status
    }

    @Test("begins one task at a time, ends it when asked, and then begins another")
    func tasks() async throws {
        let folder = try TemporaryFolder()
        try FileSystem.makeDirectory("\(folder.path)/Study")
        try folder.write(Array(walk.utf8), to: "Study/Walk.json")
        var child = try serve(folder)
        let port = try port(in: child.firstLine())
        #expect(try await WebCall.ask(port, "GET /board/state").text.contains("\"walk\""))
        for _ in 1...2 {
            #expect(try await post(port, "/board/begin", "{\"task\":\"Walk.json\"}") == 200)
            #expect(try await post(port, "/board/begin", "{\"task\":\"Walk.json\"}") == 409)
            var state = ""
            for _ in 1...600 where !state.contains("\"session\":\"20") {
                state = try await WebCall.ask(port, "GET /board/state").text
            }
            #expect(state.contains("\"session\":\"20"))
            #expect(try await post(port, "/board/end", "{}") == 200)
            for _ in 1...600 where !state.contains("\"run\":null") {
                state = try await WebCall.ask(port, "GET /board/state").text
            }
            #expect(state.contains("was ended early by the operator"))
        }
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try FileSystem.list("\(folder.path)/Study/Sessions").count == 2)
    }

    @Test("ends the task that runs when it is told to end, with all that was recorded")
    func signal() async throws {
        let folder = try TemporaryFolder()
        try FileSystem.makeDirectory("\(folder.path)/Study")
        try folder.write(Array(walk.utf8), to: "Study/Walk.json")
        var child = try serve(folder, "--output", "Here")
        let port = try port(in: child.firstLine())
        _ = try await WebCall.ask(port, "GET /board/state")
        #expect(try await post(port, "/board/begin", "{\"task\":\"Walk.json\"}") == 200)
        var state = ""
        for _ in 1...600 where !state.contains("\"session\":\"20") {
            state = try await WebCall.ask(port, "GET /board/state").text
        }
        child.send(SIGINT)
        let ending = child.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.output.contains("was ended early by SIGINT"))
        let sessions = try FileSystem.list("\(folder.path)/Here")
        #expect(sessions.count == 1)
    }
}

@Suite("The task files of a study")
struct StudyTasksTests {
    private func tasks(_ files: [String: String]) throws -> ([BoardTask], String?) {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
        let words = ParsedArguments(command: "serve", operands: [folder.path])
        let tasks = StudyTasks(of: try ServeCommand(words))
        let first = tasks.all()
        // What is as it was is not read again, and is the same.
        #expect(tasks.all().tasks == first.tasks)
        return first
    }

    @Test("are those with steps, each with its faults")
    func found() throws {
        let (tasks, note) = try tasks([
            "Walk.json":
                #"{"identifier":"walk","title":"Walk","steps":[{"identifier":"a","type":"instruction"}]}"#,
            "Faulty.json": #"{"identifier":"f","steps":[{"type":"instruction"}]}"#,
            "Torn.json": #"{"identifier":"t","steps":["#,
            "answers.json": #"{"age":7}"#,
            "list.json": "[1]",
            "notes.txt": "steps",
        ])
        #expect(tasks.map(\.name) == ["Faulty.json", "Torn.json", "Walk.json"])
        #expect(tasks.map(\.canBegin) == [false, false, true])
        #expect(tasks[2].title == "Walk" && tasks[2].identifier == "walk")
        #expect(tasks[0].faults.count == 1 && tasks[1].faults.count == 1)
        #expect(note == nil)
    }

    @Test("are told to be missing where there are none")
    func none() throws {
        let (tasks, note) = try tasks(["answers.json": "{}"])
        #expect(tasks.isEmpty)
        #expect(note?.contains("NAME.json") == true)
    }
}
