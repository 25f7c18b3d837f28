// A way back into the folder of a run that was left, or died, and is taken up again.

internal import SystemCalls
internal import Timebase

/// The folder of a run that has not come to its end, locked to be taken up again.
struct LeftSession: ~Copyable {
    let lock: FolderLock
    let manifest: SessionManifest
    /// The names that are taken in it.
    let names: SampleFileNames

    /// Locks a folder, and looks whether it can be taken up; a run that died is closed first.
    static func take(
        _ folder: OpenFolder,
        at now: ClockReading
    ) throws(SessionError) -> LeftSession {
        if try Session(in: folder).manifest.status == .recording {
            // It left files without an end; nobody can write on in those.
            _ = try SessionRepair.repair(folder, at: now.realtime)
        }
        let lock = try lock(folder)
        let names = SampleFileNames(taken: (try? folder.list()) ?? [])
        // Under the lock: until then another may have taken it up, and ended it.
        let manifest = try Session(in: lock.folder).manifest
        switch manifest.status {
        case .interrupted, .cancelled, .failed: break
        // Its end could not be written.
        case .finished where manifest.taskResult == nil: break
        case .recording, .finished:
            throw SessionError(
                "its run has come to its end (\(manifest.status.rawValue))",
                where: folder.path,
                remedy: "begin a new session"
            )
        }
        return LeftSession(
            lock: lock,
            manifest: manifest,
            names: names
        )
    }

    private static func lock(_ folder: OpenFolder) throws(SessionError) -> FolderLock {
        do throws(SystemError) {
            if let lock = try FolderLock.take(folder) { return lock }
            throw SystemError(call: "flock", path: folder.path, errno: .busy)
        } catch {
            throw SessionError(error, "take up the session", where: folder.path)
        }
    }

    /// Removes the documents of the end that has not come yet.
    static func removeEnding(from folder: OpenFolder) {
        for name in [SessionManifest.taskResultName, SessionManifest.answersName] {
            // What stays is replaced at the end.
            try? folder.remove(name)
        }
    }
}
