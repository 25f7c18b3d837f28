// What belongs to the one who starts a thread, until that thread takes it: the closure that a thread
// runs can be called again for all the compiler knows, and so may not consume what it captures.

internal import Synchronization

/// Something that is given from one thread to another, once.
package final class Handover<Value: ~Copyable>: @unchecked Sendable {
    // @unchecked: the lock sees to it that only one thread gets the value; what it then does with
    // it is that thread's own affair.

    private var value: Value?
    private let lock = Mutex<Void>(())

    package init(_ value: consuming sending Value) {
        self.value = consume value
    }

    /// The value, for whoever asks first.
    package func take() -> sending Value? {
        lock.withLock { _ in value.take() }
    }
}
