// Sleepers that do not move time. Some timekeepers advance time only as far as somebody waits; a task that sleeps
// again and again would then advance time for ever. A caller that only wants to know that an instant has passed
// sleeps here, and wakes when others have moved time that far.

internal import Synchronization

/// Callers that sleep until an instant without moving time to it.
final class IdleSleepers: Sendable {
    private struct State: Sendable {
        var number = 0
        var sleepers: [Int: (deadline: BootInstant, wake: CheckedContinuation<Void, Never>)] = [:]
    }

    private let state = Mutex(State())
    /// The earliest instant that a caller sleeps until; `wake` compares only this while it has not been reached.
    private let nearest = Atomic<Int64>(.max)

    /// Sleeps until time has reached an instant.
    func sleep(until deadline: BootInstant, in time: some Timekeeper) async throws {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.sleepers[number] = (deadline, continuation)
                    noteNearest(state)
                    return false
                }
                if isOver { continuation.resume() } else { wake(at: time.now) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                defer { noteNearest(state) }
                return state.sleepers.removeValue(forKey: number)
            }
            sleeper?.wake.resume()
        }
        try Task.checkCancellation()
    }

    /// Wakes the sleepers whose instants have passed.
    func wake(at now: BootInstant) {
        guard now.nanoseconds >= nearest.load(ordering: .sequentiallyConsistent) else { return }
        let due = state.withLock { state in
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for number in due.keys { state.sleepers[number] = nil }
            noteNearest(state)
            return due
        }
        for sleeper in due.values { sleeper.wake.resume() }
    }

    private func noteNearest(_ state: borrowing State) {
        let first = state.sleepers.values.map(\.deadline.nanoseconds).min() ?? .max
        nearest.store(first, ordering: .sequentiallyConsistent)
    }
}
