// The thread on which a run uses its stores. Another process may lock a store for seconds, and its disk may be slow.
// All requests go to one thread, in order, so that neither the main thread nor Swift's thread pool waits.

internal import Synchronization
internal import SystemCalls

/// Performs a run's store requests in order, on a thread that is made when it is first needed.
package final class StoreThread: Sendable {
    private let thread = Mutex<WorkThread?>(nil)

    package init() {}

    /// Performs work after all earlier requests, and waits for it without blocking a thread.
    package func perform<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await begun().perform(work)
    }

    /// Performs work after all earlier requests, without waiting for it.
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
