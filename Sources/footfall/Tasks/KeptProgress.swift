// Where the progress of a run is kept: in a file beside its session folder, so that whoever finds one
// knows which session can be gone on with. The file goes when the run comes to its end.

internal import FoundationEssentials
internal import Research
internal import SessionFolder
internal import SystemCalls
internal import TaskEngine
internal import Timebase
internal import TrackedStore

/// The progress of one run.
struct KeptProgress: Sendable {
    /// The session folder, from the root.
    let session: String

    private static let ending = ".progress"

    /// The file that it is kept in.
    var path: String { session + Self.ending }

    /// What somebody is told who can go on with the run.
    var invitation: String {
        "note: \(session): this run of the task has not come to its end; add --continue \(session) "
            + "to go on with it"
    }

    /// The failure to go on with the run, of which nothing is lost.
    func failure(_ cause: String) -> CommandFailure {
        CommandFailure(
            "--continue: \(session): \(cause); what it has is still in \(path): come back when that is "
                + "mended, or begin anew, without --continue"
        )
    }

    /// Progress of a run whose session folder is open.
    init(besideOpen session: String) { self.session = session }

    /// Progress of a run that was killed.
    init(of session: String) throws {
        do throws(SystemError) {
            self.session = try FileSystem.absolutePath(session)
        } catch {
            throw CommandFailure(
                "--continue: \(session.printable): there is no such folder; name the session that "
                    + "was left"
            )
        }
        guard FileSystem.kind(of: path) == .file else {
            throw CommandFailure(
                "--continue: \(session.printable): no \(Self.ending) file lies beside it, so its run "
                    + "came to its end or was never begun by `footfall run`; begin anew, without "
                    + "--continue"
            )
        }
    }

    /// The folder that the session lies in.
    var folder: String { FileSystem.parent(of: session) ?? "." }

    /// Where the progress is kept from now on.
    func keeper(_ factory: RSDFactory) throws -> ProgressKeeper {
        ProgressKeeper(in: try TrackedStore(path: path), factory: factory, session: session)
    }

    /// The store of a run that is taken up, once it is sure that it can be.
    func store(for task: any RSDTask, _ factory: RSDFactory) throws -> TrackedStore {
        let found = try Session(opening: session)
        let manifest = found.manifest
        guard manifest.identifier == task.identifier else {
            throw CommandFailure(
                "--continue: \(session): it is a session of the task '\(manifest.identifier)', and "
                    + "the task file is '\(task.identifier)'; name the session's task file"
            )
        }
        if manifest.status == .finished, manifest.taskResult != nil,
            (try? found.taskResult()) != nil
        {
            // Its process died between the run's end and the removal.
            remove()
            throw CommandFailure(
                "--continue: \(session): its run came to its end, and everything of it is there; to "
                    + "run the task again, leave --continue out"
            )
        }
        let store = try TrackedStore(path: path)
        let keeper = ProgressKeeper(in: store, factory: factory, session: session)
        var unreadable: ProgressError?
        let runs = try keeper.runs(ofTask: task.identifier) { unreadable = $0 }
        guard let run = runs.first else {
            if let unreadable { throw failure("\(unreadable)") }
            throw CommandFailure(
                "--continue: \(session): its run was killed before the first step; begin anew, "
                    + "without --continue"
            )
        }
        // Somebody may have moved the session since.
        if run.session != session { try keeper.moveSession(of: run) }
        return store
    }

    /// When a run that is taken up goes on: not before it had come so far.
    func resumption(notBefore start: ClockReading) throws -> ClockReading {
        let manifest = try Session(opening: session).manifest
        guard let end = manifest.endDate?.instant else { return start }
        let (rest, isTooLong) = end.nanosecondsSince1970
            .subtractingReportingOverflow(start.realtime.nanosecondsSince1970)
        return rest > 0 && !isTooLong ? start.advanced(by: .nanoseconds(rest)) : start
    }

    /// Forgets the progress of a run that is over; a file that stays behind harms nobody.
    func remove() {
        for name in [path, "\(path)-wal", "\(path)-shm"] { try? FileSystem.remove(name) }
    }

    /// The runs of a task in a folder that have not come to their end.
    static func left(in folder: String, of task: String) -> [KeptProgress] {
        let names = (try? FileSystem.list(folder)) ?? []
        return names.filter { $0.hasSuffix(ending) }.compactMap { name in
            let session = "\(folder)/\(name.dropLast(ending.count))"
            guard let manifest = try? Session(opening: session).manifest,
                ![.finished, .recording].contains(manifest.status), manifest.identifier == task
            else { return nil }
            return KeptProgress(besideOpen: session)
        }
    }
}
