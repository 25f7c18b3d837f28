// `footfall serve` as an operator meets it: the built command, asked over the loopback.

import Arguments
import Foundation
import Glibc
import Patience
import SessionFolder
import SystemCalls
import Testing
import WebHost
import WebParts
import WebServer

@testable import footfall

@Suite("Serving a study", .mayNotHang)
struct ServeTests {
    private let walk = """
        { "identifier": "walk", "steps": [
          { "identifier": "one", "type": "instruction", "title": "One" } ] }
        """

    /// Starts the command on a study.
    private func serve(
        _ folder: borrowing TemporaryFolder,
        _ words: String...
    ) throws -> ChildProcess {
        try ChildProcess(["serve", "Study", "--source", "synthetic"] + words, in: folder.path)
    }

    /// An operator who has signed in with the address that the command prints.
    private struct Operator {
        let port: UInt16
        let cookie: String

        init(at address: String?) async throws {
            let parts = try #require(address?.split(separator: "#"))
            let place = try #require(parts.first?.split(separator: ":").last)
            port = try #require(place.split(separator: "/").first.flatMap { UInt16($0) })
            let code = try #require(parts.last)
            let answer = try await Self.post(port, "/pair", "{\"code\":\"\(code)\"}")
            let line = try #require(
                answer.text.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }
            )
            cookie = String(line.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" })
        }

        private static func post(
            _ port: UInt16,
            _ path: String,
            _ body: String,
            cookie: String = ""
        ) async throws -> (status: Int, text: String) {
            let head = """
                POST \(path)
                Origin: http://127.0.0.1:\(port)
                Content-Type: application/json
                Cookie: \(cookie)
                """
            return try await WebCall.ask(port, head, body: body)
        }

        func post(_ path: String, _ body: String) async throws -> Int {
            try await Self.post(port, path, body, cookie: cookie).status
        }

        /// What the board says of itself.
        func state() async throws -> [String: Any] {
            let answer = try await WebCall.ask(port, "GET /board/state\nCookie: \(cookie)")
            let text = try #require(answer.text.split(separator: "\r\n\r\n").last)
            let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
            return try #require(value as? [String: Any])
        }

