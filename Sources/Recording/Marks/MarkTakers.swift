// Which streams a mark is for, and whether it will be in the file of any. A stream that has not begun may
// accept a mark and never have a file: a mark counts as taken only once a stream has begun that accepted it.

internal import Timebase

/// A mark that is for every stream.
struct SharedMark: Sendable {
    let number: Int
    let name: String
    let instant: BootInstant
    /// What made it.
    let source: String?
}

/// Who has marks, and which there were.
struct MarkTakers {
    /// What has become of a mark in one stream.
    private enum Fate {
        /// The stream has yet to begin.
        case open
        /// It will be in the file.
        case taken
        /// There is no file after all.
        case neverBegun
    }

    /// A stream that has marks.
    struct Taker: Sendable {
        /// Its own for good, whatever stream has its place in memory later.
        let number: Int
        let stream: any RecordingStream
        let opening: BootInstant
        var hasBegun = false
    }

    /// A mark of which not everything is known, or which later streams may take.
    private struct Entry {
        let mark: SharedMark
        /// The streams that it was offered to, but for those that refused it.
        var fates: [Int: Fate] = [:]
        /// How many times it is being offered.
        var offers = 1

        var isTaken: Bool { fates.values.contains(.taken) }
        var isSettled: Bool { offers == 0 && !fates.values.contains(.open) }
    }

    private var joined: [ObjectIdentifier: Taker] = [:]
    private var isKeeping = true
    private var entries: [Entry] = []
    private var untaken: [SharedMarks.Untaken] = []
    /// The last few, by which it is seen that one is heard of twice.
    private var latest: [SharedMark] = []
    private var marks = 0
    private var takers = 0
    /// When the first stream that has begun was opened.
    private var firstOpening: BootInstant?

    // MARK: Marks

    /// A new mark, and the streams that it is for; `nil` for one that the same source has made before.
    mutating func begin(
        _ name: String,
        at instant: BootInstant,
        by source: String?
    ) -> (mark: SharedMark, takers: [Taker])? {
        marks += 1
        let mark = SharedMark(number: marks, name: name, instant: instant, source: source)
        guard isNew(mark) else { return nil }
        let takers = joined.values.filter { $0.opening <= instant }
        var entry = Entry(mark: mark)
        for taker in takers { entry.fates[taker.number] = taker.hasBegun ? .taken : .open }
        entries.append(entry)
        if entries.count > SharedMarks.limit,
            let oldest = entries.firstIndex(where: \.isSettled)
        {
            forget(entries.remove(at: oldest))
        }
        return (mark, takers)
    }

    private mutating func isNew(_ mark: SharedMark) -> Bool {
        guard mark.source != nil else { return true }
        let isKnown = latest.contains {
            $0.source == mark.source && $0.name == mark.name && $0.instant == mark.instant
        }
        guard !isKnown else { return false }
        if latest.count == SharedMarks.memory { latest.removeFirst() }
        latest.append(mark)
        return true
    }

    /// Takes in who refused a mark, of those that it was offered to.
    mutating func settle(_ number: Int, refusedBy takers: [Taker]) {
        guard let place = entries.firstIndex(where: { $0.mark.number == number }) else { return }
        for taker in takers { entries[place].fates[taker.number] = nil }
        entries[place].offers -= 1
        forgetSettled()
    }

    /// Keeps marks no longer; answers those that are in no file, and were not told before.
    mutating func keepNoLonger() -> [SharedMarks.Untaken] {
        isKeeping = false
        forgetSettled()
        defer { untaken = [] }
        return untaken
    }

    /// Forgets the marks of which everything is known, where no stream will join that could take them.
    private mutating func forgetSettled() {
        guard !isKeeping else { return }
        for entry in entries where entry.isSettled { forget(entry) }
        entries.removeAll(where: \.isSettled)
    }

    private mutating func forget(_ entry: Entry) {
        if !entry.isTaken { tell(entry.mark, for: reason(of: entry)) }
    }

    private func reason(of entry: Entry) -> SharedMarks.Untaken.Reason {
        if entry.fates.values.contains(.neverBegun) { return .neverBegun }
        guard let firstOpening, entry.mark.instant >= firstOpening else { return .beforeAnyFile }
        return .afterTheFiles
    }

    private mutating func tell(_ mark: SharedMark, for reason: SharedMarks.Untaken.Reason) {
        guard
            let place = untaken.firstIndex(where: { $0.name == mark.name && $0.reason == reason })
        else {
            untaken.append(
                SharedMarks.Untaken(
                    name: mark.name,
                    reason: reason,
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

    // MARK: Streams

    /// Takes streams in; answers the marks that were made since they were opened, which they are to be offered.
    mutating func join(
        _ streams: [any RecordingStream],
        openedAt opening: BootInstant
    ) -> (marks: [SharedMark], takers: [Taker]) {
        var newTakers: [Taker] = []
        for stream in streams {
            takers += 1
            let taker = Taker(number: takers, stream: stream, opening: opening)
            joined[ObjectIdentifier(stream)] = taker
            newTakers.append(taker)
        }
        guard !streams.isEmpty else { return ([], []) }
        var theirs: [SharedMark] = []
        for place in entries.indices where entries[place].mark.instant >= opening {
            entries[place].offers += 1
            for taker in newTakers { entries[place].fates[taker.number] = .open }
            theirs.append(entries[place].mark)
        }
        return (theirs, newTakers)
    }

    /// Takes that a stream has begun: what it has accepted will be in its file.
    mutating func begin(_ stream: ObjectIdentifier) {
        guard let taker = joined[stream], !taker.hasBegun else { return }
        joined[stream]?.hasBegun = true
        firstOpening = min(firstOpening ?? taker.opening, taker.opening)
        decide(taker.number, .taken)
    }

    /// Takes that a stream has come to its end, or never began.
    mutating func leave(_ stream: ObjectIdentifier) {
        guard let taker = joined.removeValue(forKey: stream) else { return }
        if !taker.hasBegun { decide(taker.number, .neverBegun) }
    }

    private mutating func decide(_ taker: Int, _ fate: Fate) {
        for place in entries.indices where entries[place].fates[taker] == .open {
            entries[place].fates[taker] = fate
        }
        forgetSettled()
    }
}
