// Collects what threads report, so that a test can wait for it without choosing a time.

internal import Synchronization
internal import SystemCalls

/// Values in the order in which threads reported them.
package final class Told<Value: Sendable & Equatable>: Sendable {
    private let values = Mutex<[Value]>([])

    package init() {}

    package func tell(_ value: Value) { values.withLock { $0.append(value) } }

    package var soFar: [Value] { values.withLock { $0 } }

    /// The values once there are this many, or after half a minute, so that a test fails instead of hanging.
    package func first(_ count: Int) async throws -> [Value] {
        _ = try await eventually { self.soFar.count >= count }
        return soFar
    }
}

/// Whether a condition becomes true within half a minute or so.
package func eventually(_ condition: () throws -> Bool) async throws -> Bool {
    for _ in 0..<6000 {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return false
}

/// Blocks threads until another one opens it.
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
