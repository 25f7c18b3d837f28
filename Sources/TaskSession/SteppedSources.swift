// Reports the running sources to a stepped clock. Such a clock moves on only when all sources have delivered their
// samples up to the current moment, so that a recording is complete when a timer ends.

internal import Recording
internal import Research
internal import Timebase

/// Registers sources with a stepped clock.
@MainActor
enum SteppedSources {
    /// Makes a stepped clock wait for the sources of a running recorder until they end.
    static func follow(_ controller: any RSDAsyncActionController, by timekeeper: any Timekeeper) {
        guard let stepped = timekeeper as? SteppedTimekeeper,
            let recorder = controller as? RSDSampleRecorder
        else { return }
        let sources = recorder.streams.compactMap { $0.sourceSignal }
        stepped.expectSources(sources)
        Task {
            await recorder.waitForEndOfSource()
            stepped.sourcesEnded(sources)
        }
    }
}
