// Interrupts a task while the machine sleeps, so that no step counts that time. The notice of a sleep arrives on
// another thread, and a run belongs to the main actor: the thread delays the sleep until the main actor has
// interrupted the run.

internal import Cues
internal import ResearchUI
internal import Synchronization
internal import SystemCalls

/// Interrupts a run from before the machine sleeps until it has woken.
@MainActor
final class SleepInterruption {
    private weak var run: RSDTaskViewController?
    private var isInterrupted = false
    private let limit: Duration

    /// Handles sleep for a run until `end()`.
    ///
    /// - Parameters:
    ///   - run: The run, which is not retained.
    ///   - limit: How long the machine's sleep waits for the main actor at most.
    init(of run: RSDTaskViewController, limit: Duration) {
        self.run = run
        self.limit = limit
    }

    /// Passes on, from any thread, that the machine is about to sleep (`isBefore`) or has woken.
    ///
    /// Before a sleep it returns only when the run has been interrupted or the limit has passed.
    nonisolated func tell(_ isBefore: Bool) {
        let turn = Turn()
        Task { @MainActor in
            self.take(isBefore)
            turn.end()
        }
        if isBefore { turn.wait(upTo: limit) }
    }

    /// Stops handling sleep, and resumes the run if it is interrupted, since nothing else would.
    func end() {
        take(false)
        run = nil
    }

    private func take(_ isBefore: Bool) {
        guard isInterrupted != isBefore else { return }
        isInterrupted = isBefore
        run?.handleSleep(isBefore)
    }
}

/// An event with which a thread waits for a task on the main actor.
private final class Turn: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let wakeEvent = WakeEvent()

    func end() {
        isOver.store(true, ordering: .releasing)
        wakeEvent.signal()
    }

    func wait(upTo limit: Duration) {
        let deadline = Deadline(in: limit)
        while true {
            let signals = wakeEvent.count
            if isOver.load(ordering: .acquiring) || deadline.hasPassed { return }
            wakeEvent.wait(since: signals, upTo: deadline.left)
        }
    }
}
