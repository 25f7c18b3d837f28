// The board, asked by bytes as a browser does, with real sessions behind it.

import Foundation
import Patience
import SessionFolder
import SystemCalls
import Testing
import WebParts
import WebServer

@testable import WebHost

/// A board with the sessions of the sample data.
@MainActor
private final class SampleBoard: WebBoard {
    nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "SampleData").path(percentEncoded: false)

    nonisolated let sessions = SampleBoard.folder
    var run: BoardRun?
    var last: BoardEnding?

    nonisolated func survey() async -> BoardSurvey {
        let task = BoardTask(
            name: "Walk.json",
            title: nil,
            identifier: "walk",
            canBegin: true,
            faults: []
        )
        return BoardSurvey(tasks: [task], devices: [])
    }

    nonisolated func check(_ session: String) throws -> SessionCheck {
        try SessionCheck(of: session)
    }

    func begin(_ task: String) throws(BoardRefusal) {
        guard task == "Walk.json" else { throw BoardRefusal("there is no such task") }
        run = BoardRun(task: task, session: nil, seconds: 0)
    }
}

@Suite("The board of an operator", .mayNotHang)
@MainActor
struct BoardTests {
    private let board = SampleBoard()
    private let host: WebHost
    private let port: UInt16

    init() throws {
        host = try WebHost(as: [.operator], with: board, program: WebChildProgram.path)
        port = host.server.socket.port
    }

    private func get(_ path: String) async throws -> (status: Int, text: String) {
        try await WebCall.ask(port, "GET \(path)")
    }

    private func post(_ path: String, _ body: String) async throws -> (status: Int, text: String) {
        let head = """
            POST \(path)
            Origin: http://127.0.0.1:\(port)
            Content-Type: application/json
            """
        return try await WebCall.ask(port, head, body: body)
    }

    /// The key of a session of the list.
    private func key(of name: String) async throws -> String {
        let answer = try await get("/board/sessions").text
        let text = try #require(answer.split(separator: "\r\n\r\n").last)
        let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let sessions = try #require(list?["sessions"] as? [[String: Any]])
        let session = try #require(sessions.first { $0["name"] as? String == name })
        return try #require(session["key"] as? String)
    }

    @Test("tells of tasks and of what runs, and begins what there is")
    func tasks() async throws {
        #expect(try await get("/board/state").text.contains("\"name\":\"Walk.json\""))
        #expect(try await post("/board/begin", "{\"task\":\"../Walk.json\"}").status == 409)
        #expect(try await post("/board/begin", "{\"task\":7}").status == 400)
        #expect(board.run == nil)
        #expect(try await post("/board/begin", "{\"task\":\"Walk.json\"}").status == 200)
        #expect(try await get("/board/state").text.contains("\"run\":{"))
        // The host shows nothing yet.
        #expect(try await post("/board/end", "{}").status == 409)
        await host.close()
    }

    @Test("lists sessions, checks one, and says that another is not there")
    func sessions() async throws {
        let list = try await get("/board/sessions").text
        for name in ["Daphnet", "SyntheticWalk", "Tapping"] { #expect(list.contains(name)) }
        #expect(!list.contains("TaskResults"))
        let key = try await key(of: "SyntheticWalk")
        let check = try await get("/board/check?key=\(key)")
        #expect(check.status == 200)
        #expect(check.text.contains("\"verdict\":\"clean\""))
        #expect(check.text.contains("lowBack_motion.json"))
        // A folder is found by a key of the list alone, not by its name or by a way to it.
        for other in ["SyntheticWalk", "..", "../Tests", "%2Fetc", ""] {
            #expect(try await get("/board/check?key=\(other)").status == 404, "\(other)")
            #expect(try await get("/board/session?key=\(other)").status == 404, "\(other)")
        }
        #expect(try await get("/board/check").status == 400)
        await host.close()
    }

    @Test("sends a session as a ZIP file, under a name that says which")
    func download() async throws {
        let key = try await key(of: "SyntheticWalk")
        let call = try WebCall(port: port)
        call.send(
            "GET /board/session?key=\(key) HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
        )
        let answer = await call.hearAll()
        #expect(answer.contains("filename=\"SyntheticWalk.zip\""))
        #expect(answer.contains("SyntheticWalk/lowBack_motion.json"))
        await host.close()
    }

    @Test("is there only where somebody looks after one")
    func without() async throws {
        let bare = try WebHost(as: [.operator], program: WebChildProgram.path)
        let port = bare.server.socket.port
        for path in ["/board", "/board/state", "/board/sessions"] {
            #expect(try await WebCall.ask(port, "GET \(path)").status == 404)
        }
        await bare.close()
        await host.close()
    }
}
