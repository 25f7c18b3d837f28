// Lets callers wait for changes of a run: a move ends, a step's time is over, the run ends. A waiting caller is woken
// by every change, and checks each time whether it is the one it waits for.

extension TaskEngine {
    /// Waits for the next change of the run.
    package final func news() async {
        await withCheckedContinuation { newsWaiters.append($0) }
    }

    /// Wakes all callers that wait for a change.
    package final func tellNews() {
        let waiters = newsWaiters
        newsWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until no move is under way; returns at once if there is none.
    package final func waitForMove() async {
        while state.isMoving { await news() }
    }

    /// Waits until the run has ended and its end is reported to all; returns how it has ended.
    package final func ended() async -> TaskFinishReason {
        while true {
            if state.isEndTold, let finishReason { return finishReason }
            await news()
        }
    }
}
