// A press of a foot switch belongs in the file of every sensor that records beside it. Marks made here
// reach them all, from whichever thread hears of the press, with the instant at which it happened.
// Recorders begin one after another: a mark is kept for those that are still to come, and one that is
// in no file is told with the reason, and not lost in silence.

internal import Synchronization
public import Timebase

/// What makes marks in the files of all recorders whose surroundings have it.
public final class SharedMarks: Sendable {
    /// How many marks are kept for recorders that begin later; the latest ones.
    static let limit = 4096
    /// How many marks are known by when another recorder hears of the same press.
    static let memory = 256

    private let state = Mutex(MarkTakers())

    /// For recorders that begin later.
    public init() {}

    /// Puts a mark into every file that had begun by its instant, also where its recorder joins later.
    ///
    /// It has its own instant; readings from after it may stand before it.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - instant: When it was made.
    ///   - source: What made it, such as a key. Drops a duplicate: same name, instant and source. Marks
    ///     without a source are always kept.
    /// - Returns: How many files have taken it, or will as soon as they have begun; later ones may, too.
    @discardableResult
    public func mark(
        _ name: String,
        at instant: BootInstant,
        by source: String? = nil
    ) -> Int {
        guard
            let (mark, takers) = state.withLock({ $0.begin(name, at: instant, by: source) })
        else { return 0 }
        return post(mark, to: takers)
    }

    /// Keeps marks no longer: all recorders that there will be have joined.
    ///
    /// A mark for a recorder that still opens is not among them: it is told by a later call, if that fails.
    ///
    /// - Returns: The marks that are in no file, by name and reason, and were not told before.
    public func keepNoLonger() -> [Untaken] { state.withLock { $0.keepNoLonger() } }

    /// Gives marks to streams from now on, and those that were made since they were opened.
    func join(_ streams: [any RecordingStream], openedAt opening: BootInstant) {
        let (marks, takers) = state.withLock { $0.join(streams, openedAt: opening) }
        for mark in marks { _ = post(mark, to: takers) }
    }

    /// Takes that a stream has its file and its source: what it has accepted will be in the file.
    func begin(_ stream: any RecordingStream) {
        state.withLock { $0.begin(ObjectIdentifier(stream)) }
    }

    /// Gives marks to streams no longer.
    ///
    /// One that never began has no file, and what it accepted is in none.
    func leave(_ streams: [any RecordingStream]) {
        state.withLock { state in
            for stream in streams { state.leave(ObjectIdentifier(stream)) }
        }
    }

    /// Offers a mark to streams, outside the lock, as a stream takes a lock of its own; answers how many take it.
    private func post(_ mark: SharedMark, to takers: [MarkTakers.Taker]) -> Int {
        let refusing = takers.filter { taker in
            !taker.stream.note(.marked(name: mark.name), at: mark.instant)
        }
        state.withLock { $0.settle(mark.number, refusedBy: refusing) }
        return takers.count - refusing.count
    }
}
