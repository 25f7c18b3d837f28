import Foundation
import Patience
import Research
import ResearchUI
import Scratch
import SystemCalls
import TaskEngine
import Testing
import Timebase
import ViewTree
@testable import WebHost
import WebParts
import WebServer

/// A host that shows a task, and the requests of its pages, which the test sends.
@MainActor
private final class Rig {
    let host: WebHost
    let run: RSDTaskViewController
    let port: UInt16

    static let task = """
        { "identifier": "T", "type": "task", "steps": [
          { "identifier": "one", "type": "instruction", "title": "One" },
          { "identifier": "two", "type": "instruction", "title": "Two" },
          { "identifier": "three", "type": "instruction", "title": "Three" } ] }
        """

    init(timekeeper: any Timekeeper = LiveTimekeeper()) throws {
        let task = try RSDFactory().decodeTask(with: Data(Self.task.utf8))
        run = RSDTaskViewController(task: task)
        run.services.buttonPause = .zero
        host = try WebHost(
            limits: .patient,
            timekeeper: timekeeper,
            program: WebChildProgram.path
        )
        port = host.server.socket.port
    }

    /// Opens the feed of a page; returns what the host sends before the first screen.
    func open(_ page: String) async throws -> (feed: WebCall, first: String) {
        let call = try WebCall(port: port)
        call.send("GET /feed?page=\(page) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        let first = try #require(await call.hear(until: "event: update\ndata: "))
        _ = try #require(await call.hear(until: "\n\n"))
        return (call, first)
    }

    /// Sends the events of a page.
    func post(
        _ page: String,
        _ events: [(Int, String)],
        to path: String = "/events",
        of run: String? = nil,
        atMilliseconds at: Double = 5
    ) async throws -> (status: Int, text: String) {
        let run = run ?? host.hall.show.id ?? ""
        let list = events.map {
            "{\"n\":\($0.0),\"run\":\"\(run)\",\"at\":\(at),\"event\":\($0.1)}"
        }.joined(
            separator: ","
        )
        let body = "{\"page\":\"\(page)\",\"sent\":5,\"does\":[],\"events\":[\(list)]}"
        let head = """
            POST \(path)
            Origin: http://127.0.0.1:\(port)
            Content-Type: application/json
            """
        return try await WebCall.ask(port, head, body: body)
    }

    /// Sends a picture of a page.
    func sendPicture(_ page: String, _ number: Int) async throws -> (status: Int, text: String) {
        let head = """
            POST /picture?page=\(page)
            Origin: http://127.0.0.1:\(port)
            Content-Type: image/jpeg
            Footfall-Number: \(number)
            Footfall-Run: \(host.hall.show.id ?? "")
            Footfall-Element: x
            """
        return try await WebCall.ask(port, head, body: "picture")
    }

    /// The event that taps Next on the step on the screen.
    var next: String {
        var id = ViewID("")
        run.screen.forEach { node in
            if case .button(let button) = node.content, button.action == "goForward" {
                id = node.id
            }
        }
        return "{\"event\":\"tapped\",\"id\":\"\(id.path)\"}"
    }

    var step: String? { run.currentStepController?.step.identifier }
}

@Suite("A task in browsers", .mayNotHang)
@MainActor
struct WebHostTests {
    private let one = "aaaaaaaaaaaaaaaaaaaaaa"
    private let other = "bbbbbbbbbbbbbbbbbbbbbb"

    @Test("takes the events of a page once each, in their order")
    func once() async throws {
        let rig = try Rig()
        let showing = Task { await rig.host.show(rig.run) }
        let page = try await rig.open(one)
        #expect(page.first.contains("\"drives\":true"))
        let next = rig.next
        #expect(try await rig.post(one, [(1, next)]).text.contains("{\"taken\":1}"))
        try await until("the second step") { rig.step == "two" }
        // As if the answer were lost, the page sends the event again.
        #expect(
            try await rig.post(one, [(1, next), (2, "{\"event\":\"missed\"}")]).text.contains(
                "\"taken\":2"
            )
        )
        #expect(rig.step == "two")
        // Event 3 is missing, so the host does not take event 4.
        #expect(try await rig.post(one, [(4, rig.next)]).text.contains("\"taken\":2"))
        #expect(rig.step == "two")
        // The host skips events that are impossible, and takes the ones behind them.
        let deeds = [
            (3, "{\"event\":\"flown\"}"), (4, "{\"event\":\"slid\",\"id\":\"x\",\"value\":1e400}"),
            (5, rig.next),
        ]
        #expect(try await rig.post(one, deeds).text.contains("\"taken\":5"))
        try await until("the third step") { rig.step == "three" }
        _ = try await rig.post(one, [(6, rig.next)])
        let outcome = await showing.value
        #expect(outcome == WebHost.Outcome(ending: .over, reason: .completed))
        #expect(await page.feed.hear(until: "\"reason\":\"completed\"") != nil)
        await rig.host.close()
    }

