// Carries notes from the main actor to the writer. Notes are rare and small, and the writer checks for them with
// one atomic load per batch.

internal import SampleStream
internal import Synchronization
internal import Timebase

/// A note from the host about all samples from a certain instant on.
public enum ControlNote: Sendable, Equatable {
    /// The task has moved to another step.
    case moved(stepPath: String)
    /// A mark was made.
    case marked(name: String)
    case paused
    case resumed
}

/// A note and its instant.
struct TimedNote: Sendable, Equatable {
    var time: BootInstant
    var note: ControlNote
}

/// Notes that the writer has not fetched yet.
final class ControlQueue: Sendable {
    private let state = Mutex(State())
    private let count = Atomic<Int>(0)

    private struct State {
        var notes: [TimedNote] = []
        var isClosed = false
    }

    /// Adds a note; returns false if the queue is closed, so that the writer will not see the note.
    func post(_ note: ControlNote, at time: BootInstant) -> Bool {
        let isOpen = state.withLock { state in
            if !state.isClosed { state.notes.append(TimedNote(time: time, note: note)) }
            return !state.isClosed
        }
        // The lock hands the note over to `takeAll`; only `hasNotes` reads the count without it.
        if isOpen { count.wrappingAdd(1, ordering: .releasing) }
        return isOpen
    }

    /// Whether there may be notes; cheap enough to check for every batch.
    var hasNotes: Bool { count.load(ordering: .relaxed) > 0 }

    func takeAll() -> [TimedNote] { state.withLock { takeAll(&$0) } }

    /// Closes the queue, and returns the notes that the writer has not fetched yet.
    func close() -> [TimedNote] {
        state.withLock { state in
            state.isClosed = true
            return takeAll(&state)
        }
    }

    private func takeAll(_ state: inout State) -> [TimedNote] {
        count.store(0, ordering: .relaxed)
        defer { state.notes.removeAll() }
        return state.notes
    }
}
