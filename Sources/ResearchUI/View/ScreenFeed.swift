// From a controller to whoever draws it. However often something changes within one turn, the host hears
// of it once; what was said and played meanwhile comes with the screen that it belongs to.

public import ViewTree

/// Tells a host how the screen of a controller changes.
///
/// The host begins with `tree`; every update that is sent later makes of what it has what the
/// controller shows.
@MainActor
public final class ScreenFeed {
    /// The tree that the host has, when all that was sent is applied.
    public private(set) var tree: ViewNode
    private let controller: UIViewController
    private let send: @MainActor (ViewUpdate) -> Void
    private var cues: [ViewCue] = []
    private var isDue = false

    /// A feed of all that a controller shows.
    ///
    /// - Parameters:
    ///   - controller: The controller; its `onDisplayChange` belongs to the feed from now on.
    ///   - send: Is given each update, in order.
    public init(
        of controller: UIViewController,
        sending send: @escaping @MainActor (ViewUpdate) -> Void
    ) {
        self.controller = controller
        self.send = send
        tree = controller.screen
        controller.onDisplayChange = { [weak self] in self?.becomeDue() }
    }

    /// Adds what is said, played or shaken to the next update.
    public func add(_ cue: ViewCue) {
        cues.append(cue)
        becomeDue()
    }

    /// Sends what has changed, if anything has, without waiting for the end of the turn.
    public func flush() {
        isDue = false
        let next = controller.screen
        let update = ViewUpdate(changes: tree.changes(to: next), cues: cues)
        tree = next
        cues = []
        if !update.isEmpty { send(update) }
    }

    private func becomeDue() {
        guard !isDue else { return }
        isDue = true
        Task { [weak self] in
            guard let self, isDue else { return }
            flush()
        }
    }
}

extension StepServices {
    /// The same services, which also tell a host what it is to say, play and shake itself.
    @MainActor
    public func cued(into feed: ScreenFeed) -> StepServices {
        let real = self
        var services = self
        services.speak = { [weak feed] text, completion in
            feed?.add(.speak(text))
            real.speak(text, completion)
        }
        services.hush = { [weak feed] in
            feed?.add(.hush)
            real.hush()
        }
        services.play = { [weak feed] sound in
            feed?.add(.sound(sound.name))
            real.play(sound)
        }
        services.vibrate = { [weak feed] in
            feed?.add(.vibrate)
            real.vibrate()
        }
        return services
    }
}
