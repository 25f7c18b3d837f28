// What an operator's browser asks of a board, as far as the door has understood it.

internal import SessionFolder

/// What is asked of a board.
enum BoardErrand: Sendable, Hashable {
    case state
    /// The newest sessions, behind one of them.
    case sessions(before: SessionKey?)
    case check(SessionKey)
    case download(SessionKey)
    /// A page on which the session is drawn.
    case plot(SessionKey)
    case begin(WantedTask)
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
struct WantedTask: Decodable, Sendable, Hashable {
    var task: String
    /// What is said of who takes part, as it was typed.
    var subject: String?
    var visit: String?
    var group: String?

    /// Who takes part; `nil` where nothing was said.
    func participant() throws(BoardRefusal) -> Participant? {
        func said(_ text: String?) -> String? {
            // What stands around a code was typed along.
            let trimmed = text?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return trimmed?.isEmpty == false ? trimmed : nil
        }
        do throws(Participant.LabelProblem) {
            let given = try Participant(
                subject: said(subject),
                visit: said(visit),
                group: said(group)
            )
            return given.isEmpty ? nil : given
        } catch {
            throw BoardRefusal("the \(error.part.rawValue) \(error.what): \(error.remedy)")
        }
    }
}

/// The body of a question that ends a run.
struct UnwantedRun: Decodable {
    var run: String
}
