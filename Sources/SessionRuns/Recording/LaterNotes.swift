// What is found only when a device is opened, on a thread of its own, and should be known by whoever
// reads the data.

internal import Synchronization

/// Notes that any thread can add to.
public final class LaterNotes: Sendable {
    private let notes = Mutex<[String]>([])

    public init() {}

    /// Adds a note; one that is there already is not told again.
    public func add(_ note: String) {
        notes.withLock { if !$0.contains(note) { $0.append(note) } }
    }

    /// Those that are there.
    public var all: [String] { notes.withLock { $0 } }
}
