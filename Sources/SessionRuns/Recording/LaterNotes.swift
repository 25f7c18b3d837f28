// Collects notes that a source's own thread makes after its device is open. A reader of the data should know them,
// and a user beside the device can sometimes fix the cause.

internal import Synchronization

/// Notes that any thread can add to.
public final class LaterNotes: Sendable {
    private let notes = Mutex<[String]>([])
    private let onNews: @Sendable (String) -> Void

    /// Starts without notes.
    ///
    /// - Parameter onNews: Receives at once, on any thread, each note about something that the user may still fix.
    public init(telling onNews: @escaping @Sendable (String) -> Void = { _ in }) {
        self.onNews = onNews
    }

    /// Adds a note, unless it exists already.
    public func add(_ note: String) {
        notes.withLock { if !$0.contains(note) { $0.append(note) } }
    }

    /// Adds a note and reports it at once; a note that comes again is reported again.
    public func tell(_ note: String) {
        add(note)
        onNews(note)
    }

    /// All notes so far.
    public var all: [String] { notes.withLock { $0 } }
}
