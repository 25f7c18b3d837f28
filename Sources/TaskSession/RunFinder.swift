// Finds the run that a session resumes. A run that cannot be resumed stays saved: the session resumes another run or
// begins a new one, and the manifest notes why. If the host names one session, no other run is tried, and the search
// throws an error if that run cannot be resumed.

internal import FoundationEssentials
internal import Research
internal import ResearchUI
internal import SessionFolder
internal import TaskEngine
internal import Timebase

/// Finds the run that a session resumes and its folder, or begins a new run.
@MainActor
struct RunFinder {
    let task: any RSDTask
    /// The participant of a new run.
    let participant: Participant?
    let directory: String
    let timekeeper: any Timekeeper
    let start: ClockReading
    let factory: RSDFactory
    /// Makes the controller that runs the task: called for each saved run that is tried, and for a new run.
    let makeController: @MainActor (RSDTaskViewModel) -> RSDTaskViewController
    /// Makes the manifest of a new run.
    let manifest: (_ run: UUID) -> SessionManifest
    private(set) var notes: [String] = []

    init(
        task: any RSDTask,
        of participant: Participant?,
        in directory: String,
        _ timekeeper: any Timekeeper,
        from start: ClockReading,
        _ factory: RSDFactory,
        shownBy makeController: @escaping @MainActor (RSDTaskViewModel) -> RSDTaskViewController,
        describedBy manifest: @escaping (_ run: UUID) -> SessionManifest
    ) {
        self.task = task
        self.participant = participant
        self.directory = directory
        self.timekeeper = timekeeper
        self.start = start
        self.factory = factory
        self.makeController = makeController
        self.manifest = manifest
    }

    /// A run, with the folder that it records into.
    struct Run {
        var controller: RSDTaskViewController
        var session: OpenSession
        /// The progress file of the run, with what was saved before.
        var progress: ProgressFile
        var isResumed: Bool
    }

    /// Returns the chosen run if it can be resumed, otherwise a new one.
    ///
    /// - Parameter choice: The run to resume.
    /// - Returns: The run, and the folder that it records into.
    /// - Throws: `NothingToTakeUp` if `choice` names a session whose run cannot be resumed; `SessionError` if no folder
    ///   can be made for a new run.
    mutating func find(_ choice: SavedRunChoice) async throws -> Run {
        let found = try await look(for: choice)
        notes += found.reasons
        for left in found.runs {
            if let run = await takeUp(left) { return run }
        }
        if case .session = choice { throw NothingToTakeUp(reasons: notes) }
        return try await begin()
    }

    private func look(for choice: SavedRunChoice) async throws -> LeftRun.Found {
        let (identifier, participant) = (task.identifier, participant)
        let (directory, factory) = (directory, factory)
        return switch choice {
        case .none: LeftRun.Found()
        case .latest:
            // Nobody is asked, and a resumed run keeps its participant: a run of another one must not go on.
            try await StoreThread().perform {
                LeftRun.find(ofTask: identifier, of: participant, in: directory, factory)
            }
        case .session(let session):
            try await StoreThread().perform {
                LeftRun.find(ofTask: identifier, at: session, factory)
            }
        }
    }

    private func begin() async throws -> Run {
        let controller = controller()
        let session = try await OpenSession.begin(
            in: directory,
            describedBy: manifest(controller.taskViewModel.taskResult.taskRunUUID),
            by: timekeeper
        )
        let progress = ProgressFile(of: session)
        return Run(
            controller: controller,
            session: session,
            progress: progress,
            isResumed: false
        )
    }

    private func controller() -> RSDTaskViewController {
        makeController(RSDTaskViewModel(task: task, timekeeper: timekeeper))
    }

    private mutating func takeUp(_ left: LeftRun) async -> Run? {
        // Restore the progress before the folder is opened: if this fails, the saved run is unchanged.
        let controller = controller()
        do throws(PathRestoreError) {
            try controller.engine.resume(left.progress)
        } catch {
            notes.append(
                "the saved run in \(left.session) cannot be resumed and stays saved: \(error)"
            )
            return nil
        }
        do throws(SessionError) {
            let session = try await OpenSession.resume(left.session, at: start, by: timekeeper)
            FoundRecordings.attach(session.manifest.sampleFiles, to: controller.engine)
            return Run(
                controller: controller,
                session: session,
                progress: ProgressFile(of: session, goingOnWith: left.kept),
                isResumed: true
            )
        } catch {
            notes.append("the folder of a saved run cannot be opened: \(error)")
            return nil
        }
    }
}

/// Thrown if the chosen run cannot be resumed.
public struct NothingToTakeUp: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why each saved run cannot be resumed; empty if no run is saved.
    public var reasons: [String]

    public var description: String {
        reasons.isEmpty ? "no run of the task is saved" : reasons.joined(separator: "; ")
    }
}
