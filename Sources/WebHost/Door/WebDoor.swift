// Decides which browser may do what. `WebDoor` is a value without side effects and decides about every request before
// it reaches the run.

internal import FoundationEssentials
internal import SystemCalls
internal import Timebase
internal import WebServer

/// Decides about requests.
struct WebDoor: Sendable {
    /// What to do with a request.
    enum Passage: Sendable, Hashable {
        case answer(HTTPAnswer)
        /// A page asks for the stream of what the run shows.
        case feed(PageID, WebRole)
        /// A page asks for a resource that the screen names.
        case resource(String, range: String?)
        /// An operator asks the board for something.
        case board(BoardErrand)
        /// The request is allowed and has a body, which must be read first.
        case errand(WebErrand, upTo: Int)
    }

    let place: WebPlace
    /// The pairing codes; `nil` if none are needed, because only programs on this machine can reach the server.
    private(set) var pairing: Pairing?
    /// The role of every browser if there are no codes.
    let openTo: WebRole
    /// Whether the host has a board.
    let hasBoard: Bool
    private var visitors: [String: WebRole] = [:]
    private let files: PageFiles

    /// The tokens of paired browsers, in the order of pairing.
    private var arrivals: [String] = []

    /// How many browsers of a role stay paired; beyond that, the one that paired first must pair again.
    static let mostVisitors = 64

    /// The cookie's name contains the port: a browser shares cookies among all servers of a machine.
    private var cookie: String { "footfall-\(place.port)" }

    init(
        _ place: WebPlace,
        pairing: Pairing?,
        openTo: WebRole,
        hasBoard: Bool = false,
        files: PageFiles = .built
    ) {
        self.place = place
        self.pairing = pairing
        self.openTo = openTo
        self.hasBoard = hasBoard
        self.files = files
    }

    /// What to do with a request.
    func passage(for request: HTTPRequest) -> Passage {
        guard let host = request.header("Host"), place.isNamed(by: host) else {
            return .answer(.refusal(421, "this server has another name"))
        }
        // The page's own files are public, and a link in a mail may lead to them.
        if ["GET", "HEAD"].contains(request.method), !request.hasBody,
            let file = files.file(at: request.path, withBoard: hasBoard)
        {
            return .answer(file.answer(to: request))
        }
        // Pages of other sites may send requests, too. If the browser reports that, refuse.
        if let site = request.header("Sec-Fetch-Site"), site != "same-origin", site != "none" {
            return .answer(.refusal(403, "only pages of this server may ask that"))
        }
        switch request.method {
        case "GET", "HEAD": return asked(request)
        case "POST":
            guard place.isOrigin(request.header("Origin"), ofHost: host) else {
                return .answer(.refusal(403, "only pages of this server may ask that"))
            }
            let passage = posted(request)
            guard case .errand(_, let most) = passage,
                let length = request.header("Content-Length"),
                Int(length).map({ $0 > most }) ?? true
            else { return passage }
            return .answer(.refusal(413, "the body is too large"))
        default:
            return .answer(.refusal(405, "this method is not supported: use GET, HEAD or POST"))
        }
    }

    private func asked(_ request: HTTPRequest) -> Passage {
        guard !request.hasBody else { return .answer(.refusal(400, "a question has no body")) }
        if request.path.hasPrefix(BoardDoor.prefix) { return toBoard(request) }
        guard ["/feed", "/feed/who", "/resource"].contains(request.path) else {
            return .answer(.refusal(404, "there is nothing here"))
        }
        guard let role = role(of: request) else { return .answer(Self.unknown) }
        switch request.path {
        case "/resource":
            guard let name = request.argument("name"), !name.isEmpty else {
                return .answer(.refusal(400, "no name is given"))
            }
            return .resource(name, range: request.header("Range"))
        case "/feed/who": return .answer(.json(200, ["role": role.rawValue]))
        default:
            guard let page = request.argument("page").flatMap(PageID.init) else {
                return .answer(.refusal(400, "no page is given"))
            }
            return .feed(page, role)
        }
    }

