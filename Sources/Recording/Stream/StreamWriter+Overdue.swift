// Notes that nothing comes after. A note waits for the first item that is not earlier than it; where a
// source is idle that may never come, and whoever is killed meanwhile would have said it in vain. So
// after a while it is written all the same, and what was the case before it is kept for items that are
// earlier and come later.

internal import SampleFile
public import Timebase

/// By whose time a note has waited long enough.
///
/// Only a source that cannot wait has one: what is recorded again must come out as it was, however
/// long the machine takes over it.
struct NotePatience: Sendable {
    var timekeeper: any Timekeeper
    var duration: Duration

    func isOver(for note: TimedNote, at now: BootInstant) -> Bool {
        note.time.duration(to: now) >= duration
    }
}

/// What was the case until a note that did not wait any longer.
struct EarlierState {
    var until: BootInstant
    var state: RecordState
}

/// What notes change.
struct RecordState {
    var stepPath: PreparedText
    var isPaused: Bool
}

extension StreamWriter {
    /// Whether notes are about to become overdue.
    var hasWaitingNotes: Bool { !notes.isEmpty && patience != nil }

    /// Writes and flushes the notes that have waited for long enough; called when no item is there.
    mutating func writeOverdueNotes() throws(SampleFileWriteFailure) {
        // In this order: where no note waits, nothing is made ready for one, which would take memory once.
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
        // They have waited already.
        if hasWritten { try flush() }
    }

    /// Applies what is to be applied before an item, and goes back to what was the case at its time.
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

    /// Ends what `prepare` began for the last item.
    @usableFromInline
    mutating func returnToPresent() {
        if let present { state = present }
        present = nil
    }

    /// Has every item looked at, or none.
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
    /// Whether what comes after it is written in another way.
    var changesState: Bool {
        if case .marked = self { return false }
        return true
    }
}
