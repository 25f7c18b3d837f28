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
    static func takeIn(
        to folder: OpenFolder,
        ofTask identifier: String,
        _ factory: RSDFactory
    ) throws -> ProgressFile? {
        guard lies(beside: folder.path) else { return nil }
        let path = path(beside: folder.path)
        let keeper = ProgressKeeper(in: try TrackedStore(path: path), factory: factory)
        let file = ProgressFile(in: folder)
        for run in try keeper.runs(ofTask: identifier) { try keeper.move(run, to: file) }
        guard !file.isEmpty else { return nil }
        // All runs of the task that could be read have been moved.
        for name in [path, "\(path)-wal", "\(path)-shm"] { try? FileSystem.remove(name) }
        return file
    }
}
