// A parsed request of an operator's browser.

internal import SessionFolder

/// What is asked of a board.
enum BoardErrand: Sendable, Hashable {
    case state
    /// The newest sessions, or those that follow a session in the list.
    case sessions(before: SessionKey?)
    case check(SessionKey)
    case download(SessionKey)
    /// A page with the session's plot.
    case plot(SessionKey)
    case begin(WantedTask)
    case end(run: String)
    /// Asks whether a session can be downloaded.
    case look(SessionKey)

    /// Whether it needs one of a few places, which clients that have gone must leave to others.
    var needsPlace: Bool {
        switch self {
        case .check, .plot: true
        case .state, .sessions, .download, .begin, .end, .look: false
        }
    }
}

/// Names a session in addresses.
///
/// Browsers keep addresses in their history. A session's real name may reveal the participant; the key does not.
struct SessionKey: Sendable, Hashable {
    let text: String

    init(text: String) { self.text = text }

    /// The key of a session; it differs each time the program is started.
    init(of name: String) { text = String(UInt(bitPattern: name.hashValue), radix: 36) }
}

/// The body of a request to begin a task.
struct WantedTask: Decodable, Sendable, Hashable {
    var task: String
    /// The participant's codes, as typed.
    var subject: String?
    var visit: String?
    var group: String?

    /// The participant; `nil` if no code was given.
    func participant() throws(BoardRefusal) -> Participant? {
        func said(_ text: String?) -> String? {
            // Extra spaces were typed by mistake: those around a code are dropped, several within it become one.
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

/// The body of a request to end a run.
struct UnwantedRun: Decodable {
    var run: String
}
