// Reports the sending of sessions: to a user a line for each session, and a changing line on a terminal; to a program
// a JSON object for each event, since a service never ends and so cannot report everything at its end.

internal import Outbox
internal import PlainWords
internal import Synchronization
internal import SystemCalls
internal import TerminalHost

/// Reports events while sessions are sent.
final class SendTeller: Sendable {
    private let style: ReportStyle
    private let console: Console
    private let isShown: Bool
    private let state = Mutex(State())

    private struct State {
        /// The keys of the messages of the last round and of this one, so as not to repeat them every few minutes.
        var toldBefore: Set<String> = []
        var told: Set<String> = []
        var session = ""
        var bytes: Int64 = 0
        /// The bytes sent in this round when the session began.
        var before: Int64 = 0
        var sent: Int64 = 0
        var hasLine = false
    }

    init(_ style: ReportStyle, on console: Console) {
        (self.style, self.console) = (style, console)
        isShown = style == .person && console.abilities.redraws
    }

    /// Reports a condition once, and again only after a round in which it did not occur.
    ///
    /// - Parameters:
    ///   - words: The message.
    ///   - about: A key for the condition, if the message changes each time, for instance because it has a number.
    func complainOnce(_ words: String, about: String? = nil) {
        let isNew = state.withLock { state in
            state.told.insert(about ?? words).inserted
                && !state.toldBefore.contains(about ?? words)
        }
        if isNew { complain(words) }
    }

    /// Ends a round: a condition that was not reported in this round counts as new when it occurs again.
    func endRound() {
        state.withLock { state in (state.toldBefore, state.told) = (state.told, []) }
    }

    func complain(_ words: String) {
        clear()
        console.complain(words)
    }

    /// Notes how many bytes this round has sent, and shows the present session's part of them.
    func note(sent bytes: Int64) {
        state.withLock { state in
            state.sent = bytes
            guard isShown, !state.session.isEmpty else { return }
            state.hasLine = true
            let done = Quantity.bytes(min(bytes - state.before, state.bytes))
            let line = "\(state.session.printable): \(done) of \(Quantity.bytes(state.bytes))"
            console.write("\r\(line.prefix(max(1, console.size.columns - 1)))\u{1B}[K")
        }
    }

    func tell(_ event: SendEvent) {
        switch event {
        case .begins(let session, let files, let bytes):
            state.withLock { state in
                (state.session, state.bytes, state.before) = (session, bytes, state.sent)
            }
            printLine(SendLine(event: "begins", session: session, files: files, bytes: bytes))
        case .sent(let session, let files, let bytes, let method):
            say(
                "sent \(session.printable): \(Quantity.count(files, "file", "files")), "
                    + "\(Quantity.bytes(bytes)), verified: \(method)"
            )
            printLine(
                SendLine(
                    event: "sent",
                    session: session,
                    files: files,
                    bytes: bytes,
                    verifiedBy: method
                )
            )
        case .failed(let session, let error):
            complain("\(session.printable): not sent: \(error)")
            printLine(
                SendLine(
                    event: "failed",
                    session: session,
                    kind: error.kind.rawValue,
                    problem: "\(error)"
                )
            )
        case .replaced(let session, let earlier):
            say("\(session.printable): it replaces \(earlier.printable) there")
            printLine(SendLine(event: "replaced", session: session, earlier: earlier))
        }
    }

    private static func some(_ files: [String]) -> String {
        let more = files.count > 1 ? " and \(files.count - 1) more" : ""
        return (files.first ?? "").printable + more
    }

