// What threads tell, in a form that a test can wait for without saying how long.

internal import Synchronization
internal import SystemCalls

/// Values in the order in which threads told them.
package final class Told<Value: Sendable & Equatable>: Sendable {
    private let values = Mutex<[Value]>([])

    package init() {}

    package func tell(_ value: Value) { values.withLock { $0.append(value) } }

    package var soFar: [Value] { values.withLock { $0 } }

    /// What was told once there are so many; a test without end is a failure, and not a halt.
    package func first(_ count: Int) async throws -> [Value] {
        _ = try await eventually { self.soFar.count >= count }
        return soFar
    }
}

/// Whether something becomes true in a time that is long for whatever it is.
package func eventually(_ condition: () throws -> Bool) async throws -> Bool {
    for _ in 0..<6000 {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return false
}

/// What a thread waits at until somebody opens it.
package final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)
    private let wakeEvent = WakeEvent()

    package init() {}

    package func open() {
        isOpen.store(true, ordering: .releasing)
        wakeEvent.signal()
    }

    package func wait() {
        while true {
            let signals = wakeEvent.count
            if isOpen.load(ordering: .acquiring) { return }
            wakeEvent.wait(since: signals)
        }
    }
}
