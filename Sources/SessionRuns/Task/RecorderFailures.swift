// Reports a failed recorder while a task without a participant runs. The task continues without the recorder, perhaps
// for long; a user who learns of the failure at once can fix the cause or start again. If there is a participant, the
// task's screen asks the participant instead.

internal import PlainWords
package import Recording
package import Research
internal import TaskEngine
package import TaskSession

/// Reports recorders as soon as they fail.
@MainActor
package final class RecorderFailures {
    private let tell: (String) -> Void
    private let isAskedOnScreen: Bool
    private var isRunOver = false
    /// The errors reported so far, worded as in the run's report.
    private var told: Set<String> = []

    package init(isAskedOnScreen: Bool, telling tell: @escaping (String) -> Void) {
        self.tell = tell
        self.isAskedOnScreen = isAskedOnScreen
    }

    /// Wraps a maker of recorders, and reports the failures of the recorders that it makes.
    package func telling(
        of makeRecorder:
            @escaping @MainActor (
                any RSDAsyncActionConfiguration, RSDTaskViewModel, RecorderEnvironment
            ) -> RSDSampleRecorder?
    ) -> TaskSession.RecorderMaker {
        { configuration, path, environment in
            guard let recorder = makeRecorder(configuration, path, environment) else { return nil }
            guard !self.isAskedOnScreen else { return recorder }
            let place = path.sectionIdentifiers + [configuration.identifier]
            Task { await self.wait(for: recorder, at: place.joined(separator: "/")) }
            return recorder
        }
    }

    /// Returns the errors that were not reported during the run.
    package func unreported(of errors: [String]) -> [String] {
        errors.filter { !told.contains($0) }
    }

    /// Stops reporting: the run is over, and its report contains the other errors.
    package func end() { isRunOver = true }

    private func wait(for recorder: RSDSampleRecorder, at place: String) async {
        await recorder.waitForEndOfSource()
        guard !isRunOver, let error = recorder.error else { return }
        told.insert("\(place)_error: \(error)")
        tell("\(place): \(error) (the task goes on without it)".printable)
    }
}
