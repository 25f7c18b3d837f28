// The task controller of a session. In stepped time it tells the clock which sources there are, so
// that a timer's end finds them where they should be.

internal import Recording
internal import Research
internal import TaskEngine
internal import Timebase

/// Runs a task whose recordings go into a session.
@MainActor
final class SessionEngine: TaskEngine {
    override func asyncActionControllerDidStart(_ controller: any RSDAsyncActionController) {
        guard let stepped = taskViewModel.timekeeper as? SteppedTimekeeper,
            let recorder = controller as? RSDSampleRecorder
        else { return }
        let sources = recorder.streams.count
        stepped.expectSources(sources)
        Task {
            await recorder.waitForEndOfSource()
            stepped.sourcesEnded(sources)
        }
    }
}
