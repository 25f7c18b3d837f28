// Understands what an operator's browser asks for. `WebDoor` decides before whether it may ask.

internal import WebServer

/// Reads what is asked of a board.
enum BoardDoor {
    /// What all its addresses begin with; the page itself is no secret.
    static let prefix = "/board/"
    /// How long the name of a task may be, with what is around it.
    private static let mostBytes = 4096

    /// What a question means; `nil` where there is nothing of that name.
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
