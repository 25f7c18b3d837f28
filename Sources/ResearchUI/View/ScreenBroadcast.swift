// What one controller shows, for all who follow it. However many do, and however often something changes
// within one turn, the tree is built and compared once.

internal import ViewTree

/// Numbers the updates of one controller, and hands them to all its feeds.
@MainActor
final class ScreenBroadcast {
    private struct Follower { weak var feed: ScreenFeed? }

    /// How long plots stay as they are, in the machine's own time.
    static let pauseOfReadings = Duration.milliseconds(250)

    /// What the followers have; `nil` while there are none.
    private(set) var tree: ViewNode?
    /// The number of the last update.
    private(set) var number = 0
    private weak var controller: UIViewController?
    private var followers: [Follower] = []
    private var cues: [(cue: ViewCue, feed: ObjectIdentifier)] = []
    private var isDue = false
    private var isSending = false
    /// Whether a follower has asked for more while it was told.
    private var goesOn = false
    /// The plots of the tree, and what was sent of each.
    private var plots = ShownPlots()
    private var sentReadings: [ViewID: PlotReadings] = [:]
    private var watch: Task<Void, Never>?

    init(of controller: UIViewController) { self.controller = controller }

    /// Takes in a feed, which begins with what the others have.
    func join(_ feed: ScreenFeed) {
        if tree == nil {
            tree = controller?.screen
            plots = tree.map { ShownPlots(in: $0) } ?? ShownPlots()
            // Whoever followed earlier, and kept its tree, must not take this one for the same.
            number += 1
        }
        followers.append(Follower(feed: feed))
        // One who is new has none of them.
        sentReadings = [:]
        watchReadings()
    }

    /// Whether anybody follows.
    var isFollowed: Bool { followers.contains { $0.feed != nil } }

    /// Forgets the feeds that are gone; after the last one nothing is built any more.
    func forgetGone() {
        followers.removeAll { $0.feed == nil }
        guard followers.isEmpty else { return watchReadings() }
        tree = nil
        plots = ShownPlots()
        cues = []
        isDue = false
        watchReadings()
    }

    /// The feed of the host that performs cues of a kind, which is the first of those that do.
    func performer(of kind: ViewCue.Kind) -> ScreenFeed? {
        followers.lazy.compactMap(\.feed).first { $0.performed.contains(kind) }
    }

    /// Adds what a host says, plays or shakes to its next update.
    func add(_ cue: ViewCue, for feed: ScreenFeed) {
        cues.append((cue, ObjectIdentifier(feed)))
        becomeDue()
    }

    /// Sends what has changed at the end of the turn.
    func becomeDue() {
        guard !isDue, !followers.isEmpty else { return }
        isDue = true
        Task { [weak self] in
            guard let self, isDue else { return }
            flush()
        }
    }

    /// Sends what has changed, if anything has; within an update, after it.
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
            // Whoever has no cue is sent the number all the same, and misses nothing.
            let own = cues.filter { $0.feed == ObjectIdentifier(feed) }.map(\.cue)
            feed.send(ViewUpdate(number: number, changes: changes, cues: own))
        }
    }

    // MARK: Readings

    /// Looks for readings as long as somebody follows, and there is a plot.
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
                // Not the run's time: nothing in a run may hang on it, and it may go as fast as it likes.
                try? await Task.sleep(for: Self.pauseOfReadings)
            }
        }
    }

    /// Sends what the plots show, where that has changed; the tree stays, and its number.
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
        // What a host has asked for meanwhile.
        if goesOn { flush() }
    }
}
