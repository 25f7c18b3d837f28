// A source belongs to the actor that makes it until the thread that runs it takes it.

internal import Synchronization

/// Something that is given from one thread to another, once.
final class Handover<Value>: @unchecked Sendable {
    // @unchecked: the lock sees to it that only one thread gets the value; what it then does with
    // it is that thread's own affair.

    private var value: Value?
    private let lock = Mutex<Void>(())

    init(_ value: sending Value) {
        self.value = value
    }

    /// The value, for whoever asks first.
    func take() -> sending Value? {
        lock.withLock { _ in
            defer { value = nil }
            return value
        }
    }
}
