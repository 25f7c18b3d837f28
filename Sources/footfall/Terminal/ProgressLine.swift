// Whoever waits for a long computation sees that it goes on, and in what it is. The thread that computes draws the line
// itself: what it prints never comes into the midst of it.

internal import Synchronization
internal import TerminalHost
internal import Timebase

/// One line of a terminal that changes; nothing in a pipe.
final class ProgressLine: Sendable {
    private let console: Console
    private let isShown: Bool
    private let state = Mutex(State())

    private struct State {
        var shown: BootInstant?
        var words = ""
        var isOver = false
    }

    /// A line that is shown where a person waits.
    init(on console: Console, _ style: ReportStyle) {
        self.console = console
        isShown = style == .person && console.abilities.redraws
    }

    private static let pace = Duration.milliseconds(100)

    /// Puts words in the line, unless it has just changed.
    func show(_ words: String) {
        guard isShown else { return }
        state.withLock { state in
            let now = LiveTimekeeper().now
            let isDue = state.shown.map { $0.duration(to: now) >= Self.pace } ?? true
            // Another work is told at once: it may be the last for a while.
            let isOther = words.prefix(4) != state.words.prefix(4)
            guard isDue || isOther, !state.isOver else { return }
            (state.shown, state.words) = (now, words)
            console.write("\r\(words.prefix(console.size.columns - 1))\u{1B}[K")
        }
    }

    /// Takes the line away for good.
    func end() {
        state.withLock { state in
            if state.shown != nil { console.write("\r\u{1B}[K") }
            state.isOver = true
        }
    }
}
