// Imports progress that earlier versions saved in a store next to the session folder. The progress is moved into the
// folder when runs to resume are searched, so that all other code reads it from the folder only.

internal import FoundationEssentials
internal import Research
internal import SystemCalls
internal import TaskEngine
internal import TrackedStore

/// Progress in a store next to a session folder.
enum EarlierProgress {
    private static func path(beside session: String) -> String { "\(session).progress" }

    /// True if there is such a store for the session folder.
    static func lies(beside session: String) -> Bool {
        FileSystem.kind(of: path(beside: session)) == .file
    }

    /// Moves the progress into the folder, and deletes the store; returns `nil` if there is no progress of this task.
    ///
    /// `unreadable` is called for each saved run that cannot be read. Such a run stays in the store, which is then not
    /// deleted.
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
        // Keep the store: a newer version may be able to read the run that this one cannot.
        if leavesRun { return file }
        for name in [path, "\(path)-wal", "\(path)-shm"] { try? FileSystem.remove(name) }
        return file
    }
}
