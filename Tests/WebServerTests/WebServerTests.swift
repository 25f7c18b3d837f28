import Foundation
import Patience
import SystemCalls
import Testing
import WebParts
@testable import WebServer

/// A server that answers as a test says, and the events that it has reported.
private final class Rig: Sendable {
    let server: WebServer
    private let told: Told

    final class Told: Sendable {
        let line: AsyncStream<WebServer.Event>
        private let continuation: AsyncStream<WebServer.Event>.Continuation

        init() { (line, continuation) = AsyncStream<WebServer.Event>.makeStream() }

        func add(_ event: WebServer.Event) { continuation.yield(event) }
    }

    init(
        _ limits: WebLimits = .patient,
        identity: WebIdentity? = nil,
        hail: ChildHail = ChildHail()
    ) throws {
        let told = Told()
        let socket = try ListeningSocket(for: .thisMachine, port: 0)
        server = try WebServer(at: socket, identity, limits, WebChildProgram.path, hail)
        self.told = told
        try server.start { told.add($0) }
    }

    var port: UInt16 { server.socket.port }

    /// The next event for which a test has a value.
    func next<Value>(_ wanted: (WebServer.Event) throws -> Value?) async throws -> Value {
        for await event in told.line {
            if let value = try wanted(event) { return value }
            if case .failed(let error) = event { throw error }
        }
        throw CancellationError()
    }

    func asked() async throws -> HTTPRequest {
        try await next { if case .asked(let request) = $0 { request } else { nil } }
    }
}

@Suite("An HTTP server", .mayNotHang)
struct WebServerTests {
    @Test("answers several requests on one connection")
    func answers() async throws {
        let rig = try Rig()
        let call = try WebCall(port: rig.port)
        for number in 1...3 {
            call.send("GET /a?n=\(number) HTTP/1.1\r\nHost: here\r\nX-Own: y\r\n\r\n")
            let request = try await rig.asked()
            #expect(request.method == "GET")
            #expect(request.target == "/a?n=\(number)")
            #expect(request.header("x-own") == "y")
            #expect(request.client == "127.0.0.1")
            #expect(!request.hasBody)
            let body = Array("number \(number)".utf8)
            rig.server.answer(request.id, HTTPAnswer(200, [HTTPHeader("X", "z")], .whole(body)))
            let head = try #require(await call.hear(until: "\r\n\r\n"))
            #expect(head.hasPrefix("HTTP/1.1 200"))
            #expect(head.contains("X: z"))
            #expect(await call.hear(body.count) == body)
        }
    }