    private func posted(_ request: HTTPRequest) -> Passage {
        guard request.hasBody else { return .answer(.refusal(400, "a body is missing")) }
        let type = request.header("Content-Type")?.prefix { $0 != ";" }
        if request.path == "/pair" {
            guard pairing != nil else { return .answer(.refusal(404, "there is nothing here")) }
            guard type == "application/json" else { return .answer(Self.noJSON) }
            return .errand(.pair, upTo: 256)
        }
        if request.path.hasPrefix(BoardDoor.prefix) { return toBoard(request) }
        guard ["/events", "/lead", "/picture"].contains(request.path) else {
            return .answer(.refusal(404, "there is nothing here"))
        }
        guard let role = role(of: request) else { return .answer(Self.unknown) }
        guard role.mayAct || request.path == "/events" else {
            return .answer(.refusal(403, "this browser may only watch"))
        }
        switch request.path {
        case "/picture":
            guard let type, type.hasPrefix("image/"),
                let page = request.argument("page").flatMap(PageID.init),
                let number = request.header("Footfall-Number").flatMap(Int.init),
                let element = request.header("Footfall-Element").flatMap(HTTPRequest.unescaped)
            else { return .answer(.refusal(400, "the headers of the picture are incomplete")) }
            let picture = PictureErrand(
                page: page,
                number: number,
                run: request.header("Footfall-Run"),
                element: element,
                type: String(type)
            )
            return .errand(.picture(picture, role), upTo: 16 << 20)
        default:
            guard type == "application/json" else { return .answer(Self.noJSON) }
            return .errand(request.path == "/lead" ? .lead(role) : .events(role), upTo: 256 << 10)
        }
    }

    /// Decides about a request to the board: only operators may ask.
    private func toBoard(_ request: HTTPRequest) -> Passage {
        guard hasBoard, let passage = BoardDoor.passage(for: request) else {
            return .answer(.refusal(404, "there is nothing here"))
        }
        guard let role = role(of: request) else { return .answer(Self.unknown) }
        guard role == .operator else {
            return .answer(.refusal(403, "this browser may not look after the board"))
        }
        return passage
    }

    private static let unknown = HTTPAnswer.refusal(401, "this browser is not paired")
    static let noJSON = HTTPAnswer.refusal(415, "the body has to be JSON")

    // MARK: Pairing

    private func role(of request: HTTPRequest) -> WebRole? {
        guard pairing != nil else { return openTo }
        let pairs = (request.header("Cookie") ?? "").split(separator: ";")
        for pair in pairs {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == cookie { return visitors[String(parts[1])] }
        }
        return nil
    }

    /// Pairs a browser that sends a code.
    ///
    /// - Returns: The answer, and whether the codes were replaced.
    mutating func pair(_ code: String, at now: BootInstant) -> (answer: HTTPAnswer, areNew: Bool) {
        guard let (outcome, areNew) = pairing?.take(code, at: now) else {
            return (.refusal(404, "there is nothing here"), false)
        }
        switch outcome {
        case .paired(let role):
            let token = Self.token()
            // Pairing again and again drops only browsers of the same role.
            let same = arrivals.filter { visitors[$0] == role }
            if same.count >= Self.mostVisitors, let first = same.first {
                visitors[first] = nil
                arrivals.removeAll { $0 == first }
            }
            visitors[token] = role
            arrivals.append(token)
            let ending = "; Path=/; HttpOnly; SameSite=Strict" + (place.isSecure ? "; Secure" : "")
            let cookie = HTTPHeader("Set-Cookie", "\(cookie)=\(token)\(ending)")
            return (.json(200, ["role": role.rawValue], with: [cookie]), areNew)
        case .wrong(let wait): return (Self.wait(403, wait), areNew)
        case .tooSoon(let wait): return (Self.wait(429, wait), areNew)
        }
    }

    private static func wait(_ status: Int, _ wait: Duration) -> HTTPAnswer {
        .json(status, ["left": Int((wait / .seconds(1)).rounded(.up))])
    }

    /// 192 random bits, as hexadecimal digits.
    private static func token() -> String {
        (0..<24).map { _ in
            let byte = UInt8.random(in: .min ... .max)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
