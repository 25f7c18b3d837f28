// The one place that knows how a run tells what it shows and says: all else has the tree.

internal import ResearchUI
internal import ViewTree

/// The screen of a run, kept as it is told.
@MainActor
final class FollowedRun {
    private var followed = FollowedTree()
    private var feed: ScreenFeed?
    private let show: @MainActor (ViewNode) -> Void
    private let draw: @MainActor ([ViewID: PlotReadings]) -> Void
    private let say: @MainActor (String) -> Bool
    private let showSpoken: @MainActor ([String]) -> Void
    private var spoken = SpokenTexts()
    private var visit: Int?

    /// Follows a run.
    ///
    /// - Parameters:
    ///   - controller: The run.
    ///   - showsSpeech: Whether what would be spoken is given to `say`, in place of the machine's voice.
    ///   - show: Is given each tree in turn, the first one at once.
    ///   - draw: Is given what plots show, as often as that changes.
    ///   - say: Is given what is spoken, and answers whether somebody's reading is waited for.
    ///   - showSpoken: Is given all that is being read, where that is waited for.
    init(
        _ controller: UIViewController,
        showsSpeech: Bool = false,
        show: @escaping @MainActor (ViewNode) -> Void,
        draw: @escaping @MainActor ([ViewID: PlotReadings]) -> Void = { _ in },
        say: @escaping @MainActor (String) -> Bool = { _ in false },
        showSpoken: @escaping @MainActor ([String]) -> Void = { _ in }
    ) {
        self.show = show
        self.draw = draw
        self.say = say
        self.showSpoken = showSpoken
        feed = ScreenFeed(of: controller, performing: showsSpeech ? [.speak, .hush] : []) {
            [weak self] update in
            self?.take(update)
        }
    }

    /// Has what has changed told at once.
    func flush() { feed?.flush() }

    private func take(_ update: ViewUpdate) {
        if let request = followed.take(update) {
            // What cannot be applied is not shown half: the run has the whole of it.
            feed?.receive(request)
        } else if !update.readings.isEmpty {
            draw(followed.readings)
        } else if let tree = followed.tree {
            if case .group(let screen) = tree.content, screen.visit != visit {
                visit = screen.visit
                spoken.turn()
                showSpoken(spoken.lines)
            }
            show(tree)
        }
        for cue in update.cues {
            switch cue.action {
            case .speak(let text): speak(text, cue.id)
            case .hush:
                spoken.hush()
                showSpoken([])
            case .sound, .vibrate: break
            }
        }
    }

    private func speak(_ text: String, _ id: Int) {
        // Line by line it stays where it stands, and is read as fast as somebody can.
        guard say(text) else {
            feed?.receive(.spoke(id))
            return
        }
        let time = spoken.add(text, id: id)
        showSpoken(spoken.lines)
        Task { [weak self] in
            try? await Task.sleep(for: time)
            self?.end(id)
        }
    }

    private func end(_ id: Int) {
        guard spoken.read(id) else { return }
        showSpoken(spoken.lines)
        feed?.receive(.spoke(id))
    }
}
