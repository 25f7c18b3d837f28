// In stepped time, the clock is told which sources there are, so that a timer's end finds them where they
// should be.

internal import Recording
internal import Research
internal import Timebase

/// The sources that a stepped clock waits for.
@MainActor
enum SteppedSources {
    /// Lets a stepped clock wait for the sources of a recorder that runs, until they have ended.
    static func follow(_ controller: any RSDAsyncActionController, by timekeeper: any Timekeeper) {
        guard let stepped = timekeeper as? SteppedTimekeeper,
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
