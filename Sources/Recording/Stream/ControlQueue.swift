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
    private let notes = Mutex<[TimedNote]>([])
    private let count = Atomic<Int>(0)

    func post(_ note: ControlNote, at time: BootInstant) {
        notes.withLock { $0.append(TimedNote(time: time, note: note)) }
        // Releases the note to `takeAll`, which takes the lock anyway: only the hint is shared.
        count.wrappingAdd(1, ordering: .releasing)
    }

    /// Whether there may be notes: cheap enough for every batch.
    var hasNotes: Bool { count.load(ordering: .relaxed) > 0 }

    func takeAll() -> [TimedNote] {
        notes.withLock { notes in
            count.store(0, ordering: .relaxed)
            defer { notes.removeAll() }
            return notes
        }
    }
}
