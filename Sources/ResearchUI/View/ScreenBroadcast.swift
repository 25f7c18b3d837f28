// Sends the screen of one controller to all its followers. The tree is built and compared once per turn, however many
// followers and changes there are.

internal import ViewTree

/// Numbers the updates of one controller, and passes them to all its feeds.
@MainActor
final class ScreenBroadcast {
    private struct Follower { weak var feed: ScreenFeed? }

    /// The time between two updates of plots, in real time.
    static let pauseOfReadings = Duration.milliseconds(250)

    /// The tree that the followers have; `nil` while there are none.
    private(set) var tree: ViewNode?
    /// The number of the last update.
    private(set) var number = 0
    private weak var controller: UIViewController?
    private var followers: [Follower] = []
    private var cues: [(cue: ViewCue, feed: ObjectIdentifier)] = []
    private var isDue = false
    private var isSending = false
    /// Whether a flush was requested during an update.
    private var goesOn = false
    /// The plots in the tree.
    private var plots = ShownPlots()
    private var sentReadings: [ViewID: PlotReadings] = [:]
    private var watch: Task<Void, Never>?

    init(of controller: UIViewController) { self.controller = controller }

    /// Adds a feed, which begins with the tree that the others have.
    func join(_ feed: ScreenFeed) {
        if tree == nil {
            tree = controller?.screen
            plots = tree.map { ShownPlots(in: $0) } ?? ShownPlots()
            // A former follower may still have the earlier tree: a new number shows that this is another one.
            number += 1
        }
        followers.append(Follower(feed: feed))
        // The new follower has no readings yet: send all of them again.
        sentReadings = [:]
        watchReadings()
    }

    /// True if there is a follower.
    var isFollowed: Bool { followers.contains { $0.feed != nil } }

    /// Removes the feeds that are gone; without followers, no tree is built any more.
    func forgetGone() {
        followers.removeAll { $0.feed == nil }
        guard followers.isEmpty else { return watchReadings() }
        tree = nil
        plots = ShownPlots()
        cues = []
        isDue = false
        watchReadings()
    }

    /// The feed of the first host that performs cues of a kind.
    func performer(of kind: ViewCue.Kind) -> ScreenFeed? {
        followers.lazy.compactMap(\.feed).first { $0.performed.contains(kind) }
    }

    /// Adds a cue (speech, sound or vibration) to a host's next update.
    func add(_ cue: ViewCue, for feed: ScreenFeed) {
        cues.append((cue, ObjectIdentifier(feed)))
        becomeDue()
    }

    /// Schedules an update for the end of the turn.
    func becomeDue() {
        guard !isDue, !followers.isEmpty else { return }
        isDue = true
        Task { [weak self] in
            guard let self, isDue else { return }
            flush()
        }
    }

    /// Sends changes, if there are any; if called during an update, sends them after it.
    func flush() {
        goesOn = true
        guard !isSending else { return }
        isSending = true
        while goesOn {
            goesOn = false
            isDue = false
            sendNext()
        }
        isSending = false
    }

    private func sendNext() {
        guard let controller, let tree else { return }
        let next = controller.screen
        let changes = tree.changes(to: next)
        guard !changes.isEmpty || !cues.isEmpty else { return }
        let cues = cues
        self.cues = []
        self.tree = next
        number += 1
        plots.follow(changes)
        watchReadings()
        for feed in followers.compactMap(\.feed) {
            // A host without a cue is sent the number, too: otherwise it would detect a missed update.
            let own = cues.filter { $0.feed == ObjectIdentifier(feed) }.map(\.cue)
            feed.send(ViewUpdate(number: number, changes: changes, cues: own))
        }
    }

    // MARK: Readings

    /// Sends readings regularly while the tree has a plot and a follower draws plots; stops otherwise.
    private func watchReadings() {
        guard !plots.plots.isEmpty, followers.contains(where: { $0.feed?.draws ?? false }) else {
            sentReadings = [:]
            watch.take()?.cancel()
            return
        }
        guard watch == nil else { return }
        watch = Task { [weak self] in
            while !Task.isCancelled {
                guard self?.sendReadings() != nil else { return }
                // Use real time: the run's clock may run at any speed, and the run must not depend on plots.
                try? await Task.sleep(for: Self.pauseOfReadings)
            }
        }
    }

    /// Sends changed readings of plots; the tree and its number stay the same.
    func sendReadings() {
        guard let latest = controller?.latestReadings, !isSending else { return }
        var news: [PlotReadings] = []
        for (id, plot) in plots.plots.sorted(by: { $0.key.path < $1.key.path }) {
            guard let readings = latest(plot, id), readings != sentReadings[id] else { continue }
            sentReadings[id] = readings
            news.append(readings)
        }
        guard !news.isEmpty else { return }
        isSending = true
        for feed in followers.compactMap(\.feed) where feed.draws {
            feed.send(ViewUpdate(number: number, readings: news))
        }
        isSending = false
        // A host has requested a flush meanwhile.
        if goesOn { flush() }
    }
}
