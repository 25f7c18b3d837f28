// A store may be held by somebody else for seconds, and its disk may be slow: what a run asks of it is asked on
// one thread, in order, and neither the main thread nor the pool that runs every other task waits there.

internal import Synchronization
internal import SystemCalls

/// The thread on which a run reaches its stores; there is none before it is needed.
package final class StoreThread: Sendable {
    private let thread = Mutex<WorkThread?>(nil)

    package init() {}

    /// Has work done after all that was asked for before, and waits for it without blocking a thread.
    package func perform<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await begun().perform(work)
    }

    /// Has work done after all that was asked for before, and does not wait for it.
    func post(_ work: @escaping @Sendable () -> Void) throws(SystemError) { try begun().post(work) }

    private func begun() throws(SystemError) -> WorkThread {
        try thread.withLock { (thread) throws(SystemError) in
            if let thread { return thread }
            let begun = try WorkThread(name: "store")
            thread = begun
            return begun
        }
    }
}
