// One host's connection to a controller. Several hosts may follow one controller, each with its own feed. A host in
// another process may lose updates, and requests the whole tree again here.

public import ViewTree

/// Sends a host the changes of a controller's screen, and passes the person's input to the controller.
///
/// The first update has the whole tree, also for a host that joins late. A `FollowedTree` on the host's side keeps
/// the tree. A feed that is no longer retained sends nothing, and costs nothing.
@MainActor
public final class ScreenFeed {
    /// The tree that the host has after it applies all updates.
    public var tree: ViewNode { broadcast.tree ?? controller.screen }
    /// The kinds of cues that the host performs itself, instead of the machine.
    let performed: Set<ViewCue.Kind>
    /// Whether the host draws plots.
    let draws: Bool
    /// Sends the host an update.
    let send: @MainActor (ViewUpdate) -> Void
    private let controller: UIViewController
    private let broadcast: ScreenBroadcast

    /// Creates a feed of a controller's screen; sends the whole tree at once.
    ///
    /// - Parameters:
    ///   - controller: The controller, which the feed retains.
    ///   - performed: The kinds of cues that the host performs itself, instead of the machine. If several hosts perform
    ///     a kind, the one that joined first gets its cues; the host that speaks also gets the cues to stop speaking.
    ///   - draws: Whether the host draws plots; if not, it is sent no readings, and none are kept for it.
    ///   - send: Called with each update, in order.
    public init(
        of controller: UIViewController,
        performing performed: Set<ViewCue.Kind> = [],
        drawingPlots draws: Bool = true,
        sending send: @escaping @MainActor (ViewUpdate) -> Void
    ) {
        self.controller = controller
        self.performed = performed
        self.draws = draws
        self.send = send
        broadcast = controller.broadcast ?? ScreenBroadcast(of: controller)
        controller.broadcast = broadcast
        broadcast.join(self)
        sendWholeTree()
    }

    isolated deinit {
        broadcast.forgetGone()
        controller.followerDidLeave()
    }

    /// Handles a person's input; returns false if the controller does not use it.
    ///
    /// If the host reports a missed update, it is sent the whole tree.
    @discardableResult
    public func receive(_ event: ViewEvent) -> Bool {
        guard case .missed(let number) = event else { return controller.receive(event) }
        if number != broadcast.number { sendWholeTree() }
        return true
    }

    /// Sends changes to all followers now, without waiting for the end of the turn.
    public func flush() { broadcast.flush() }

    private func sendWholeTree() { send(ViewUpdate(number: broadcast.number, whole: tree)) }
}
