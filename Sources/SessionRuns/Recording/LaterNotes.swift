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
    public func add(_ note: String) { _ = keep(note) }

    /// Adds a note, and tells it at once; one that is there already is neither told nor added again.
    public func tell(_ note: String) { if keep(note) { onNews(note) } }

    private func keep(_ note: String) -> Bool {
        notes.withLock { notes in
            guard !notes.contains(note) else { return false }
            notes.append(note)
            return true
        }
    }

    /// Those that are there.
    public var all: [String] { notes.withLock { $0 } }
}
