// A machine that sleeps interrupts the task that runs on it. Its sleep is told on a thread, and a run is the main
// actor's: the machine waits until that has had its turn, so that no step counts the time that nobody was there.

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

    /// - Parameters:
    ///   - run: The run, which is kept by others.
    ///   - limit: How long the machine waits for the main actor at most.
    init(of run: RSDTaskViewController, limit: Duration) {
        self.run = run
        self.limit = limit
    }

    /// Passes on, from a thread, that the machine is about to sleep, or has woken; before its sleep it returns
    /// once the run knows.
    nonisolated func tell(_ isBefore: Bool) {
        let turn = Turn()
        Task { @MainActor in
            self.take(isBefore)
            turn.end()
        }
        if isBefore { turn.wait(upTo: limit) }
    }

    /// Leaves the run alone from now on; one that stands runs again, as nobody else would tell it to.
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

/// What a thread waits for while the main actor has its turn.
private final class Turn: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let bell = Doorbell()

    func end() {
        isOver.store(true, ordering: .releasing)
        bell.ring()
    }

    func wait(upTo limit: Duration) {
        let deadline = Deadline(in: limit)
        while true {
            let rings = bell.count
            if isOver.load(ordering: .acquiring) || deadline.hasPassed { return }
            bell.wait(since: rings, upTo: deadline.left)
        }
    }
}
