// The operator's board, with real sessions: the tests send the bytes that a browser would send.

import Foundation
import Glibc
import Patience
import Scratch
import SessionFolder
import Synchronization
import SystemCalls
import Testing
import WebParts
import WebServer

@testable import WebHost

/// A board with the sessions of the sample data, or of another folder.
@MainActor
private final class SampleBoard: WebBoard {
    nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "SampleData").path(percentEncoded: false)

    private nonisolated let folder: String
    private nonisolated let timesAsked = Atomic<Int>(0)
    private nonisolated let isHeld = Atomic<Bool>(false)
    var run: BoardRun?
    var last: BoardEnding?

    init(sessions: String = SampleBoard.folder) { folder = sessions }

    nonisolated var sessions: String {
        timesAsked.wrappingAdd(1, ordering: .relaxed)
        return folder
    }

    /// How often its folder was asked for, which each request that is let in does, and none that is refused.
    nonisolated var timesFolderWasAsked: Int { timesAsked.load(ordering: .relaxed) }

    /// Lets no check and no plot end until `release`.
    nonisolated func hold() { isHeld.store(true, ordering: .releasing) }

    nonisolated func release() { isHeld.store(false, ordering: .releasing) }

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
        while isHeld.load(ordering: .acquiring) { sched_yield() }
        return try SessionCheck(of: session)
    }

    nonisolated func plot(_ session: String) throws -> BoardPlot {
        while isHeld.load(ordering: .acquiring) { sched_yield() }
        guard session.hasSuffix("/Daphnet") else {
            throw BoardRefusal("nothing of it can be drawn")
        }
        return BoardPlot(page: Array(repeating: 0x61, count: 300_000), policy: "default-src 'none'")
    }

    private(set) var participant: Participant?

    func begin(_ task: String, for participant: Participant?) throws(BoardRefusal) {
        self.participant = participant
        guard task == "Walk.json" else { throw BoardRefusal("there is no such task") }
        run = BoardRun(id: "r", task: task, session: nil, seconds: 0)
    }

    func end(_ run: BoardRun.ID) throws(BoardRefusal) {
        guard run == self.run?.id else { throw BoardRefusal("it is not running") }
        self.run = nil
    }
}

@Suite("The board of an operator", .mayNotHang)
@MainActor
struct BoardTests {
    private let board: SampleBoard
    private let host: WebHost
    private let port: UInt16

    init() throws { try self.init(sessions: SampleBoard.folder) }

    private init(sessions: String) throws {
        board = SampleBoard(sessions: sessions)
        host = try WebHost(
            as: [.operator],
            with: board,
            limits: .patient,
            program: WebChildProgram.path
        )
        port = host.server.socket.port
    }

    private func get(_ path: String) async throws -> (status: Int, text: String) {
        try await WebCall.ask(port, "GET \(path)\nCookie: \(try await cookie())")
    }

    private func post(
        _ path: String,
        _ body: String,
        cookie: String? = nil
    ) async throws -> (status: Int, text: String) {
        let own: String
        if let cookie { own = cookie } else { own = try await self.cookie() }
        let head = """
            POST \(path)
            Origin: http://127.0.0.1:\(port)
            Content-Type: application/json
            Cookie: \(own)
            """
        return try await WebCall.ask(port, head, body: body)
    }

