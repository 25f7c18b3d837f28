// What an operator's browser asks of a board, as far as the door has understood it.

/// What is asked of a board.
enum BoardErrand: Sendable, Hashable {
    case state
    /// The newest sessions, behind one of them.
    case sessions(before: SessionKey?)
    case check(SessionKey)
    case download(SessionKey)
    case begin(task: String)
    case end(run: String)
    /// Whether a session can be downloaded.
    case look(SessionKey)
}

/// What a session is called in addresses: its name may say whose it is, and an address is kept by browsers.
struct SessionKey: Sendable, Hashable {
    let text: String

    init(text: String) { self.text = text }

    /// Of a session by its name: another one each time the program is started.
    init(of name: String) { text = String(UInt(bitPattern: name.hashValue), radix: 36) }
}

/// The body of a question that begins a task.
struct WantedTask: Decodable {
    var task: String
}

/// The body of a question that ends a run.
struct UnwantedRun: Decodable {
    var run: String
}
