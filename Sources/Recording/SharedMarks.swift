// A press of a foot switch belongs in the file of every sensor that records beside it. Marks made here
// reach them all, from whichever thread hears of the press, with the instant at which it happened.
// Recorders begin one after another: a mark is kept for those that are still to come, and one that is
// before the beginning of every file is told, and not lost in silence.

internal import Synchronization
public import Timebase

/// What makes marks in the files of all recorders whose surroundings have it.
public final class SharedMarks: Sendable {
    /// Marks of one name that are in no file.
    public struct Untaken: Sendable, Equatable {
        /// The marks' name.
        public var name: String
        /// How many there were.
        public var count: Int
        /// When the first of them was made.
        public var first: BootInstant
        /// When the last of them was made.
        public var last: BootInstant
    }

    /// How many marks are kept for recorders that begin later; the latest ones.
    static let limit = 4096
    /// How many marks are known by when another recorder hears of the same press.
    static let memory = 256

    private let state = Mutex(State())

    /// For recorders that begin later.
    public init() {}

    /// Puts a mark into every file that had begun by its instant, also where its recorder joins later.
    ///
    /// It has its own instant; readings from after it may stand before it.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - instant: When it was made.
    ///   - maker: What made it, such as a key. Where several recorders hear of one press it is one mark:
    ///     one of the same name, instant and maker is not made again; one that nobody made always is.
    public func mark(_ name: String, at instant: BootInstant, by maker: String? = nil) {
        guard
            let (mark, takers) = state.withLock({ state in
                state.newMark(name, at: instant, by: maker).map { ($0, state.takers(of: $0)) }
            })
        else { return }
        // Outside the lock: a stream takes a lock of its own, and may have come to its end.
        var isTaken = false
        for stream in takers where stream.note(.marked(name: name), at: instant) { isTaken = true }
        state.withLock { $0.settle(mark, isTaken: isTaken, isForNobody: takers.isEmpty) }
    }

    /// Keeps marks no longer: all recorders that there will be have joined.
    ///
    /// - Returns: The marks that are in no file, by name, and were not told before.
    public func keepNoLonger() -> [Untaken] {
        state.withLock { state in
            // What is not settled yet is counted when it is.
            for mark in state.kept where mark.isSettled && !mark.isTaken {
                state.countAsUntaken(mark)
            }
            state.kept = []
            state.isKeeping = false
            defer { state.untaken = [] }
            return state.untaken
        }
    }

    /// Gives marks to streams from now on, and those that were made since they were opened.
    func join(_ streams: [any RecordingStream], openedAt opening: BootInstant) {
        for mark in state.withLock({ $0.join(streams, openedAt: opening) }) {
            var isTaken = false
            for stream in streams where stream.note(.marked(name: mark.name), at: mark.instant) {
                isTaken = true
            }
            if isTaken { state.withLock { $0.take(mark) } }
        }
    }

    func leave(_ oldStreams: [any RecordingStream]) {
        state.withLock { state in
            for stream in oldStreams { state.joined[ObjectIdentifier(stream)] = nil }
        }
    }
}

/// A mark, and whether it is in a file.
private struct Mark {
    let number: Int
    let name: String
    let instant: BootInstant
    let maker: String?
    /// Whether all who had joined have answered.
    var isSettled = false
    var isTaken = false
}

/// Who has marks, and which there were.
private struct State {
    var joined: [ObjectIdentifier: (stream: any RecordingStream, opening: BootInstant)] = [:]
    var isKeeping = true
    var kept: [Mark] = []
    var untaken: [SharedMarks.Untaken] = []
    /// The last few, by which it is seen that one is heard of twice.
    private var latest: [Mark] = []
    private var marks = 0

    /// A mark; `nil` for one that was made before, by what makes it.
    mutating func newMark(_ name: String, at instant: BootInstant, by maker: String?) -> Mark? {
        marks += 1
        let mark = Mark(number: marks, name: name, instant: instant, maker: maker)
        guard let maker else { return mark }
        let isKnown = latest.contains {
            $0.maker == maker && $0.name == name && $0.instant == instant
        }
        guard !isKnown else { return nil }
        if latest.count == SharedMarks.memory { latest.removeFirst() }
        latest.append(mark)
        return mark
    }

    /// The streams that a mark is for; it is kept for others.
    mutating func takers(of mark: Mark) -> [any RecordingStream] {
        let takers = joined.values.filter { $0.opening <= mark.instant }.map(\.stream)
        guard isKeeping else { return takers }
        kept.append(mark)
        if kept.count > SharedMarks.limit {
            let oldest = kept.removeFirst()
            if oldest.isSettled, !oldest.isTaken { countAsUntaken(oldest) }
        }
        return takers
    }

    /// Takes in whether anybody took a mark.
    ///
    /// - Parameters:
    ///   - mark: The mark.
    ///   - isTaken: Whether it will be in a file.
    ///   - isForNobody: Whether none that had joined was open by its instant.
    mutating func settle(_ mark: Mark, isTaken: Bool, isForNobody: Bool) {
        if let place = kept.firstIndex(where: { $0.number == mark.number }) {
            kept[place].isSettled = true
            if isTaken { kept[place].isTaken = true }
        } else if !isTaken, !isForNobody || !joined.isEmpty {
            // Heard of late: made before any of them was opened, or when all had come to their ends.
            countAsUntaken(mark)
        }
    }

    /// Takes in that a recorder which joined later took a mark.
    mutating func take(_ mark: Mark) {
        guard let place = kept.firstIndex(where: { $0.number == mark.number }) else { return }
        kept[place].isTaken = true
    }

    /// Takes streams in; answers the marks that were made since they were opened.
    mutating func join(
        _ streams: [any RecordingStream],
        openedAt opening: BootInstant
    ) -> [Mark] {
        for stream in streams { joined[ObjectIdentifier(stream)] = (stream, opening) }
        guard !streams.isEmpty else { return [] }
        return kept.filter { $0.instant >= opening }
    }

    mutating func countAsUntaken(_ mark: Mark) {
        guard let place = untaken.firstIndex(where: { $0.name == mark.name }) else {
            untaken.append(
                SharedMarks.Untaken(
                    name: mark.name,
                    count: 1,
                    first: mark.instant,
                    last: mark.instant
                )
            )
            return
        }
        untaken[place].count += 1
        untaken[place].first = min(untaken[place].first, mark.instant)
        untaken[place].last = max(untaken[place].last, mark.instant)
    }
}
