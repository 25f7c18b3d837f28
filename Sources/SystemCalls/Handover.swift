// Passes a non-copyable value to a new thread. The compiler must assume that a thread's closure can be called twice, so
// the closure may not consume what it captures; this box can be emptied instead.

internal import Synchronization

/// A value that is passed from one thread to another, once.
package final class Handover<Value: ~Copyable>: @unchecked Sendable {
    // @unchecked: the lock ensures that only one thread gets the value; from then on the value belongs to that thread.

    private var value: Value?
    private let lock = Mutex<Void>(())

    package init(_ value: consuming sending Value) {
        self.value = consume value
    }

    /// Returns the value to the first caller, `nil` to all others.
    package func take() -> sending Value? {
        lock.withLock { _ in value.take() }
    }
}