    @Test("takes a body when it is told to, and passes it on unchanged")
    func bodies() async throws {
        let rig = try Rig()
        let call = try WebCall(port: rig.port)
        let all = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }
        call.send("POST /b HTTP/1.1\r\nHost: here\r\nContent-Length: \(all.count)\r\n\r\n")
        let request = try await rig.asked()
        #expect(request.hasBody)
        rig.server.proceed(request.id, upTo: all.count)
        let sending = Task.detached { call.send(all) }
        var came: [UInt8] = []
        while came.count < all.count {
            came += try await rig.next {
                if case .body(request.id, let bytes) = $0 { bytes } else { nil }
            }
        }
        #expect(came == all)
        _ = try await rig.next { if case .bodyEnd(request.id) = $0 { true } else { nil } }
        rig.server.answer(request.id, HTTPAnswer(204))
        #expect(await call.hear(until: "\r\n\r\n")?.hasPrefix("HTTP/1.1 204") == true)
        #expect(await sending.value)
    }

    @Test("answers instead of taking a body, and closes the connection if the body is too long")
    func unwelcomeBodies() async throws {
        let rig = try Rig()
        let refused = try WebCall(port: rig.port)
        refused.send("POST /b HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000\r\n\r\n")
        rig.server.answer(try await rig.asked().id, HTTPAnswer(401))
        #expect(await refused.hearAll().hasPrefix("HTTP/1.1 401"))
        let long = try WebCall(port: rig.port)
        long.send("POST /b HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n")
        let request = try await rig.asked()
        rig.server.proceed(request.id, upTo: 4)
        long.send("5\r\nabcde\r\n0\r\n\r\n")
        #expect(await long.hearAll().isEmpty)
        _ = try await rig.next { if case .gone(request.id) = $0 { true } else { nil } }
    }

    @Test("sends a stream piece by piece, and reports when the client has gone")
    func streams() async throws {
        let rig = try Rig()
        var call: WebCall? = try WebCall(port: rig.port)
        call?.send("GET /s HTTP/1.1\r\nHost: here\r\n\r\n")
        let request = try await rig.asked()
        rig.server.answer(request.id, HTTPAnswer(200, [], .stream(length: nil)))
        for word in ["one", "two", "three"] {
            rig.server.send(request.id, Array("data: \(word)\n\n".utf8))
            #expect(await call?.hear(until: "data: \(word)\n\n") != nil)
            _ = try await rig.next { if case .drained(request.id) = $0 { true } else { nil } }
        }
        call = nil
        // The server notices only when it sends something.
        let sending = Task {
            while !Task.isCancelled {
                rig.server.send(request.id, Array(": \n".utf8))
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        defer { sending.cancel() }
        _ = try await rig.next { if case .gone(request.id) = $0 { true } else { nil } }
    }

    @Test("reports that a client it follows has gone: at once if the connection is reset")
    func impatient() async throws {
        let rig = try Rig()
        for isReset in [true, false] {
            var call: WebCall? = try WebCall(port: rig.port)
            call?.send("GET /slow HTTP/1.1\r\nHost: here\r\n\r\n")
            let request = try await rig.asked()
            rig.server.follow(request.id)
            if isReset { call?.resetAtClose() }
            call = nil
            if !isReset {
                // It might wait for the answer, which it is sent.
                _ = try await rig.next { if case .left(request.id) = $0 { true } else { nil } }
                rig.server.answer(request.id, HTTPAnswer(200))
            }
            _ = try await rig.next { if case .gone(request.id) = $0 { true } else { nil } }
            #expect(call == nil)
        }
    }

    @Test("answers a client that it follows and that has closed its sending side, then closes")
    func halfClosedAndFollowed() async throws {
        let rig = try Rig()
        let heads = [
            "GET /half HTTP/1.1\r\nHost: here\r\n\r\n", "GET /half HTTP/1.0\r\n\r\n",
        ]
        for head in heads {
            let call = try WebCall(port: rig.port)
            call.send(head)
            call.endSending()
            let request = try await rig.asked()
            rig.server.follow(request.id)
            _ = try await rig.next { if case .left(request.id) = $0 { true } else { nil } }
            let answer = HTTPAnswer(200, [], .whole(Array("the answer".utf8)))
            rig.server.answer(request.id, answer)
            let text = await call.hearAll()
            #expect(text.hasPrefix("HTTP/1.") && text.hasSuffix("the answer"), "\(text)")
            _ = try await rig.next { if case .gone(request.id) = $0 { true } else { nil } }
        }
    }

    @Test("answers a client that has closed only its sending side")
    func halfClosed() async throws {
        let rig = try Rig()
        let call = try WebCall(port: rig.port)
        call.send("GET /half HTTP/1.1\r\nHost: here\r\n\r\n")
        let request = try await rig.asked()
        call.endSending()
        // Another request has the child look at its connections meanwhile.
        let other = Task { try await WebCall.ask(rig.port, "GET /other") }
        rig.server.answer(try await rig.asked().id, HTTPAnswer(200))
        #expect(try await other.value.status == 200)
        rig.server.answer(request.id, HTTPAnswer(200))
        #expect(await call.hear(until: "\r\n\r\n")?.hasPrefix("HTTP/1.1 200") == true)
    }

    @Test("sends an answer that is larger than a message, whole")
    func large() async throws {
        let rig = try Rig()
        let call = try WebCall(port: rig.port)
        call.send("GET /l HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        let all = (0..<5_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        rig.server.answer(try await rig.asked().id, HTTPAnswer(200, [], .whole(all)))
        let head = try #require(await call.hear(until: "\r\n\r\n"))
        #expect(head.contains("Content-Length: \(all.count)"))
        #expect(await call.hear(all.count) == all)
    }

    @Test("closes idle connections and endless requests, and answers others meanwhile")
    func slow() async throws {
        var limits = WebLimits.patient
        limits.secondsToAsk = 1
        let rig = try Rig(limits)
        let silent = try WebCall(port: rig.port)
        let dripping = try WebCall(port: rig.port)
        let sending = Task.detached {
            for letter in "GET /slow HTTP/1.1\r\nHost: here\r\nX: "
                + String(repeating: "y", count: 10_000)
            {
                guard dripping.send(String(letter)) else { return }
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
        let body = try WebCall(port: rig.port)
        body.send("POST /b HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n")
        let half = try await rig.asked()
        rig.server.proceed(half.id, upTo: 9)
        body.send("half")
        let other = Task { try await WebCall.ask(rig.port, "GET /other") }
        let request = try await rig.asked()
        #expect(request.target == "/other")
        rig.server.answer(request.id, HTTPAnswer(200))
        #expect(try await other.value.status == 200)
        #expect(await silent.hearAll().isEmpty)
        #expect(await dripping.hearAll().isEmpty)
        #expect(await body.hearAll().isEmpty)
        _ = await sending.value
    }

    @Test("limits the connections of one address, and still serves others")
    func manyConnections() async throws {
        var limits = WebLimits.patient
        limits.connectionsOfOne = 8
        let rig = try Rig(limits)
        let greedy = try (0..<20).map { _ in try WebCall(port: rig.port, from: "127.0.0.2") }
        let answering = Task {
            for _ in 0..<9 { rig.server.answer(try await rig.asked().id, HTTPAnswer(200)) }
        }
        var answered = 0
        for call in greedy {
            call.send("GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            if await call.hear(until: "\r\n\r\n") != nil { answered += 1 }
        }
        #expect(answered == 8)
        #expect(try await WebCall.ask(rig.port, "GET /").status == 200)
        try await answering.value
    }

    @Test(
        "does not accept what is not HTTP",
        arguments: [
            "\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\0\0\0\0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n",
            "GET / HTTP/1.1\r\nX: " + String(repeating: "y", count: 40_000) + "\r\n\r\n",
        ]
    )
    func nonsense(text: String) async throws {
        var limits = WebLimits.patient
        limits.secondsToAsk = 1
        let rig = try Rig(limits)
        let answering = Task {
            while true { rig.server.answer(try await rig.asked().id, HTTPAnswer(200)) }
        }
        let call = try WebCall(port: rig.port)
        call.send(text)
        #expect(!(await call.hearAll().contains("200 OK")))
        #expect(try await WebCall.ask(rig.port, "GET /").status == 200)
        answering.cancel()
    }

    @Test("restarts when its child is killed, and reports that its clients are gone")
    func killed() async throws {
        let rig = try Rig()
        let call = try WebCall(port: rig.port)
        call.send("GET /first HTTP/1.1\r\nHost: here\r\n\r\n")
        let first = try await rig.asked()
        let child = try await Self.child(listeningWith: rig.port)
        kill(child, SIGKILL)
        _ = try await rig.next { if case .gone(first.id) = $0 { true } else { nil } }
        _ = try await rig.next { if case .restarted = $0 { true } else { nil } }
        #expect(await call.hearAll().isEmpty)
        let again = Task { try await WebCall.ask(rig.port, "GET /second") }
        let second = try await rig.asked()
        #expect(second.target == "/second")
        #expect(second.id > first.id)
        rig.server.answer(second.id, HTTPAnswer(200))
        #expect(try await again.value.status == 200)
    }

    @Test("answers again after its child has shut down the shared socket and ended")
    func deaf() async throws {
        let rig = try Rig()
        let first = Task { try await WebCall.ask(rig.port, "GET /first") }
        rig.server.answer(try await rig.asked().id, HTTPAnswer(200))
        #expect(try await first.value.status == 200)
        kill(try await Self.child(listeningWith: rig.port), SIGUSR1)
        let why = try await rig.next { if case .restarted(let why) = $0 { why } else { nil } }
        #expect(why.contains("status 0"))
        // Until the next child listens, the port refuses connections.
        try await until("somebody listens") { (try? WebCall(port: rig.port)) != nil }
        let again = Task { try await WebCall.ask(rig.port, "GET /second") }
        rig.server.answer(try await rig.asked().id, HTTPAnswer(200))
        #expect(try await again.value.status == 200)
    }

    @Test("replaces a child that was stopped, even without a request")
    func hung() async throws {
        // The usual limit applies: beside many tests, even a healthy child may take a second to answer.
        let rig = try Rig(hail: ChildHail(after: .milliseconds(20)))
        let first = Task { try await WebCall.ask(rig.port, "GET /first") }
        rig.server.answer(try await rig.asked().id, HTTPAnswer(200))
        #expect(try await first.value.status == 200)
        let child = try await Self.child(listeningWith: rig.port)
        kill(child, SIGSTOP)
        let why = try await rig.next { if case .restarted(let why) = $0 { why } else { nil } }
        #expect(why.contains("it has not answered for 10"))
        #expect(kill(child, 0) == -1)
        let again = Task { try await WebCall.ask(rig.port, "GET /second") }
        rig.server.answer(try await rig.asked().id, HTTPAnswer(200))
        #expect(try await again.value.status == 200)
    }

    @Test("does not replace a child that is busy with as many connections as it may have")
    func busy() async throws {
        let limits = WebLimits.patient
        // The child is hailed all the time, with the usual limit for its answers.
        let rig = try Rig(limits, hail: ChildHail(after: .milliseconds(20)))
        let (count, countOfOne) = (limits.connections, limits.connectionsOfOne)
        let answering = Task {
            for _ in 0..<3 * count {
                let request: HTTPRequest = try await rig.next {
                    switch $0 {
                    case .asked(let request): request
                    case .restarted(let why): throw Restarted(why: why)
                    default: nil
                    }
                }
                rig.server.answer(request.id, HTTPAnswer(200, [], .whole(Array("all".utf8))))
            }
        }
        let calls = try (0..<count).map {
            try WebCall(port: rig.port, from: "127.0.0.\(2 + $0 / countOfOne)")
        }
        for _ in 0..<3 {
            for call in calls { call.send("GET / HTTP/1.1\r\nHost: here\r\n\r\n") }
            for call in calls { _ = try #require(await call.hear(until: "all")) }
        }
        try await answering.value
    }

    private struct Restarted: Error { let why: String }

    /// The child of this process whose socket listens at a port.
    @MainActor
    private static func child(listeningWith port: UInt16) async throws -> pid_t {
        var child: pid_t?
        // The kernel's list is not a snapshot: while sockets come and go, it may lack one.
        try await until("the child is in the kernel's lists") {
            child = try? found(listeningWith: port)
            return child != nil
        }
        return try #require(child)
    }

    private static func found(listeningWith port: UInt16) throws -> pid_t? {
        let lines = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).split(
            separator: "\n"
        )
        let wanted = ":" + String(UInt32(port) + 0x10000, radix: 16, uppercase: true).dropFirst()
        let listening = lines.map { $0.split(separator: " ") }.first {
            $0.count > 9 && $0[1].hasSuffix(wanted) && $0[3] == "0A"
        }
        guard let inode = listening?[9] else { return nil }
        let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
            pid_t($0)
        }
        return all.first { number in
            guard number != getpid(),
                let words = try? String(contentsOfFile: "/proc/\(number)/cmdline", encoding: .utf8),
                words.contains("--footfall-sandboxed-child")
            else { return false }
            return
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/fd/5"))
                == "socket:[\(inode)]"
        }
    }

    @Test("gives up if no child becomes ready, and says why")
    func neverAnswers() async throws {
        let (line, told) = AsyncStream<WebServerError>.makeStream()
        let server = try WebServer(
            at: try ListeningSocket(for: .thisMachine, port: 0),
            program: "/bin/false"
        )
        try server.start { if case .failed(let error) = $0 { told.yield(error) } }
        let error = await line.first { @Sendable _ in true }
        #expect(error?.description.contains("status 1") == true)
        await server.close(within: .seconds(1))
    }

    @Test("sends everything before it closes")
    func closes() async throws {
        let rig = try Rig()
        let call = try WebCall(port: rig.port)
        call.send("GET /s HTTP/1.1\r\nHost: here\r\n\r\n")
        let request = try await rig.asked()
        rig.server.answer(request.id, HTTPAnswer(200, [], .stream(length: nil)))
        rig.server.send(request.id, Array("last words".utf8))
        rig.server.end(request.id)
        await rig.server.close(within: .seconds(30))
        let all = await call.hearAll()
        #expect(all.contains("last words"))
        #expect(all.hasSuffix("0\r\n\r\n"))
    }
}
