// Which saved run a session takes up. Whatever stands in the way of one, it stays saved: the session
// takes up another, or begins a run of its own, and its manifest says why.

internal import FoundationEssentials
internal import Research
internal import SessionFolder
internal import TaskEngine
internal import Timebase

/// Finds the run that a session takes up, and the folder that it goes on in.
@MainActor
struct RunFinder {
    let task: any RSDTask
    let directory: String
    let timekeeper: any Timekeeper
    let start: ClockReading
    let keeper: ProgressKeeper?
    /// Makes what runs the task, anew for each run that is tried.
    let makeEngine: @MainActor (RSDTaskViewModel) -> TaskEngine
    /// Describes the session of a run.
    let manifest: (_ run: UUID) -> SessionManifest
    private(set) var notes: [String] = []

    init(
        task: any RSDTask,
        in directory: String,
        _ timekeeper: any Timekeeper,
        from start: ClockReading,
        keeper: ProgressKeeper?,
        runBy makeEngine: @escaping @MainActor (RSDTaskViewModel) -> TaskEngine,
        describedBy manifest: @escaping (_ run: UUID) -> SessionManifest
    ) {
        self.task = task
        self.directory = directory
        self.timekeeper = timekeeper
        self.start = start
        self.keeper = keeper
        self.makeEngine = makeEngine
        self.manifest = manifest
    }

    /// A run, with the folder that it records into.
    struct Run {
        var engine: TaskEngine
        var session: OpenSession
        var isResumed: Bool
    }

    /// The run that was saved last and can be taken up, or else a new one.
    mutating func find(mayBegin: Bool) async throws -> Run {
        if let run = try await findSaved() { return run }
        guard mayBegin else { throw NothingToTakeUp(reasons: notes) }
        return try await begin()
    }

    private mutating func findSaved() async throws -> Run? {
        guard let keeper else { return nil }
        var unreadable: [String] = []
        let runs = try keeper.runs(ofTask: task.identifier) { unreadable.append("\($0)") }
        notes += unreadable
        for saved in runs {
            if let run = try await takeUp(saved, by: keeper) { return run }
        }
        return nil
    }

    private func begin() async throws -> Run {
        let engine = engine()
        let run = engine.taskViewModel.taskResult.taskRunUUID
        let session = try await open(manifest(run))
        return Run(engine: engine, session: session, isResumed: false)
    }

    private func open(_ manifest: SessionManifest) async throws -> OpenSession {
        try await OpenSession.begin(in: directory, describedBy: manifest, by: timekeeper)
    }

    private func engine() -> TaskEngine {
        makeEngine(RSDTaskViewModel(task: task, timekeeper: timekeeper))
    }

    private mutating func takeUp(
        _ saved: SavedRun,
        by keeper: ProgressKeeper
    ) async throws -> Run? {
        switch saved.session.map(Folder.init) {
        case .inUse:
            notes.append(
                "the saved run \(saved.taskRunUUID) still goes on in another process; let it end"
            )
            return nil
        case .whole:
            // Nothing was left to do but this when its process died.
            try keeper.forget(saved.taskRunUUID)
            notes.append("the saved run \(saved.taskRunUUID) had come to its end")
            return nil
        case .unfinished, nil: break
        }
        // First of all: if this is refused, nothing of the run has been touched.
        let engine = engine()
        do {
            try engine.resume(try keeper.progress(of: saved))
        } catch let error as ProgressError {
            notes.append("\(error)")
            return nil
        } catch let error as PathRestoreError {
            notes.append("the saved run \(saved.taskRunUUID) waits for its task: \(error)")
            return nil
        }
        if let folder = saved.session {
            do {
                let session = try await OpenSession.resume(folder, at: start, by: timekeeper)
                FoundRecordings.attach(session.manifest.sampleFiles, to: engine)
                return Run(engine: engine, session: session, isResumed: true)
            } catch {
                notes.append("the folder that the run was begun in cannot be had: \(error)")
            }
        }
        // What was answered goes on in a folder of its own, in which no recording of before is.
        var names: Set<String> = []
        engine.taskViewModel.removeFiles { file in
            guard let name = file.relativePath else { return false }
            names.insert(name)
            return true
        }
        if !names.isEmpty { notes.append("not here: \(names.sorted().joined(separator: ", "))") }
        let session = try await open(manifest(saved.taskRunUUID))
        return Run(engine: engine, session: session, isResumed: true)
    }

    /// How the folder of a saved run is.
    private enum Folder {
        /// A run records into it.
        case inUse
        /// Its run has come to its end, and all of that is written.
        case whole
        /// Anything else, or nothing.
        case unfinished

        init(_ path: String) {
            guard let session = try? Session(opening: path) else {
                self = .unfinished
                return
            }
            let isEnded = session.manifest.status == .finished
            let hasResult = session.manifest.taskResult != nil && (try? session.taskResult()) != nil
            self = session.isLive ? .inUse : isEnded && hasResult ? .whole : .unfinished
        }
    }
}

/// That no saved run can be taken up, where a new one was not wanted.
public struct NothingToTakeUp: Error, Sendable, Hashable, CustomStringConvertible {
    /// What stands in the way of each; what is saved stays as it is.
    public var reasons: [String]

    public var description: String {
        reasons.isEmpty ? "no run of the task is saved" : reasons.joined(separator: "; ")
    }
}
