import SystemCalls
import Testing
import Timebase
@testable import WebHost
import WebServer

/// A request as a browser sends it from one of our pages.
private func question(
    _ method: String,
    _ target: String,
    host: String? = "board:8443",
    origin: String? = "https://board:8443",
    cookie: String? = nil,
    type: String? = "application/json",
    more: [HTTPHeader] = []
) -> HTTPRequest {
    var headers = more
    if let host { headers.append(HTTPHeader("Host", host)) }
    if let origin, method == "POST" { headers.append(HTTPHeader("Origin", origin)) }
    if let cookie { headers.append(HTTPHeader("Cookie", cookie)) }
    if let type, method == "POST" { headers.append(HTTPHeader("Content-Type", type)) }
    return HTTPRequest(
        id: 1,
        method: method,
        target: target,
        headers: headers,
        hasBody: method == "POST"
    )
}

private let page = "abcdefghijklmnopqrstuv"

extension WebDoor.Passage {
    /// The status of the answer; `nil` if the request needs more than an answer.
    fileprivate var status: Int? {
        if case .answer(let answer) = self { answer.status } else { nil }
    }
}

@Suite("Access to a server on the network")
struct DoorTests {
    private var door: WebDoor
    private var cookies: [WebRole: String] = [:]

    init() throws {
        let place = WebPlace(
            reach: .network,
            port: 8443,
            isSecure: true,
            name: "board",
            addresses: ["192.0.2.7"]
        )
        let pairing = Pairing(for: WebRole.allCases)
        door = WebDoor(place, pairing: pairing, openTo: .participant, hasBoard: true)
        for role in WebRole.allCases {
            let code = try #require(pairing.codes[role])
            let (answer, _) = door.pair(code, at: BootInstant(nanoseconds: 0))
            let set = try #require(answer.headers.first { $0.name == "Set-Cookie" }?.value)
            for word in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/"] {
                #expect(set.contains(word))
            }
            cookies[role] = String(set.prefix { $0 != ";" })
        }
    }

    @Test("serves its built-in files to everybody, and no file of the disk")
    func files() {
        for path in ["/", "/page.js", "/page.css"] {
            #expect(door.passage(for: question("GET", path)).status == 200)
        }
        for path in [
            "/../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/etc/passwd", "/page.js/..",
            "/.", "", "*", "http://board:8443/page.js", "/index.html%00", "/PAGE.JS",
        ] {
            #expect(door.passage(for: question("GET", path)).status == 404, "\(path)")
        }
    }

    @Test("answers 304 for a file that the browser has cached, and 200 for another version")
    func caching() throws {
        guard case .answer(let first) = door.passage(for: question("GET", "/page.js")) else {
            throw CancellationError()
        }
        let tag = try #require(first.headers.first { $0.name == "ETag" }?.value)
        let known = [HTTPHeader("If-None-Match", tag)]
        #expect(door.passage(for: question("GET", "/page.js", more: known)).status == 304)
        let other = [HTTPHeader("If-None-Match", "\"other\"")]
        #expect(door.passage(for: question("GET", "/page.js", more: other)).status == 200)
    }

    @Test("refuses a request without a valid session cookie, or with two cookies")
    func unpaired() throws {
        let real = try #require(cookies[.operator])
        let bad = [
            nil, "", "footfall-8443=", "footfall-8443=\(String(repeating: "0", count: 48))",
            "footfall=1",
            "other=" + real, real + "0", String(real.dropLast()),
        ]
        for cookie in bad {
            for path in ["/feed?page=\(page)", "/feed/who", "/resource?name=a"] {
                #expect(door.passage(for: question("GET", path, cookie: cookie)).status == 401)
            }
            for path in ["/events", "/lead", "/picture?page=\(page)"] {
                #expect(door.passage(for: question("POST", path, cookie: cookie)).status == 401)
            }
        }
        let twice = [HTTPHeader("Cookie", real)]
        let asked = question("GET", "/feed/who", cookie: real, more: twice)
        #expect(door.passage(for: asked).status == 401)
    }

    @Test("lets every role but a watcher lead and send pictures", arguments: WebRole.allCases)
    func roles(role: WebRole) {
        let cookie = cookies[role]
        let feed = door.passage(for: question("GET", "/feed?page=\(page)", cookie: cookie))
        #expect(feed == PageID(page).map { .feed($0, role) })
        #expect(
            door.passage(for: question("GET", "/resource?name=a%2Fb", cookie: cookie))
                == .resource("a/b", range: nil)
        )
        let events = door.passage(for: question("POST", "/events", cookie: cookie))
        #expect(events == .errand(.events(role), upTo: 256 << 10))
        let lead = door.passage(for: question("POST", "/lead", cookie: cookie))
        let picture = door.passage(
            for: question(
                "POST",
                "/picture?page=\(page)",
                cookie: cookie,
                type: "image/jpeg",
                more: [HTTPHeader("Footfall-Number", "3"), HTTPHeader("Footfall-Element", "a%2Fb")]
            )
        )
        if role == .watcher {
            #expect(lead.status == 403)
            #expect(picture.status == 403)
        } else {
            #expect(lead == .errand(.lead(role), upTo: 256 << 10))
            guard case .errand(.picture(let errand, role), _) = picture else {
                Issue.record("no picture")
                return
            }
            #expect(errand.element == "a/b")
            #expect(errand.number == 3)
        }
    }

    @Test("lets only operators use the board", arguments: WebRole.allCases)
    func board(role: WebRole) {
        let cookie = cookies[role]
        let asked: [(String, BoardErrand)] = [
            ("/board/state", .state), ("/board/sessions", .sessions(before: nil)),
            ("/board/sessions?before=x", .sessions(before: SessionKey(text: "x"))),
            ("/board/check?key=x", .check(SessionKey(text: "x"))),
            ("/board/look?key=x", .look(SessionKey(text: "x"))),
            ("/board/session?key=x", .download(SessionKey(text: "x"))),
        ]
        for (path, errand) in asked {
            let passage = door.passage(for: question("GET", path, cookie: cookie))
            if role == .operator {
                #expect(passage == .board(errand))
            } else {
                #expect(passage.status == 403)
            }
            #expect(door.passage(for: question("GET", path)).status == 401)
        }
        for (path, errand) in [("/board/begin", WebErrand.begin), ("/board/end", .end)] {
            let passage = door.passage(for: question("POST", path, cookie: cookie))
            if role == .operator {
                #expect(passage == .errand(errand, upTo: 4096))
            } else {
                #expect(passage.status == 403)
            }
            #expect(door.passage(for: question("POST", path)).status == 401)
            let foreign = question("POST", path, origin: "https://evil:8443", cookie: cookie)
            #expect(door.passage(for: foreign).status == 403)
            #expect(door.passage(for: question("GET", path, cookie: cookie)).status == 404)
        }
        let untyped = question("POST", "/board/begin", cookie: cookie, type: "text/plain")
        #expect(door.passage(for: untyped).status == (role == .operator ? 415 : 403))
        for path in ["/board/", "/board/other", "/board/state/x", "/board/../state"] {
            #expect(door.passage(for: question("GET", path, cookie: cookie)).status == 404)
        }
    }

    @Test("answers only to its own host names, which stops DNS rebinding")
    func hosts() {
        let good = [
            "board:8443", "BOARD:8443", "board.local:8443", "192.0.2.7:8443", "198.51.100.1:8443",
            "[2001:db8::1]:8443", "localhost:8443", "127.0.0.1:8443", "[::1]:8443",
        ]
        for host in good {
            #expect(door.passage(for: question("GET", "/", host: host)).status == 200, "\(host)")
        }
        let bad = [
            nil, "", "board", "board:80", "board:84430", "evil.example:8443",
            "board.evil.example:8443",
            "notboard:8443", "192.0.2.7.evil.example:8443", "board:8443:8443", "board:8443 ",
            "[::1",
        ]
        for host in bad {
            #expect(
                door.passage(for: question("GET", "/", host: host)).status == 421,
                "\(host ?? "")"
            )
        }
    }

    @Test("answers to the names of its certificate, and lists them first among its addresses")
    func certified() {
        let place = WebPlace(
            reach: .network,
            port: 8443,
            isSecure: true,
            name: "board",
            addresses: ["2001:db8::7", "192.0.2.7"],
            certified: ["*.example.org", "gait.example.com"].compactMap(CertifiedName.init)
        )
        for name in ["gait.example.com", "GAIT.example.com", "a.example.org", "board.local"] {
            #expect(place.isNamed(by: "\(name):8443"), "\(name)")
        }
        for name in ["example.org", "a.b.example.org", "example.com", "a.gait.example.com"] {
            #expect(!place.isNamed(by: "\(name):8443"), "\(name)")
        }
        #expect(
            place.pages == [
                "https://gait.example.com:8443/", "https://192.0.2.7:8443/",
                "https://[2001:db8::7]:8443/", "https://board.local:8443/",
            ]
        )
        let invitations = place.invitations(for: [.watcher], [.watcher: "012345"])
        #expect(invitations.map(\.address) == ["https://gait.example.com:8443/#012345"])
    }

    @Test(
        "lists a page for each address of its machine, and one for its name",
        arguments: [
            ("board", ["https://192.0.2.7:1/", "https://board.local:1/"]),
            ("board.example.org", ["https://192.0.2.7:1/", "https://board.example.org:1/"]),
            ("", ["https://192.0.2.7:1/"]),
        ]
    )
    func pages(name: String, pages: [String]) {
        let place = WebPlace(
            reach: .network,
            port: 1,
            isSecure: true,
            name: name,
            addresses: ["192.0.2.7"]
        )
        #expect(place.pages == pages)
        #expect(
            WebPlace(reach: .thisMachine, port: 1, isSecure: false).pages == ["http://127.0.0.1:1/"]
        )
    }

    @Test("refuses changes from a page of another origin, or without an origin")
    func origins() {
        let cookie = cookies[.participant]
        let bad = [
            nil, "null", "http://board:8443", "https://board", "https://evil.example",
            "https://board:8443.evil.example", "https://192.0.2.7:8443", "",
        ]
        for origin in bad {
            for path in ["/events", "/lead", "/pair", "/picture"] {
                let asked = question("POST", path, origin: origin, cookie: cookie)
                #expect(door.passage(for: asked).status == 403, "\(origin ?? "") \(path)")
            }
        }
        for site in ["cross-site", "same-site", "elsewhere"] {
            let head = [HTTPHeader("Sec-Fetch-Site", site)]
            for path in ["/feed?page=\(page)", "/resource?name=a", "/feed/who"] {
                let asked = question("GET", path, cookie: cookie, more: head)
                #expect(door.passage(for: asked).status == 403)
            }
            // A link in an e-mail may open the page itself, which holds no data.
            #expect(door.passage(for: question("GET", "/", more: head)).status == 200)
        }
    }

    @Test("refuses methods, page names, content types and lengths that our pages never send")
    func misshapen() {
        let cookie = cookies[.participant]
        for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "", "get"] {
            let asked = question(method, "/events", cookie: cookie)
            #expect(door.passage(for: asked).status == 405, "\(method)")
        }
        for name in ["", "short", page + "x", "abcdefghijklmnopqrstu/", "abcdefghijklmnopqrst%20"] {
            let asked = question("GET", "/feed?page=\(name)", cookie: cookie)
            #expect(door.passage(for: asked).status == 400, "\(name)")
        }
        for type in [nil, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
            let asked = question("POST", "/events", cookie: cookie, type: type)
            #expect(door.passage(for: asked).status == 415)
        }
        let picture = question("POST", "/picture?page=\(page)", cookie: cookie, type: "image/png")
        #expect(door.passage(for: picture).status == 400)
        for (length, status) in [("262145", 413), ("99999999999999999999", 413), ("262144", nil)] {
            let head = [HTTPHeader("Content-Length", length)]
            let asked = question("POST", "/events", cookie: cookie, more: head)
            #expect(door.passage(for: asked).status == status, "\(length)")
        }
    }

    @Test("asks for no code when it serves this machine alone, and has no path for pairing")
    func open() {
        let place = WebPlace(reach: .thisMachine, port: 8080, isSecure: false)
        let door = WebDoor(place, pairing: nil, openTo: .participant)
        let asked = question("GET", "/feed/who", host: "127.0.0.1:8080")
        #expect(door.passage(for: asked).status == 200)
        let code = question(
            "POST",
            "/pair",
            host: "127.0.0.1:8080",
            origin: "http://127.0.0.1:8080"
        )
        #expect(door.passage(for: code).status == 404)
        for host in ["192.0.2.7:8080", "board:8080", "10.0.0.1:8080"] {
            #expect(door.passage(for: question("GET", "/", host: host)).status == 421)
        }
    }
}

