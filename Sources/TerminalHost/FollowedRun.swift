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
    private let say: @MainActor (String) -> Void

    /// Follows a run.
    ///
    /// - Parameters:
    ///   - controller: The run.
    ///   - showsSpeech: Whether what would be spoken is given to `say`, in place of the machine's voice.
    ///   - show: Is given each tree in turn, the first one at once.
    ///   - draw: Is given what plots show, as often as that changes.
    ///   - say: Is given what is spoken.
    init(
        _ controller: UIViewController,
        showsSpeech: Bool = false,
        show: @escaping @MainActor (ViewNode) -> Void,
        draw: @escaping @MainActor ([ViewID: PlotReadings]) -> Void = { _ in },
        say: @escaping @MainActor (String) -> Void = { _ in }
    ) {
        self.show = show
        self.draw = draw
        self.say = say
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
            show(tree)
        }
        for cue in update.cues {
            guard case .speak(let text) = cue.action else { continue }
            say(text)
            // It stands there, and is read as fast as somebody can.
            feed?.receive(.spoke(cue.id))
        }
    }
}
