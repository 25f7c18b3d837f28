// One host's connection to a controller. Any number of hosts may follow one controller, each by a feed of
// its own; a host in another process loses updates, and asks for them here.

public import ViewTree

/// Tells a host how the screen of a controller changes, and takes what a person does there.
///
/// The first update has the whole tree, also for a host that comes late. `FollowedTree` keeps what a
/// host has. A feed that nobody holds any more sends nothing, and costs nothing.
@MainActor
public final class ScreenFeed {
    /// The tree that the host has, when all that was sent is applied.
    public var tree: ViewNode { broadcast.tree ?? controller.screen }
    /// What the host does itself, in place of the machine.
    let performed: Set<ViewCue.Kind>
    /// Whether the host draws what plots show.
    let draws: Bool
    /// Gives the host an update.
    let send: @MainActor (ViewUpdate) -> Void
    private let controller: UIViewController
    private let broadcast: ScreenBroadcast

    /// A feed of all that a controller shows; sends the whole tree at once.
    ///
    /// - Parameters:
    ///   - controller: The controller, which the feed keeps.
    ///   - performed: Which cues the host performs itself, in place of the machine. Of several hosts that
    ///     perform a kind, the one that has followed longest is given them; who speaks also hushes.
    ///   - draws: Whether the host draws what plots show; one that does not is sent no readings, and none are kept
    ///     for it.
    ///   - send: Is given each update, in order.
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

    /// Takes what a person did; `false` where the controller has no use for it.
    ///
    /// A host that has missed an update is sent the whole tree.
    @discardableResult
    public func receive(_ event: ViewEvent) -> Bool {
        guard case .missed(let number) = event else { return controller.receive(event) }
        if number != broadcast.number { sendWholeTree() }
        return true
    }

    /// Sends all who follow what has changed, if anything has, without waiting for the end of the turn.
    public func flush() { broadcast.flush() }

    private func sendWholeTree() { send(ViewUpdate(number: broadcast.number, whole: tree)) }
}
