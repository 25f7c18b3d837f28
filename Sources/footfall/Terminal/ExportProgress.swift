// Shows the progress of an export. The exporting thread itself draws the progress line, so that the thread's other
// output never mixes with the line.

internal import PlainWords
internal import Synchronization
internal import SystemCalls
internal import TerminalHost
internal import Timebase

/// A line on the terminal with the progress of an export; shows nothing in a pipe.
final class ExportProgress: Sendable {
    private let console: Console
    private let isShown: Bool
    private let sessions: Int
    private let state = Mutex(State())

    private struct State {
        var session = 0
        var written: Int64 = 0
        var shown: BootInstant?
        var hasLine = false
        var isOver = false
    }

    /// Shows the progress of exporting `sessions` sessions.
    init(of sessions: Int, on console: Console, _ style: ReportStyle) {
        (self.sessions, self.console) = (sessions, console)
        isShown = style == .person && console.abilities.redraws
    }

    /// Notes that the next session begins.
    func beginSession() { change { $0.session += 1 } }

    /// Notes that `bytes` more bytes are written.
    func note(written bytes: Int) { change { $0.written += Int64(bytes) } }

    private static let pace = Duration.milliseconds(100)

    private func change(_ change: (inout State) -> Void) {
        guard isShown else { return }
        state.withLock { state in
            change(&state)
            let now = LiveTimekeeper().now
            let isDue = state.shown.map { $0.duration(to: now) >= Self.pace } ?? true
            guard isDue, !state.isOver else { return }
            (state.shown, state.hasLine) = (now, true)
            let line = Self.line(state.session, of: sessions, written: state.written)
            console.write("\r\(line.prefix(console.size.columns - 1))\u{1B}[K")
        }
    }

    /// The text of the line.
    static func line(_ session: Int, of sessions: Int, written: Int64) -> String {
        "session \(Quantity.grouped(session)) of \(Quantity.grouped(sessions)), \(Quantity.bytes(written)) written"
    }

    /// Erases the line, so that other output can follow.
    func clear() {
        state.withLock { state in
            guard state.hasLine else { return }
            console.write("\r\u{1B}[K")
            state.hasLine = false
        }
    }

    /// Erases the line for good.
    func end() {
        clear()
        state.withLock { $0.isOver = true }
    }
}