        /// The current run, once its session exists.
        func run() async throws -> (id: String, session: String) {
            while true {
                let run = try await state()["run"] as? [String: Any]
                if let id = run?["id"] as? String, let session = run?["session"] as? String {
                    return (id, session)
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        /// The outcome of the last run, once nothing runs.
        func last() async throws -> [String: Any] {
            while true {
                let state = try await state()
                if state["run"] is NSNull { return try #require(state["last"] as? [String: Any]) }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// The operator's address, which is the second line that the command prints.
    private func address(_ child: inout ChildProcess) throws -> String {
        let found = child.line(beginning: "operator: ")
        let line = try #require(found)
        return String(line.dropFirst("operator: ".count))
    }

    private func study(_ folder: borrowing TemporaryFolder) throws {
        try FileSystem.makeDirectory("\(folder.path)/Study")
        try folder.write(Array(walk.utf8), to: "Study/Walk.json")
    }

    @Test("runs one task at a time, ends it on request, and then runs another")
    func tasks() async throws {
        let folder = try TemporaryFolder()
        try study(folder)
        var child = try serve(folder, "--network-marks")
        let person = try await Operator(at: address(&child))
        let found = try #require(try await person.state()["tasks"] as? [[String: Any]])
        #expect(found.map { $0["identifier"] as? String } == ["walk"])
        var sessions: Set<String> = []
        for _ in 1...2 {
            #expect(try await person.post("/board/begin", "{\"task\":\"Walk.json\"}") == 200)
            #expect(try await person.post("/board/begin", "{\"task\":\"Walk.json\"}") == 409)
            let run = try await person.run()
            #expect(sessions.insert(run.session).inserted)
            #expect(try await person.post("/board/end", "{\"run\":\"another\"}") == 409)
            #expect(try await person.post("/board/end", "{\"run\":\"\(run.id)\"}") == 200)
            let last = try await person.last()
            #expect(last["session"] as? String == run.session)
            #expect(last["words"] as? String == "was ended early by the operator")
        }
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try Set(FileSystem.list("\(folder.path)/Study/Sessions")) == sessions)
        for session in sessions {
            let manifest = try Session(opening: "\(folder.path)/Study/Sessions/\(session)").manifest
            #expect(manifest.notes.contains { $0.hasPrefix("marks of the network were heard") })
        }
    }

    @Test("begins a task only for participants that the study's rules allow")
    func participants() async throws {
        let folder = try TemporaryFolder()
        try study(folder)
        let rules =
            #"{"title":"Gait","subjects":"P[0-9]{2}","visits":["one","two"],"#
            + #""required":["subject"],"nameBy":["subject"]}"#
        try folder.write(Array(rules.utf8), to: "Study/study.json")
        var child = try serve(folder)
        let person = try await Operator(at: address(&child))
        let asked = try #require(try await person.state()["study"] as? [String: Any])
        #expect(asked["required"] as? [String] == ["subject"])
        #expect(asked["visits"] as? [String] == ["one", "two"])
        func begin(_ codes: String) async throws -> Int {
            try await person.post("/board/begin", "{\"task\":\"Walk.json\"\(codes)}")
        }
        #expect(try await begin("") == 409)
        #expect(try await begin(",\"subject\":\"X1\"") == 409)
        #expect(try await begin(",\"subject\":\"P07\",\"visit\":\"3\"") == 409)
        #expect(try await begin(",\"subject\":\"P07\",\"visit\":\"two\"") == 200)
        let run = try await person.run()
        #expect(run.session.contains("Z_P07_walk_"))
        #expect(try await person.post("/board/end", "{\"run\":\"\(run.id)\"}") == 200)
        _ = try await person.last()
        child.send(SIGTERM)
        #expect(child.ending().status == 0)
        let manifest = try Session(opening: "\(folder.path)/Study/Sessions/\(run.session)").manifest
        #expect(manifest.participant?.visit == "two" && manifest.study?.title == "Gait")
    }

    @Test("begins a new run beside the unfinished one of another participant")
    func otherParticipant() async throws {
        let folder = try TemporaryFolder()
        try study(folder)
        try folder.write(
            Array(#"{"title":"Gait","subjects":"P[0-9]{2}"}"#.utf8),
            to: "Study/study.json"
        )
        func begin(_ subject: String, _ person: Operator) async throws -> String {
            let order = "{\"task\":\"Walk.json\",\"subject\":\"\(subject)\"}"
            // A page shows the tasks before it begins one.
            _ = try await person.state()
            try #require(try await person.post("/board/begin", order) == 200)
            return try await person.run().session
        }
        let sessions = "\(folder.path)/Study/Sessions"
        var child = try serve(folder)
        let first = try await Operator(at: address(&child))
        let killed = try await begin("P07", first)
        try await until("the run has saved its progress") {
            FileSystem.kind(of: "\(sessions)/\(killed)/.progress") == .file
        }
        child.send(SIGKILL)
        #expect(child.ending().status == -SIGKILL)
        var next = try serve(folder)
        let person = try await Operator(at: address(&next))
        // A question about the first run would come before the session.
        let session = try await begin("P08", person)
        #expect(session != killed)
        next.send(SIGTERM)
        #expect(next.ending().status == 0)
        let manifest = try Session(opening: "\(sessions)/\(session)").manifest
        #expect(manifest.participant?.subject == "P08")
    }

    @Test("ends a task that has only just begun")
    func endedAtOnce() async throws {
        let folder = try TemporaryFolder()
        try study(folder)
        var child = try serve(folder)
        let person = try await Operator(at: address(&child))
        _ = try await person.state()
        #expect(try await person.post("/board/begin", "{\"task\":\"Walk.json\"}") == 200)
        let run = try #require(try await person.state()["run"] as? [String: Any])
        let id = try #require(run["id"] as? String)
        #expect(try await person.post("/board/end", "{\"run\":\"\(id)\"}") == 200)
        #expect(try await person.last()["words"] as? String == "was ended early by the operator")
        child.send(SIGTERM)
        #expect(child.ending().status == 0)
    }

    @Test(
        "ends the running task on a signal, and keeps its session",
        arguments: [true, false]
    )
    func signal(isShown: Bool) async throws {
        let folder = try TemporaryFolder()
        try study(folder)
        var child = try serve(folder, "--output", "Here")
        let person = try await Operator(at: address(&child))
        _ = try await person.state()
        #expect(try await person.post("/board/begin", "{\"task\":\"Walk.json\"}") == 200)
        if isShown { _ = try await person.run() }
        child.send(SIGINT)
        let ending = child.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.output.contains("was ended early by SIGINT"))
        let sessions = try FileSystem.list("\(folder.path)/Here")
        #expect(sessions.count == 1)
        let name = try #require(sessions.first)
        let session = "\(folder.path)/Here/\(name)"
        let check = try SessionCheck(of: session)
        #expect(check.verdict == .clean, "\(check.findings)")
        #expect(FileSystem.kind(of: "\(session)/taskResult.json") == .file)
    }
}

@Suite("The operator's own certificate")
struct OwnCertificateTests {
    @Test("is refused once it has expired, with the remedy")
    func ended() throws {
        let folder = try TemporaryFolder()
        let old = SystemClock.realtime.nanoseconds / 1_000_000_000 - 2 * WebIdentity.secondsOfOwn
        let identity = try WebIdentity.make(for: ["board.example.org"], atSeconds: old)
        try folder.write(Array(identity.certificate.utf8), to: "a.pem")
        try folder.write(Array(identity.key.utf8), to: "a.key")
        let words = ["serve", ".", "--lan", "--certificate", "a.pem", "--key", "a.key"]
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("a.pem: the certificate has expired"))
        #expect(ending.errors.contains("give another one with --certificate"))
    }

    @Test("is refused if others can read its key, with the remedy")
    func exposed() throws {
        let folder = try TemporaryFolder()
        let now = SystemClock.realtime.nanoseconds / 1_000_000_000
        let identity = try WebIdentity.make(for: ["board.example.org"], atSeconds: now)
        try folder.write(Array(identity.certificate.utf8), to: "a.pem")
        try folder.write(Array(identity.key.utf8), to: "a.key")
        #expect(unsafe chmod(folder.path + "/a.key", 0o644) == 0)
        let words = ["serve", ".", "--lan", "--certificate", "a.pem", "--key", "a.key"]
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("chmod 600 a.key"), "\(ending.errors)")
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
        // The second look decodes nothing again, and says the same.
        #expect(tasks.all().tasks == first.tasks)
        return first
    }

    @Test("are read again after a change that keeps their length and their beginning")
    func changed() throws {
        let folder = try TemporaryFolder()
        func write(_ type: String) throws {
            let title = String(repeating: "Walk ", count: 40)
            try folder.write(
                #"{"identifier":"walk","title":"\#(title)","steps":[{"identifier":"a","type":"\#(type)"}]}"#
                    .utf8,
                to: "Walk.json"
            )
        }
        let words = ParsedArguments(command: "serve", operands: [folder.path])
        let tasks = StudyTasks(of: try ServeCommand(words))
        try write("instructiom")
        #expect(tasks.all().tasks.map(\.faults.isEmpty) == [false])
        try write("instruction")
        #expect(tasks.all().tasks.map(\.faults.isEmpty) == [true])
    }

    @Test("lose the fault of a missing picture once the picture is there")
    func pictureAdded() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            #"""
            {"identifier":"walk","steps":[
              {"identifier":"a","type":"instruction","image":{"imageName":"corridor.png"}}]}
            """#.utf8,
            to: "Walk.json"
        )
        let words = ParsedArguments(command: "serve", operands: [folder.path])
        let tasks = StudyTasks(of: try ServeCommand(words))
        #expect(tasks.all().tasks.map(\.faults.count) == [1])
        try folder.write([0], to: "corridor.png")
        #expect(tasks.all().tasks.map(\.faults.count) == [0])
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

    @Test("are reported if they cannot begin, with the fault that prevents it")
    func warnings() throws {
        let folder = try TemporaryFolder()
        let steps = #"[{"identifier":"a","type":"instruction","titel":"A"},{"type":"instruction"}]"#
        let files = [
            "Faulty.json": #"{"identifier":"f","steps":\#(steps)}"#,
            "Walk.json":
                #"{"identifier":"walk","steps":[{"identifier":"a","type":"instruction"}]}"#,
            "answers.json": #"{"age":7}"#,
        ]
        for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
        // The command ends by itself, because there is no such certificate.
        let ending = try ChildProcess.footfall(
            ["serve", ".", "--lan", "--certificate", "none.pem", "--key", "none.key"],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(
            ending.errorLines.first
                == "footfall: ./Faulty.json: steps[1]: the key 'identifier' is missing; add it (and 1 more); the task cannot begin; footfall validate reports all faults"
        )
        #expect(ending.errorLines.count == 2, "\(ending.errors)")
    }

    @Test("are reported as missing if there are none")
    func none() throws {
        let (tasks, note) = try tasks(["answers.json": "{}"])
        #expect(tasks.isEmpty)
        #expect(note?.contains("NAME.json") == true)
    }
}
