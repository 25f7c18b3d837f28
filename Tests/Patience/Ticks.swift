// Moving a test's clock from tick to tick of a step's timer, and no further.

package import Timebase

extension ManualTimekeeper {
    /// Waits until a step's timer sleeps, and moves time to its next tick.
    ///
    /// A timer ticks at least once a second. A sleeper that is further away is no timer but a limit, such as that of a
    /// text that is being spoken: then the timer does not sleep yet, or the step waits for the text. Does not move time
    /// if the task is cancelled meanwhile.
    package func advanceToNextTick() async {
        while let next = await nextWaking() {
            let pause = now.duration(to: next)
            guard pause > .seconds(1) else { return advance(by: max(.zero, pause)) }
            guard (try? await Task.sleep(for: .milliseconds(1))) != nil else { return }
        }
    }
}
