// What is found only when a device is open, on a thread of its own: whoever reads the data should know it, and whoever
// stands beside the device can sometimes mend it.

internal import Synchronization

/// Notes that any thread can add to.
public final class LaterNotes: Sendable {
    private let notes = Mutex<[String]>([])
    private let onNews: @Sendable (String) -> Void

    /// Notes of which none is there.
    ///
    /// - Parameter onNews: Is told at once, on any thread, what somebody may still mend.
    public init(telling onNews: @escaping @Sendable (String) -> Void = { _ in }) {
        self.onNews = onNews
    }

    /// Adds a note; one that is there already is not added again.
    public func add(_ note: String) {
        notes.withLock { if !$0.contains(note) { $0.append(note) } }
    }

    /// Adds a note, and tells it at once: again, too, where it happens again.
    public func tell(_ note: String) {
        add(note)
        onNews(note)
    }

    /// Those that are there.
    public var all: [String] { notes.withLock { $0 } }
}
