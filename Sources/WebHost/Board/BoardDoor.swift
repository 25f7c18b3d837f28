// Parses the requests of an operator's browser. `WebDoor` then decides whether the browser has the role to ask.

internal import WebServer

/// Parses requests to the board.
enum BoardDoor {
    /// The prefix of all requests to the board.
    ///
    /// The board's page, `/board`, does not have it: the page is public.
    static let prefix = "/board/"
    /// The greatest length of a body: the name of a task, the participant's codes, and the JSON around them.
    private static let mostBytes = 4096

    /// What a request asks for; `nil` if the address is unknown.
    static func passage(for request: HTTPRequest) -> WebDoor.Passage? {
        let name = request.path.dropFirst(prefix.count)
        guard request.method != "POST" else { return posted(name, request) }
        switch name {
        case "state": return .board(.state)
        case "sessions":
            let key = request.argument("before").map(SessionKey.init(text:))
            return .board(.sessions(before: key))
        case "check": return ofSession(request) { .check($0) }
        case "look": return ofSession(request) { .look($0) }
        case "plot": return ofSession(request) { .plot($0) }
        case "session": return ofSession(request) { .download($0) }
        default: return nil
        }
    }

    private static func ofSession(
        _ request: HTTPRequest,
        _ errand: (SessionKey) -> BoardErrand
    ) -> WebDoor.Passage {
        guard let key = request.argument("key") else {
            return .answer(.refusal(400, "no session is given"))
        }
        return .board(errand(SessionKey(text: key)))
    }

    private static func posted(_ name: Substring, _ request: HTTPRequest) -> WebDoor.Passage? {
        guard name == "begin" || name == "end" else { return nil }
        guard request.header("Content-Type")?.prefix(while: { $0 != ";" }) == "application/json"
        else { return .answer(WebDoor.noJSON) }
        return .errand(name == "begin" ? .begin : .end, upTo: mostBytes)
    }
}