    /// Pairs with the operator's code; returns the session cookie.
    private func cookie() async throws -> String {
        let code = try #require(host.invitations.first { $0.role == .operator }?.code)
        let answer = try await post("/pair", "{\"code\":\"\(code)\"}", cookie: "").text
        let line = try #require(
            answer.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }
        )
        #expect(!line.contains("Secure"))
        return String(line.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" })
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

    @Test("lists the tasks and the run, and begins and ends a run")
    func tasks() async throws {
        #expect(try await get("/board/state").text.contains("\"name\":\"Walk.json\""))
        #expect(try await post("/board/begin", "{\"task\":\"../Walk.json\"}").status == 409)
        #expect(try await post("/board/begin", "{\"task\":7}").status == 400)
        #expect(board.run == nil)
        for typed in ["a/b", "two words", "-x"] {
            let refused = try await post(
                "/board/begin",
                "{\"task\":\"Walk.json\",\"subject\":\"\(typed)\"}"
            )
            #expect(refused.status == 409)
            #expect(refused.text.contains("the subject "))
        }
        #expect(board.run == nil)
        let begun = try await post(
            "/board/begin",
            "{\"task\":\"Walk.json\",\"subject\":\" P07 \",\"visit\":\"2\",\"group\":\" \"}"
        )
        #expect(begun.status == 200)
        #expect(board.participant == (try Participant(subject: "P07", visit: "2")))
        #expect(try await get("/board/state").text.contains("\"run\":{"))
        #expect(try await post("/board/end", "{}").status == 400)
        #expect(try await post("/board/end", "{\"run\":\"s\"}").status == 409)
        #expect(try await post("/board/end", "{\"run\":\"r\"}").status == 200)
        #expect(board.run == nil)
        await host.close()
    }

    @Test("lists and checks sessions, and answers 404 for a key that is not in its list")
    func sessions() async throws {
        let list = try await get("/board/sessions").text
        for name in ["Daphnet", "SyntheticWalk", "Tapping"] { #expect(list.contains(name)) }
        #expect(!list.contains("TaskResults"))
        let key = try await key(of: "SyntheticWalk")
        let check = try await get("/board/check?key=\(key)")
        #expect(check.status == 200)
        #expect(check.text.contains("\"verdict\":\"clean\""))
        #expect(check.text.contains("lowBack_motion.json"))
        // Only a key of the list opens a folder: a name or a path does not.
        for other in ["SyntheticWalk", "..", "../Tests", "%2Fetc", ""] {
            #expect(try await get("/board/check?key=\(other)").status == 404, "\(other)")
            #expect(try await get("/board/session?key=\(other)").status == 404, "\(other)")
        }
        #expect(try await get("/board/check").status == 400)
        await host.close()
    }

    /// Asks for a check or a plot of a session, by its path and key.
    private func ask(_ target: String, _ cookie: String) throws -> WebCall {
        let call = try WebCall(port: port)
        call.send(
            """
            GET \(target) HTTP/1.0\r
            Host: 127.0.0.1:\(port)\r
            Cookie: \(cookie)\r
            \r

            """
        )
        return call
    }

    /// Asks for four, of which the board lets none end, so that all places are taken.
    private func askFour(_ target: String, _ cookie: String) async throws -> [WebCall] {
        var calls: [WebCall] = []
        for _ in 1...4 {
            let before = board.timesFolderWasAsked
            calls.append(try ask(target, cookie))
            try await until("it is let in") { board.timesFolderWasAsked > before }
        }
        let fifth = try ask(target, cookie)
        #expect(await fifth.hear(until: "\r\n\r\n")?.contains("409") == true)
        return calls
    }

    /// Asks until there is a place, and returns the head of the answer.
    private func askOnceMore(_ target: String, _ cookie: String) async throws -> String? {
        while true {
            let head = try await ask(target, cookie).hear(until: "\r\n\r\n")
            if head?.contains("409") != true { return head }
        }
    }

    @Test(
        "checks or plots at most four sessions at once, and the next one when a browser has gone",
        arguments: [("check", "Tapping"), ("plot", "Daphnet")],
        [false, true]
    )
    func manyAtOnce(_ work: (name: String, session: String), isReset: Bool) async throws {
        let target = "/board/\(work.name)?key=\(try await key(of: work.session))"
        let cookie = try await cookie()
        board.hold()
        defer { board.release() }
        var calls = try await askFour(target, cookie)
        if isReset { calls.last?.resetAtClose() }
        calls.removeLast()
        let before = board.timesFolderWasAsked
        let next = Task { try await askOnceMore(target, cookie) }
        try await until("another one takes the place") { board.timesFolderWasAsked > before }
        board.release()
        #expect(try await next.value?.contains("200 OK") == true)
        for call in calls {
            #expect(await call.hear(until: "\r\n\r\n")?.contains("200 OK") == true)
        }
        await host.close()
    }

    @Test(
        "answers those that have closed their sending side, and refuses one whose place is needed",
        arguments: [("check", "Tapping"), ("plot", "Daphnet")]
    )
    func halfClosed(work: String, session: String) async throws {
        let target = "/board/\(work)?key=\(try await key(of: session))"
        let cookie = try await cookie()
        board.hold()
        defer { board.release() }
        let calls = try await askFour(target, cookie)
        for call in calls { call.endSending() }
        let before = board.timesFolderWasAsked
        let next = Task { try await askOnceMore(target, cookie) }
        try await until("another one takes the place") { board.timesFolderWasAsked > before }
        board.release()
        #expect(try await next.value?.contains("200 OK") == true)
        var heads: [String] = []
        for call in calls { heads.append(await call.hear(until: "\r\n\r\n") ?? "none") }
        #expect(heads.count { $0.contains("200 OK") } == 3, "\(heads)")
        #expect(heads.count { $0.contains("409") } == 1, "\(heads)")
        await host.close()
    }

    @Test("draws a session on a page with its own security policy, or explains its refusal")
    func plots() async throws {
        let drawn = try await get("/board/plot?key=\(try await key(of: "Daphnet"))")
        #expect(drawn.status == 200)
        #expect(drawn.text.contains("Content-Security-Policy: default-src 'none'\r\n"))
        #expect(drawn.text.contains("X-Content-Type-Options: nosniff"))
        #expect(drawn.text.hasSuffix(String(repeating: "a", count: 300_000)))
        let refused = try await get("/board/plot?key=\(try await key(of: "Tapping"))")
        #expect(refused.status == 409)
        #expect(refused.text.contains("Content-Type: text/plain"))
        #expect(refused.text.hasSuffix("nothing of it can be drawn\n"))
        #expect(try await get("/board/plot?key=Daphnet").status == 404)
        #expect(try await get("/board/plot").status == 400)
        #expect(try await WebCall.ask(port, "GET /board/plot?key=x").status == 401)
        await host.close()
    }

    /// Requests the download of a session; returns its connection.
    private func download(_ key: String) async throws -> WebCall {
        let call = try WebCall(port: port)
        call.send(
            """
            GET /board/session?key=\(key) HTTP/1.0\r
            Host: 127.0.0.1:\(port)\r
            Cookie: \(try await cookie())\r
            \r

            """
        )
        return call
    }

    @Test("sends a session as a ZIP file that is named after it and that Python can unpack")
    func download() async throws {
        // This session is longer than the data that the server sends ahead.
        let key = try await key(of: "Daphnet")
        let look = try await get("/board/look?key=\(key)")
        #expect(look.status == 200)
        let call = try await download(key)
        let head = try #require(await call.hear(until: "\r\n\r\n"))
        #expect(head.contains("filename=\"Daphnet.zip\""))
        let scratch = try Scratch()
        let zip = "\(scratch.path)/a.zip"
        try Data(await call.hear(.max)).write(to: URL(filePath: zip))
        let unpacking = Process()
        unpacking.executableURL = URL(filePath: "/usr/bin/env")
        unpacking.arguments = ["python3", "-m", "zipfile", "-e", zip, scratch.path]
        try unpacking.run()
        unpacking.waitUntilExit()
        for name in try FileSystem.list("\(SampleBoard.folder)/Daphnet") {
            let expected = try Data(
                contentsOf: URL(filePath: "\(SampleBoard.folder)/Daphnet/\(name)")
            )
            let found = try? Data(contentsOf: URL(filePath: "\(scratch.path)/Daphnet/\(name)"))
            #expect(found == expected, "\(name)")
        }
        await host.close()
    }

    @Test(
        "sends at most four sessions at once, and the next one when a reader closes its connection"
    )
    func manyDownloads() async throws {
        let scratch = try Scratch()
        let big = try Self.addBigSession(to: scratch.path)
        let many = try BoardTests(sessions: scratch.path)
        try await many.sendFour(of: big)
        await many.host.close()
        await host.close()
    }

    /// Makes a session that is larger than the kernel's socket buffers; returns its name.
    private static func addBigSession(to folder: String) throws -> String {
        let path = "\(folder)/big"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(SampleBoard.folder)/Daphnet/manifest.json",
            toPath: "\(path)/manifest.json"
        )
        // Any simple generator will do: its bytes do not compress.
        var word: UInt32 = 1
        let noise = (0..<24_000_000).map { _ -> UInt8 in
            word = word &* 1_664_525 &+ 1_013_904_223
            return UInt8(word >> 24)
        }
        try Data(noise).write(to: URL(filePath: "\(path)/noise.bin"))
        return "big"
    }

    private func sendFour(of name: String) async throws {
        let key = try await key(of: name)
        var calls: [WebCall] = []
        // The readers read the heads alone, so all four downloads stay open.
        for _ in 1...4 {
            let call = try await download(key)
            #expect(await call.hear(until: "\r\n\r\n")?.contains("200 OK") == true)
            calls.append(call)
        }
        let fifth = try await download(key)
        #expect(await fifth.hear(until: "\r\n\r\n")?.contains("409") == true)
        #expect(try await get("/board/look?key=\(key)").status == 409)
        calls.removeLast()
        var status = 409
        while status != 200 { status = try await get("/board/look?key=\(key)").status }
        let sixth = try await download(key)
        #expect(await sixth.hear(until: "\r\n\r\n")?.contains("200 OK") == true)
        withExtendedLifetime(calls) {}
    }

    @Test("has no paths on a server without a board")
    func without() async throws {
        let bare = try WebHost(as: [.operator], program: WebChildProgram.path)
        let port = bare.server.socket.port
        for path in ["/board", "/board.html", "/board.js", "/board/state", "/board/sessions"] {
            #expect(try await WebCall.ask(port, "GET \(path)").status == 404)
        }
        await bare.close()
        await host.close()
    }
}
