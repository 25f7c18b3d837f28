// A press of a foot switch belongs in the file of every sensor that records at the time. `SharedMarks` puts each
// mark into all these files, from any thread, with the instant at which it was made. Recorders begin one after
// another, so marks are kept for recorders that begin later. A mark that ends up in no file is reported with the
// reason.

internal import Synchronization
public import Timebase

/// Makes marks in the files of all recorders whose environment has this object.
public final class SharedMarks: Sendable {
    /// The number of marks that are kept for recorders that begin later; undecided marks are kept even beyond it.
    static let limit = 4096
    /// The number of latest marks in which a duplicate is recognised.
    static let memory = 256

    private let state = Mutex(MarkTakers())

    /// An object without marks.
    public init() {}

    /// Puts a mark into every file that had begun by its instant, also if its recorder joins later.
    ///
    /// The mark has its own instant; later readings may precede it in the file.
    ///
    /// - Parameters:
    ///   - name: The name of the mark.
    ///   - instant: When it was made.
    ///   - source: What made it, such as a key. Drops a duplicate: same name, instant and source. Marks
    ///     without a source are always kept.
    /// - Returns: How many files have taken the mark, or will when they have begun; later files may take it as
    ///   well.
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

    /// Stops keeping marks; call it when all recorders have joined.
    ///
    /// A mark for a recorder that is still opening is not returned yet. If that recorder fails, a later call
    /// returns it.
    ///
    /// - Returns: The marks that are in no file, by name and reason, and were not reported before.
    public func keepNoLonger() -> [Untaken] { state.withLock { $0.keepNoLonger() } }

    /// Gives marks to streams from now on, including those made since the streams were opened.
    func join(_ streams: [any RecordingStream], openedAt opening: BootInstant) {
        let (marks, takers) = state.withLock { $0.join(streams, openedAt: opening) }
        for mark in marks { _ = post(mark, to: takers) }
    }

    /// Notes that a stream has its file and its source; the marks that it accepted will be in the file.
    func begin(_ stream: any RecordingStream) {
        state.withLock { $0.begin(ObjectIdentifier(stream)) }
    }

    /// Stops giving marks to streams.
    ///
    /// If a stream never began, the marks that it accepted are in no file of its own.
    func leave(_ streams: [any RecordingStream]) {
        state.withLock { state in
            for stream in streams { state.leave(ObjectIdentifier(stream)) }
        }
    }

    /// Offers a mark to streams, outside the lock because each stream has a lock of its own.
    ///
    /// It returns how many streams accept the mark.
    private func post(_ mark: SharedMark, to takers: [MarkTakers.Taker]) -> Int {
        let refusing = takers.filter { taker in
            !taker.stream.note(.marked(name: mark.name), at: mark.instant)
        }
        state.withLock { $0.settle(mark.number, refusedBy: refusing) }
        return takers.count - refusing.count
    }
}
