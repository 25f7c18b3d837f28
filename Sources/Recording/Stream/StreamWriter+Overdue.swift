// Writes notes that no item follows. A note waits for the first item that is as late or later. An idle source may
// never send one, and a killed process would lose the note. So an overdue note is written without an item. The
// state before the note is kept for earlier items that arrive afterwards.

internal import SampleFile
public import Timebase

/// How long a note waits, and by which clock.
///
/// Only a stream whose source cannot wait has one. A replay must write the same bytes however long the machine
/// takes, so its notes wait for their items.
struct NotePatience: Sendable {
    var timekeeper: any Timekeeper
    var duration: Duration

    func isOver(for note: TimedNote, at now: BootInstant) -> Bool {
        note.time.duration(to: now) >= duration
    }
}

/// The state up to a note that was written without waiting for its item.
struct EarlierState {
    var until: BootInstant
    var state: RecordState
}

/// The state that notes change.
struct RecordState {
    var stepPath: PreparedText
    var isPaused: Bool
}

extension StreamWriter {
    /// Whether a note waits that may become overdue.
    var hasWaitingNotes: Bool { !notes.isEmpty && patience != nil }

    /// Writes and flushes the overdue notes; called when no item is waiting.
    mutating func writeOverdueNotes() throws(SampleFileWriteFailure) {
        // Checks for notes first, so that the usual case allocates nothing.
        guard !notes.isEmpty, failure == nil, let patience else { return }
        let now = patience.timekeeper.now
        var hasWritten = false
        while let next = notes.first, patience.isOver(for: next, at: now) {
            if next.note.changesState {
                let until = max(next.time, earlierStates.last?.until ?? next.time)
                earlierStates.append(EarlierState(until: until, state: state))
            }
            try applyNotes(until: next.time)
            hasWritten = true
        }
        // Flushed at once, because these notes have waited already.
        if hasWritten { try flush() }
    }

    /// Applies the notes due before an item, and restores the state of the item's time.
    @usableFromInline
    mutating func prepare(for time: BootInstant) throws(SampleFileWriteFailure) {
        returnToPresent()
        try applyNotes(until: time)
        guard !earlierStates.isEmpty else { return }
        earlierStates.removeAll { $0.until <= time }
        noteWatchfulness()
        guard let earlier = earlierStates.first else { return }
        present = state
        state = earlier.state
    }

    /// Undoes the state that `prepare` restored for the last item.
    @usableFromInline
    mutating func returnToPresent() {
        if let present { state = present }
        present = nil
    }

    /// Decides whether every item must be checked.
    mutating func noteWatchfulness() {
        isWatchful = isPaused || !notes.isEmpty || !earlierStates.isEmpty
    }

    private var state: RecordState {
        get { RecordState(stepPath: place.stepPath, isPaused: isPaused) }
        set {
            place.stepPath = newValue.stepPath
            isPaused = newValue.isPaused
        }
    }
}

extension ControlNote {
    /// Whether later records are written differently because of it.
    var changesState: Bool {
        if case .marked = self { return false }
        return true
    }
}
