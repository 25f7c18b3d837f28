import SystemCalls
import Testing
@testable import WebServer

@Suite("A message between a server and its child")
struct MessageTests {
    private static let request = HTTPRequest(
        id: 1 << 40,
        method: "POST",
        target: "/events?page=a%20b",
        headers: [HTTPHeader("Host", "board:8080"), HTTPHeader("X", "")],
        client: "2001:db8::1",
        hasBody: true
    )

    static let reports: [WebReport] = [
        .ready, .failed("no room"), .asked(request), .body(7, [0, 255, 13]), .bodyEnd(7),
        .taken(7, 4096), .left(7), .gone(.max), .present,
    ]

    static let orders: [WebOrder] = [
        .serve(
            WebSettings(
                firstID: 5,
                limits: WebLimits(),
                identity: WebSettings.Identity(certificate: "C", key: "K")
            )
        ),
        .serve(WebSettings(firstID: 0, limits: WebLimits(), identity: nil)),
        .proceed(3, upTo: 65536),
        .answer(3, HTTPAnswer(404, [HTTPHeader("A", "b")], .whole([1, 2]))),
        .answer(3, HTTPAnswer(200, [], .stream(length: nil))),
        .answer(3, HTTPAnswer(206, [], .stream(length: 1 << 33))),
        .more(3, []), .end(3), .cut(3), .follow(3), .hail,
    ]

    @Test("is decoded as the child has encoded it", arguments: reports)
    func readAgain(report: WebReport) throws { #expect(try WebReport(report.bytes) == report) }

    @Test("is decoded as the server has encoded it", arguments: orders)
    func obeyed(order: WebOrder) throws { #expect(try WebOrder(order.bytes) == order) }

    @Test("is refused if it is cut, or if more follows it", arguments: reports)
    func cuts(report: WebReport) {
        for count in report.bytes.indices {
            #expect(throws: MessageReader.Malformed.self) {
                try WebReport(Array(report.bytes.prefix(count)))
            }
        }
        #expect(throws: MessageReader.Malformed.self) { try WebReport(report.bytes + [0]) }
    }

    @Test("takes no more memory than it has bytes, whatever lengths it claims", arguments: reports)
    func hostile(report: WebReport) {
        for place in report.bytes.indices {
            for value: UInt8 in [0, 1, 127, 128, 255] {
                var bytes = report.bytes
                bytes[place] = value
                // It may be a message or not; memory for a claimed length would end this process.
                if let read = try? WebReport(bytes) {
                    #expect(read.bytes.count <= bytes.count + 64)
                }
            }
        }
    }
}

@Suite("An HTTP request")
struct HTTPRequestTests {
    private func request(_ target: String, _ headers: [HTTPHeader] = []) -> HTTPRequest {
        HTTPRequest(id: 1, method: "GET", target: target, headers: headers)
    }

    @Test("has a path, and arguments that are unescaped once")
    func arguments() {
        let asked = request("/resource?name=a%2Fb%25&page=x")
        #expect(asked.path == "/resource")
        #expect(asked.argument("name") == "a/b%")
        #expect(asked.argument("page") == "x")
        #expect(asked.argument("other") == nil)
    }

    @Test(
        "has no argument if its value is missing, given twice or not valid text",
        arguments: ["/?a=%", "/?a=%4", "/?a=%zz", "/?a=%00", "/?a=%ff", "/?a=1&a=2", "/?a", "/"]
    )
    func noArgument(target: String) { #expect(request(target).argument("a") == nil) }

    @Test("finds a header in upper and lower case, but none if there are several")
    func headers() {
        let asked = request(
            "/",
            [HTTPHeader("HOST", "a"), HTTPHeader("x", "1"), HTTPHeader("X", "2")]
        )
        #expect(asked.header("Host") == "a")
        #expect(asked.header("x") == nil)
        #expect(asked.header("y") == nil)
    }
}

@Suite("The window of a stream")
struct StreamWindowTests {
    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    }

    @Test("lets a little pass at once, and the rest as that is taken, complete and in order")
    func window() {
        var window = StreamWindow()
        let all = bytes(StreamWindow.width * 3 + 17)
        window.add(all)
        window.end()
        var gone: [UInt8] = []
        var hasEnded = false
        while !hasEnded {
            var onItsWay = 0
            while let step = window.next() {
                switch step {
                case .send(let some):
                    onItsWay += some.count
                    gone += some
                case .end: hasEnded = true
                case .tellDrained: Issue.record("a stream that has ended reports no room")
                }
            }
            #expect(onItsWay <= StreamWindow.width)
            guard onItsWay > 0 || hasEnded else { break }
            window.take(onItsWay)
        }
        #expect(gone == all)
        #expect(hasEnded)
        #expect(window.next() == nil)
    }

    @Test("reports once that it has room, each time that it was given something")
    func drained() {
        var window = StreamWindow()
        #expect(window.next() == nil)
        window.add([1])
        #expect(window.next() == .send([1]))
        #expect(window.next() == .tellDrained)
        #expect(window.next() == nil)
        window.add([2])
        #expect(window.next() == .send([2]))
        #expect(window.next() == .tellDrained)
    }

    @Test("does not believe a child that claims to have taken more than it was given")
    func tooMuch() {
        var window = StreamWindow()
        window.take(.max)
        window.take(-5)
        window.add(bytes(StreamWindow.width * 2))
        var sent = 0
        while case .send(let some)? = window.next() { sent += some.count }
        #expect(sent <= StreamWindow.width)
    }
}
