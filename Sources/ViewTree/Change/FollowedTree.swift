// The host's side of a feed. Updates may be lost on their way to a host in another process; this type detects a missing
// update, and makes the event that requests it.

/// The tree that a host draws, built from the updates received.
public struct FollowedTree: Sendable, Hashable {
    /// The tree to draw; `nil` before the first whole tree.
    public private(set) var tree: ViewNode?
    /// The number of the last applied update.
    public private(set) var number: Int?
    /// Why the tree differs from the controller's; `nil` if no update is known to be missing.
    public private(set) var error: ViewChangeError?
    /// The readings of its plots, by element.
    public private(set) var readings: [ViewID: PlotReadings] = [:]
    private var plots = ShownPlots()
    /// How many updates did not fit since the tree was last complete.
    private var misfits = 0
    /// The highest number of an update that did not fit.
    private var latest = Int.min

    /// Makes an empty tree, before the first update.
    public init() {}

    /// The request for missing updates.
    ///
    /// If none is missing, the controller does not answer it.
    public var request: ViewEvent {
        // If an update with the right number did not fit, the whole tree is needed.
        switch error {
        case nil, .missed: .missed(after: number)
        default: .missed(after: nil)
        }
    }

    /// Applies an update; one already applied changes nothing.
    ///
    /// The caller performs an update's cues even if the update does not fit: a cue is better early than lost.
    ///
    /// - Returns: The request to send if an update is missing; else `nil`. The request may be lost, too, so it is
    ///   returned at the first update that does not fit, and again at the second, the fourth, the eighth, and so on.
    public mutating func take(_ update: ViewUpdate) -> ViewEvent? {
        if !update.readings.isEmpty { return takeReadings(of: update) }
        if update.wholeTree == nil, let number, update.number <= number { return nil }
        do throws(ViewChangeError) {
            tree = try applied(update)
            number = update.number
            noteChanges(update.changes)
            if update.wholeTree == nil, latest > update.number {
                error = .missed(expected: update.number + 1, got: latest)
            } else {
                (error, misfits, latest) = (nil, 0, .min)
            }
            return nil
        } catch {
            return takeMisfit(update.number, error)
        }
    }

    private mutating func takeMisfit(_ number: Int, _ error: ViewChangeError) -> ViewEvent? {
        self.error = error
        misfits += 1
        latest = max(latest, number)
        return misfits & (misfits - 1) == 0 ? request : nil
    }

    /// Applies readings that are newer than the current ones.
    ///
    /// The update's number also reveals a missing update.
    private mutating func takeReadings(of update: ViewUpdate) -> ViewEvent? {
        guard let number, update.number <= number else {
            return takeMisfit(
                update.number,
                .missed(expected: number.map { $0 &+ 1 }, got: update.number)
            )
        }
        for new in update.readings where plots.plots[new.id]?.stream == new.stream {
            if let old = readings[new.id], old.newest >= new.newest { continue }
            readings[new.id] = new
        }
        return nil
    }

    private mutating func noteChanges(_ changes: [ViewChange]) {
        plots.follow(changes)
        guard !readings.isEmpty else { return }
        let shown = plots.plots
        readings = readings.filter { shown[$0.key]?.stream == $0.value.stream }
    }

    private func applied(_ update: ViewUpdate) throws(ViewChangeError) -> ViewNode {
        if let whole = update.wholeTree { return try whole.applying(update.changes) }
        guard let tree, let number, number < .max, update.number == number + 1 else {
            throw .missed(expected: number.map { $0 &+ 1 }, got: update.number)
        }
        return try tree.applying(update.changes)
    }
}