    /// Reports the result of a round.
    func tell(_ report: SendPassReport, sent: Int64, readBack: Int64) {
        clear()
        for name in report.left {
            complainOnce(
                "\(name.printable): its process was killed, so it was never closed; run `footfall repair`, and it will be sent"
            )
        }
        for (_, why) in report.unreadable.sorted(by: { $0.key < $1.key }) {
            complainOnce("not sent: \(why)")
        }
        for (name, files) in report.incomplete.sorted(by: { $0.key < $1.key }) {
            complain(
                "\(name.printable): it was sent as it is here, but \(Self.some(files)), which its manifest lists, is not whole here; no rule deletes it"
            )
        }
        for (name, files) in report.damaged.sorted(by: { $0.key < $1.key }) {
            complain(
                "\(name.printable): it was sent as it is here, damaged: \(Self.some(files)) \(files.count == 1 ? "has" : "have") changed since the session was closed; `footfall check` says what `footfall repair` can fix, and it is sent again then; no rule deletes it"
            )
        }
        for (name, files) in report.strays.sorted(by: { $0.key < $1.key }) {
            complain("\(name.printable): \(Self.some(files)) stays here: it is not the session's")
        }
        if let obstacle = report.obstacle, obstacle.kind != .stopped, !report.waiting.isEmpty {
            complain(
                "\(Quantity.count(report.waiting.count, "session waits", "sessions wait")), since \(obstacle)"
            )
        }
        say(Self.text(of: report, sent: sent, readBack: readBack))
        printLine(
            SendLine(
                event: "looked",
                sessions: report.sent.count,
                files: report.files,
                bytes: report.bytes,
                sentBytes: sent,
                readBackBytes: readBack,
                alreadyThere: report.already,
                failed: report.failed.count + report.unreadable.count,
                waiting: report.waiting.count,
                live: report.live.count,
                left: report.left.count,
                withdrawn: report.withdrawn.count,
                incomplete: report.incomplete.count,
                damaged: report.damaged.count
            )
        )
    }

    /// The result in one line for a user.
    static func text(of report: SendPassReport, sent: Int64, readBack: Int64) -> String {
        var parts = [
            "\(Quantity.count(report.sent.count, "session", "sessions")) sent"
                + (report.sent.isEmpty
                    ? ""
                    : ", \(Quantity.count(report.files, "file", "files")), \(Quantity.bytes(report.bytes))")
        ]
        if sent > 0 { parts.append("\(Quantity.bytes(sent)) over the network") }
        if readBack > 0 { parts.append("\(Quantity.bytes(readBack)) read back to verify") }
        let counts: [(Int, String)] = [
            (report.already, "there already"), (report.live.count, "being recorded"),
            (report.failed.count + report.unreadable.count, "not sent"),
            (report.waiting.count, "waiting"), (report.left.count, "to be closed"),
            (report.withdrawn.count, "withdrawn"),
        ]
        parts += counts.filter { $0.0 > 0 }.map { "\(Quantity.grouped($0.0)) \($0.1)" }
        return parts.joined(separator: "; ")
    }

    /// Reports to a program how long the pause before the next round is.
    func note(pause: Duration) {
        let seconds = pause.components.seconds
        printLine(SendLine(event: "waits", seconds: Int(clamping: seconds)))
    }

    /// Erases the changing line.
    func end() { clear() }

    func say(_ line: String) {
        clear()
        if style == .person { console.print(line) }
    }

    func printLine(_ line: some Encodable) {
        guard style == .json, let text = try? JSONText.line(of: line) else { return }
        console.print(text)
    }

    private func clear() {
        state.withLock { state in
            guard state.hasLine else { return }
            console.write("\r\u{1B}[K")
            state.hasLine = false
        }
    }
}

/// The JSON object for one event; members that do not concern the event are absent.
private struct SendLine: Encodable {
    var event: String
    var session: String?
    var earlier: String?
    var sessions: Int?
    var files: Int?
    var bytes: Int64?
    var verifiedBy: String?
    var kind: String?
    var problem: String?
    var sentBytes: Int64?
    var readBackBytes: Int64?
    var alreadyThere: Int?
    var failed: Int?
    var waiting: Int?
    var live: Int?
    var left: Int?
    var withdrawn: Int?
    /// How many of the sent sessions have missing files, and how many have files that changed after they were closed.
    var incomplete: Int?
    var damaged: Int?
    var seconds: Int?
}
