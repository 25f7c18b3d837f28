// Follows a run through its `ScreenFeed`. Only this file handles the run's updates and speech; the rest of the host
// receives the tree.

internal import ResearchUI
internal import Timebase
internal import ViewTree

/// Keeps the current screen of a run.
@MainActor
final class FollowedRun {
    private var followed = FollowedTree()
    private var feed: ScreenFeed?
    private let show: @MainActor (ViewNode) -> Void
    private let draw: @MainActor ([ViewID: PlotReadings]) -> Void
    private let say: @MainActor (String) -> Bool
    private let showSpoken: @MainActor ([String]) -> Void
    private var spoken = SpokenTexts()
    private let machineTime = LiveTimekeeper()
    private var visit: Int?

    /// Follows a run.
    ///
    /// - Parameters:
    ///   - controller: The run.
    ///   - showsSpeech: Whether speech goes to `say`, in place of the machine's voice.
    ///   - show: Called with each new tree, the first one at once.
    ///   - draw: Called with the plots' readings, whenever they change.
    ///   - say: Called with each text to speak; returns whether the run waits until it has been read.
    ///   - showSpoken: Called with all texts being read, if `say` returned true.
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
        feed = ScreenFeed(of: controller, performing: showsSpeech ? [.speak, .silence] : []) {
            [weak self] update in
            self?.take(update)
        }
    }

    /// Delivers pending changes at once.
    func flush() { feed?.flush() }

    private func take(_ update: ViewUpdate) {
        if let request = followed.take(update) {
            // The update does not fit, and no part of it was applied: asks the run for the whole tree.
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
            case .silence:
                spoken.silence()
                showSpoken([])
            case .sound, .vibrate: break
            }
        }
    }

    private func speak(_ text: String, _ id: Int) {
        // In plain style the text stays in place and can be read at leisure, so it is spoken at once.
        guard say(text) else {
            feed?.receive(.spoke(id))
            return
        }
        let time = spoken.add(text, id: id, at: machineTime.now)
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
