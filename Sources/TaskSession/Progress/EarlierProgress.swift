// Imports progress of earlier versions, which kept it in a store beside the session folder. It is moved into the
// folder when the run is looked for, so that all other code reads it from the folder only.

internal import FoundationEssentials
internal import Research
internal import SystemCalls
internal import TaskEngine
internal import TrackedStore

/// Progress in a store beside a session folder.
enum EarlierProgress {
    private static func path(beside session: String) -> String { "\(session).progress" }

    /// True if there is such a store.
    static func lies(beside session: String) -> Bool {
        FileSystem.kind(of: path(beside: session)) == .file
    }

    /// Moves the progress into the folder, and deletes the store; returns `nil` if there is none of this task.
    ///
    /// It calls `unreadable` for each saved run that cannot be read. Such a run stays, and so does the store.
    static func takeIn(
        to folder: OpenFolder,
        ofTask identifier: String,
        _ factory: RSDFactory,
        unreadable: (ProgressError) -> Void
    ) throws -> ProgressFile? {
        guard lies(beside: folder.path) else { return nil }
        let path = path(beside: folder.path)
        let keeper = ProgressKeeper(in: try TrackedStore(path: path), factory: factory)
        let file = ProgressFile(in: folder)
        var leavesRun = false
        let runs = try keeper.runs(ofTask: identifier) {
            leavesRun = true
            unreadable($0)
        }
        for run in runs { try keeper.move(run, to: file) }
        guard !file.isEmpty else { return nil }
        // A newer version may be able to read a run that this one cannot.
        if leavesRun { return file }
        for name in [path, "\(path)-wal", "\(path)-shm"] { try? FileSystem.remove(name) }
        return file
    }
}