@Suite("Pairing codes of six digits")
struct PairingTests {
    private func instant(_ seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: Int64(seconds * 1e9))
    }

    /// A pairing whose codes count up.
    private func counting() -> Pairing {
        let next = Counter()
        return Pairing(for: WebRole.allCases) { String("\(1_000_000 + next.next())".dropFirst()) }
    }

    private final class Counter: @unchecked Sendable {
        private var count = 0
        func next() -> Int {
            count += 1
            return count
        }
    }

    @Test("are different for each role, even if the same code is drawn twice in a row")
    func differ() {
        let next = Counter()
        let pairing = Pairing(for: WebRole.allCases) {
            String("\(1_000_000 + (next.next() + 1) / 2)".dropFirst())
        }
        #expect(Set(pairing.codes.values).count == WebRole.allCases.count)
    }

    @Test("give the role that each stands for")
    func right() {
        var pairing = Pairing(for: WebRole.allCases)
        #expect(pairing.codes.count == WebRole.allCases.count)
        for (role, code) in pairing.codes {
            #expect(code.utf8.count == 6 && code.utf8.allSatisfy { (48...57).contains($0) })
            let outcome = pairing.take(code, at: instant(0)).outcome
            #expect(outcome == .paired(role))
        }
        for code in ["", "12345", "1234567", "abcdef", "٠٠٠٠٠١"] {
            guard case .wrong = pairing.take(code, at: instant(0)).outcome else {
                Issue.record("\(code) is a code")
                continue
            }
        }
    }

    @Test("make wrong guesses wait longer each time, and even a right code is refused meanwhile")
    func waits() throws {
        var pairing = counting()
        var now = 0.0
        var waits: [Double] = []
        for _ in 0..<40 {
            guard case .wrong(let wait) = pairing.take("999999", at: instant(now)).outcome else {
                Issue.record("a wrong code was not called wrong")
                return
            }
            waits.append(wait / .seconds(1))
            if wait > .zero {
                let right = try #require(pairing.codes[.operator])
                guard
                    case .tooSoon = pairing.take(right, at: instant(now + waits.last! - 0.001))
                        .outcome
                else {
                    Issue.record("a code was checked before the wait was over")
                    return
                }
            }
            now += waits.last!
        }
        #expect(waits.prefix(6) == [0, 0, 0, 0, 15, 30])
        #expect(waits.suffix(30).allSatisfy { $0 == 900 })
        // So fewer than 100 of a million codes can be tried in a day.
        #expect(Duration.seconds(86_400) / Pairing.longestWait < 100)
    }

    @Test("change after `triesOfACode` wrong tries, and the old ones stop working")
    func others() throws {
        var pairing = counting()
        let first = pairing.codes
        var now = 0.0
        var changes = 0
        for _ in 0..<Pairing.triesOfACode {
            let (outcome, areNew) = pairing.take("999999", at: instant(now))
            if areNew { changes += 1 }
            if case .wrong(let wait) = outcome { now += wait / .seconds(1) }
        }
        #expect(changes == 1)
        #expect(Set(first.values).isDisjoint(with: pairing.codes.values))
        let old = try #require(first[.participant])
        let outcome = pairing.take(old, at: instant(now)).outcome
        #expect(outcome != .paired(.participant))
    }

    @Test("keep their count of wrong tries when another role pairs, and forget it after an hour")
    func otherRole() throws {
        var pairing = counting()
        for _ in 0..<Pairing.freeTries {
            _ = pairing.take("999999", at: instant(0))
            let own = try #require(pairing.codes[.watcher])
            let outcome = pairing.take(own, at: instant(0)).outcome
            #expect(outcome == .paired(.watcher))
        }
        let fifth = pairing.take("999999", at: instant(0)).outcome
        #expect(fifth == .wrong(Pairing.firstWait))
        let later = pairing.take("999999", at: instant(3600)).outcome
        #expect(later == .wrong(.zero))
    }
}
