// A host's side of a feed. Updates may be lost on their way to a host in another process: the tree says
// which one is missing, and what the host sends to have it mended.

/// The tree that a host draws, as the updates that came have made it.
public struct FollowedTree: Sendable, Hashable {
    /// What to draw; `nil` until the first whole tree has come.
    public private(set) var tree: ViewNode?
    /// The number of the last update in it.
    public private(set) var number: Int?
    /// Why it is no longer what the controller shows; `nil` if nothing is known to be missing.
    public private(set) var error: ViewChangeError?
    /// What the plots in it show, by their elements.
    public private(set) var readings: [ViewID: PlotReadings] = [:]
    private var plots = ShownPlots()
    /// How many updates did not fit since nothing was missing.
    private var misfits = 0
    /// The highest number that came and did not fit.
    private var latest = Int.min

    /// A tree that nothing has come for.
    public init() {}

    /// What a host sends to hear of updates that have not come; where nothing is missing, no answer
    /// comes.
    public var request: ViewEvent {
        // A tree that an update of the right number did not fit is asked for as a whole.
        switch error {
        case nil, .missed: .missed(after: number)
        default: .missed(after: nil)
        }
    }

    /// Takes an update that has come; one that it has already changes nothing.
    ///
    /// The cues of an update hold in any case: an instruction is better early than lost.
    ///
    /// - Returns: What to send, if an update is missing. A request may be lost as well: it is made at
    ///   the first update that does not fit, and again at the second, the fourth, the eighth.
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

    /// Takes readings that are newer than those there; they say as well which update was the last.
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
