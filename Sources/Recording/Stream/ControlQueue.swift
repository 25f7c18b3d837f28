// The one crossing from the main actor to the writer: rare, small, and looked at by one atomic load
// a batch.

internal import SampleStream
internal import Synchronization
internal import Timebase

/// Something that the host said about the samples from an instant on.
public enum ControlNote: Sendable, Equatable {
    /// Another step is shown.
    case moved(stepPath: String)
    /// Somebody made a mark.
    case marked(name: String)
    case paused
    case resumed
}

/// A note with its instant.
struct TimedNote: Sendable, Equatable {
    var time: BootInstant
    var note: ControlNote
}

/// Notes on their way to the writer.
final class ControlQueue: Sendable {
    private let state = Mutex(State())
    private let count = Atomic<Int>(0)

    private struct State {
        var notes: [TimedNote] = []
        var isClosed = false
    }

    /// Adds a note; answers whether somebody will take it.
    func post(_ note: ControlNote, at time: BootInstant) -> Bool {
        let isOpen = state.withLock { state in
            if !state.isClosed { state.notes.append(TimedNote(time: time, note: note)) }
            return !state.isClosed
        }
        // Releases the note to `takeAll`, which takes the lock anyway: only the hint is shared.
        if isOpen { count.wrappingAdd(1, ordering: .releasing) }
        return isOpen
    }

    /// Whether there may be notes: cheap enough for every batch.
    var hasNotes: Bool { count.load(ordering: .relaxed) > 0 }

    func takeAll() -> [TimedNote] { state.withLock { takeAll(&$0) } }

    /// Takes the last notes: there will be no more.
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
