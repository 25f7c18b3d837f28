// Earlier versions kept the progress of a run in a store beside its session folder. It is taken into the folder
// when the run is looked for, so that all that follows knows one place.

internal import FoundationEssentials
internal import Research
internal import SystemCalls
internal import TaskEngine
internal import TrackedStore

/// Progress that lies beside a session folder.
enum EarlierProgress {
    private static func path(beside session: String) -> String { "\(session).progress" }

    /// Whether there is some.
    static func lies(beside session: String) -> Bool {
        FileSystem.kind(of: path(beside: session)) == .file
    }

    /// Takes it into the folder; `nil` where there is none of this task.
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
        // What stays behind has nothing in it any more.
        for name in [path, "\(path)-wal", "\(path)-shm"] { try? FileSystem.remove(name) }
        return file
    }
}
