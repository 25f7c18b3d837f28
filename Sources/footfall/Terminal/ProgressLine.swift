// Shows the progress of a long computation. The computing thread itself draws the progress line, so that the thread's
// other output never mixes with the line.

internal import Synchronization
internal import TerminalHost
internal import Timebase

/// A line on the terminal that changes; shows nothing in a pipe.
final class ProgressLine: Sendable {
    private let console: Console
    private let isShown: Bool
    private let state = Mutex(State())

    private struct State {
        var shown: BootInstant?
        var words = ""
        var isOver = false
    }

    /// Makes a line, which is shown on a terminal and to a user only.
    init(on console: Console, _ style: ReportStyle) {
        self.console = console
        isShown = style == .person && console.abilities.redraws
    }

    private static let pace = Duration.milliseconds(100)

    /// Shows words in the line, unless it has changed within the last tenth of a second.
    func show(_ words: String) {
        guard isShown else { return }
        state.withLock { state in
            let now = LiveTimekeeper().now
            let isDue = state.shown.map { $0.duration(to: now) >= Self.pace } ?? true
            // Words for a new kind of work are shown at once: the next words may come much later.
            let isOther = words.prefix(4) != state.words.prefix(4)
            guard isDue || isOther, !state.isOver else { return }
            (state.shown, state.words) = (now, words)
            console.write("\r\(words.prefix(console.size.columns - 1))\u{1B}[K")
        }
    }

    /// Erases the line for good.
    func end() {
        state.withLock { state in
            if state.shown != nil { console.write("\r\u{1B}[K") }
            state.isOver = true
        }
    }
}
