// What a run does happens at instants that nobody knows before: a move ends, a step's time is over, the run ends.
// Whoever waits for one of them looks again at each.

extension TaskEngine {
    /// Waits until the run has done something more.
    package final func news() async {
        await withCheckedContinuation { newsWaiters.append($0) }
    }

    /// Lets those look who wait for something to happen.
    package final func tellNews() {
        let waiters = newsWaiters
        newsWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until no move is being carried out; at once where none is.
    package final func waitForMove() async {
        while state.isMoving { await news() }
    }

    /// Waits until the run has ended and all have heard of it; answers how it has ended.
    package final func ended() async -> TaskFinishReason {
        while true {
            if state.isEndTold, let finishReason { return finishReason }
            await news()
        }
    }
}
