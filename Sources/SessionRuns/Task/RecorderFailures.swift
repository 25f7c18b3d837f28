// A task that nobody does goes on without a recorder that cannot record, and may go on for long. Who stands beside
// it can mend that at once, or begin anew, if they are told while it runs and not when it is over. A participant at
// the terminal is asked on its screen.

internal import PlainWords
package import Recording
package import Research
internal import TaskEngine
package import TaskSession

/// Tells of recorders that have failed, as soon as they have.
@MainActor
package final class RecorderFailures {
    private let tell: (String) -> Void
    private let isAskedOnScreen: Bool
    private var isRunOver = false
    /// What was told, in the words that the report of the run has for it.
    private var told: Set<String> = []

    package init(isAskedOnScreen: Bool, telling tell: @escaping (String) -> Void) {
        self.tell = tell
        self.isAskedOnScreen = isAskedOnScreen
    }

    /// Makes recorders and tells of their failures.
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

    /// Those of a run's errors that were not told while it went on.
    package func untold(of errors: [String]) -> [String] {
        errors.filter { !told.contains($0) }
    }

    /// Tells nothing any more: the run is over, and its report has the rest.
    package func end() { isRunOver = true }

    private func wait(for recorder: RSDSampleRecorder, at place: String) async {
        await recorder.waitForEndOfSource()
        guard !isRunOver, let error = recorder.error else { return }
        told.insert("\(place)_error: \(error)")
        tell("\(place): \(error) (the task goes on without it)".printable)
    }
}