    @Test("counts events from the screen of an earlier run, and does nothing for them")
    func earlierRun() async throws {
        let rig = try Rig()
        let showing = Task { await rig.host.show(rig.run) }
        // The page leads only as long as its feed is open.
        let page = try await rig.open(one)
        let next = rig.next
        #expect(try await rig.post(one, [(1, next)], of: "another").text.contains("\"taken\":1"))
        #expect(try await rig.post(one, [(2, next)]).text.contains("\"taken\":2"))
        try await until("the second step") { rig.step == "two" }
        await rig.run.engine.exit()
        _ = await showing.value
        withExtendedLifetime(page) {}
        await rig.host.close()
    }

    @Test("counts an event that waited on its page for over an hour, and refuses it")
    func tooOld() async throws {
        let rig = try Rig()
        let showing = Task { await rig.host.show(rig.run) }
        // The page leads only as long as its feed is open.
        let page = try await rig.open(one)
        let old = try await rig.post(one, [(1, rig.next)], atMilliseconds: -7_200_000)
        #expect(old.text.contains("\"taken\":1") && old.text.contains("\"refused\":[1]"))
        #expect(rig.step == "one")
        #expect(try await rig.post(one, [(2, rig.next)]).text.contains("{\"taken\":2}"))
        try await until("the second step") { rig.step == "two" }
        await rig.run.engine.exit()
        _ = await showing.value
        withExtendedLifetime(page) {}
        await rig.host.close()
    }

    @Test("is led by one page at a time; another page can take over, and the first one is informed")
    func leading() async throws {
        let rig = try Rig()
        let showing = Task { await rig.host.show(rig.run) }
        let first = try await rig.open(one)
        let second = try await rig.open(other)
        #expect(second.first.contains("\"drives\":false"))
        #expect(try await rig.post(other, [(1, rig.next)]).status == 409)
        #expect(rig.step == "one")
        #expect(try await rig.post(other, [], to: "/lead").status == 200)
        #expect(await first.feed.hear(until: "\"drives\":false") != nil)
        #expect(try await rig.post(one, [(1, rig.next)]).status == 409)
        #expect(try await rig.post(other, [(1, rig.next)]).status == 200)
        try await until("the second step") { rig.step == "two" }
        #expect(await first.feed.hear(until: "Two") != nil)
        await rig.run.engine.exit()
        _ = await showing.value
        await rig.host.close()
    }

    @Test("goes on for a page that reconnects, with its lead and its count of events")
    func back() async throws {
        let rig = try Rig()
        let showing = Task { await rig.host.show(rig.run) }
        var page: (feed: WebCall, first: String)? = try await rig.open(one)
        _ = try await rig.post(one, [(1, rig.next)])
        page = nil
        #expect(page == nil)
        let again = try await rig.open(one)
        #expect(again.first.contains("\"taken\":1"))
        #expect(again.first.contains("\"drives\":true"))
        // A third feed of this page replaces the second, which receives `replaced`.
        let third = try await rig.open(one)
        #expect(await again.feed.hear(until: "event: replaced") != nil)
        _ = try await rig.post(one, [(2, rig.next)])
        try await until("the third step") { rig.step == "three" }
        #expect(await third.feed.hear(until: "Three") != nil)
        await rig.run.engine.exit()
        _ = await showing.value
        await rig.host.close()
    }

    @Test("keeps its leading page after a long restart of the process that answers browsers")
    func restarted() async throws {
        let clock = ManualTimekeeper()
        let rig = try Rig(timekeeper: clock)
        let showing = Task { await rig.host.show(rig.run) }
        var pages: [(feed: WebCall, first: String)]? = [
            try await rig.open(one), try await rig.open(other),
        ]
        #expect(pages?.map { $0.first.contains("\"drives\":true") } == [true, false])
        // The host hears at once that the pages are gone.
        for page in pages ?? [] { page.feed.resetAtClose() }
        pages = nil
        try await until("all pages are gone") { rig.host.hall.pages.isEmpty }
        rig.host.desk.take(.restarted(why: "a test"))
        clock.advance(by: .seconds(60))
        let second = try await rig.open(other)
        #expect(second.first.contains("\"drives\":false"))
        let first = try await rig.open(one)
        #expect(first.first.contains("\"drives\":true"))
        await rig.run.engine.exit()
        _ = await showing.value
        withExtendedLifetime((first, second)) {}
        await rig.host.close()
    }

