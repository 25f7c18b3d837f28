// Decides which streams receive a mark, and whether it will be in any file. A stream that has not begun may accept
// a mark and never get a file. So a mark counts as taken only after a stream that accepted it has begun.

internal import Timebase

/// A mark that is offered to every stream.
struct SharedMark: Sendable {
    let number: Int
    let name: String
    let instant: BootInstant
    /// What made the mark, such as a key; `nil` if unknown.
    let source: String?
}

/// The streams that take marks, and the marks so far.
struct MarkTakers {
    /// The state of a mark in one stream.
    private enum Fate {
        /// The stream has not begun yet.
        case open
        /// The mark will be in the stream's file.
        case taken
        /// The stream ended without a file.
        case neverBegun
    }

    /// A stream that takes marks.
    struct Taker: Sendable {
        /// A unique number; an object identifier could be reused by a later stream.
        let number: Int
        let stream: any RecordingStream
        let opening: BootInstant
        var hasBegun = false
    }

    /// A mark that is still undecided, or that later streams may take.
    private struct Entry {
        let mark: SharedMark
        /// The streams that it was offered to, without those that refused it.
        var fates: [Int: Fate] = [:]
        /// How many offers are in progress.
        var offers = 1

        var isTaken: Bool { fates.values.contains(.taken) }
        var isSettled: Bool { offers == 0 && !fates.values.contains(.open) }
    }

    private var joined: [ObjectIdentifier: Taker] = [:]
    private var isKeeping = true
    private var entries: [Entry] = []
    private var untaken: [SharedMarks.Untaken] = []
    /// The last few marks with a source, for detecting duplicates.
    private var latest: [SharedMark] = []
    private var marks = 0
    private var takers = 0
    /// The earliest opening of the streams that have begun.
    private var firstOpening: BootInstant?

    // MARK: Marks

    /// Registers a new mark; returns it with its streams, or `nil` if it is a duplicate.
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

    /// Removes the streams that refused a mark.
    mutating func settle(_ number: Int, refusedBy takers: [Taker]) {
        guard let place = entries.firstIndex(where: { $0.mark.number == number }) else { return }
        for taker in takers { entries[place].fates[taker.number] = nil }
        entries[place].offers -= 1
        forgetSettled()
    }

    /// Stops keeping marks; returns those that are in no file and were not reported before.
    mutating func keepNoLonger() -> [SharedMarks.Untaken] {
        isKeeping = false
        forgetSettled()
        defer { untaken = [] }
        return untaken
    }

    /// Once no further stream can take marks, removes the decided ones; those in no file are added to `untaken`.
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

    /// Adds streams; returns the marks made since they were opened, which the caller must offer to them.
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

    /// Notes that a stream has begun: the marks that it accepted will be in its file.
    mutating func begin(_ stream: ObjectIdentifier) {
        guard let taker = joined[stream], !taker.hasBegun else { return }
        joined[stream]?.hasBegun = true
        firstOpening = min(firstOpening ?? taker.opening, taker.opening)
        decide(taker.number, .taken)
    }

    /// Removes a stream that has ended or never began.
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