    @Test("answers 503 to events until the page opens its feed, and 400 to malformed ones")
    func withoutFeed() async throws {
        let rig = try Rig()
        let showing = Task { await rig.host.show(rig.run) }
        try await until("the first step") { rig.next.contains("/one/") }
        let next = rig.next
        #expect(try await rig.post(one, [(1, next)]).status == 503)
        #expect(rig.step == "one")
        #expect(try await rig.post("short", []).status == 400)
        let many = (1...5000).map { ($0, "{}") }
        // The page leads only as long as its feed is open.
        let page = try await rig.open(one)
        #expect(try await rig.post(one, many, of: "").status == 400)
        // The page still has its event and sends it again: the host takes it, as if it came for the first time.
        #expect(try await rig.post(one, [(1, next)]).text.contains("{\"taken\":1}"))
        try await until("the second step") { rig.step == "two" }
        await rig.run.engine.exit()
        _ = await showing.value
        withExtendedLifetime(page) {}
        await rig.host.close()
    }

    @Test("answers a page's message without events also while it closes, and refuses events then")
    func afterEnd() async throws {
        let rig = try Rig()
        let showing = Task { await rig.host.show(rig.run) }
        let page = try await rig.open(one)
        let next = rig.next
        #expect(try await rig.post(one, [(1, next)]).text.contains("{\"taken\":1}"))
        await rig.run.engine.exit()
        _ = await showing.value
        rig.host.hall.end()
        let hello = try await rig.post(one, [])
        #expect(hello.status == 200 && hello.text.contains("{\"taken\":1}"))
        #expect(try await rig.post(one, [(2, next)]).status == 503)
        withExtendedLifetime(page) {}
        await rig.host.close()
    }

    @Test("ends as idle when nobody does anything for the time limit, and keeps the result")
    func idle() async throws {
        let rig = try Rig()
        rig.host.idleLimit = .milliseconds(50)
        let outcome = await rig.host.show(rig.run)
        #expect(outcome == WebHost.Outcome(ending: .idle, reason: .earlyExit))
        let history = rig.run.taskViewModel.taskResult.stepHistory
        #expect(history.map(\.identifier) == ["one"])
        await rig.host.close()
    }

    @Test("ends as idle also by a time limit that is set during the run")
    func idleLimitSetLater() async throws {
        let rig = try Rig()
        let showing = Task { await rig.host.show(rig.run) }
        try await until("the first step") { rig.step == "one" }
        rig.host.idleLimit = .milliseconds(50)
        #expect(await showing.value == WebHost.Outcome(ending: .idle, reason: .earlyExit))
        await rig.host.close()
    }

    @Test("writes a picture once, though it is sent twice, and serves other requests meanwhile")
    func picture() async throws {
        let folder = try Scratch()
        let rig = try Rig()
        rig.run.services.pictures = RSDResourceLocator(folders: [folder.path])
        let showing = Task { await rig.host.show(rig.run) }
        let pages = [try await rig.open(one), try await rig.open(other)]
        let disk = SlowDisk()
        let sent = (1...2).map { _ in Task { try await rig.sendPicture(one, 1) } }
        try await until("both wait") { rig.host.hall.awaited.values.map(\.count) == [2] }
        #expect(try await rig.post(other, [], to: "/lead").status == 200)
        #expect(try await rig.post(one, []).text.contains("\"taken\":0"))
        disk.goOn()
        for task in sent { #expect(try await task.value.text.contains("\"taken\":1")) }
        #expect(rig.host.hall.awaited.isEmpty)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["picture-1.jpg"]
        )
        // The other page leads now, so the host refuses a new picture of this page.
        #expect(try await rig.sendPicture(one, 2).status == 409)
        for page in pages { #expect(await page.feed.hear(until: "event: beat") != nil) }
        await rig.run.engine.exit()
        _ = await showing.value
        await rig.host.close()
    }

    @Test("answers 507 when it cannot write a picture, and takes the picture when it is sent again")
    func pictureRefused() async throws {
        let folder = try Scratch()
        let rig = try Rig()
        let missing = "\(folder.path)/missing"
        rig.run.services.pictures = RSDResourceLocator(folders: [missing])
        let showing = Task { await rig.host.show(rig.run) }
        let page = try await rig.open(one)
        #expect(try await rig.sendPicture(one, 1).status == 507)
        try FileManager.default.createDirectory(atPath: missing, withIntermediateDirectories: false)
        #expect(try await rig.sendPicture(one, 1).text.contains("\"taken\":1"))
        #expect(await page.feed.hear(until: "event: beat") != nil)
        await rig.run.engine.exit()
        _ = await showing.value
        await rig.host.close()
    }

    @Test("stops its work when it is closed, and frees its desk when nothing refers to it")
    func ends() async throws {
        let rig = try Rig()
        await rig.host.close()
        for await _ in rig.host.desk.jobs {}
        weak var desk: WebDesk?
        do {
            let host = try WebHost(limits: .patient, program: WebChildProgram.path)
            desk = host.desk
            #expect(desk != nil)
        }
        try await until("the desk is freed") { desk == nil }
    }
}
