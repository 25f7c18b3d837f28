// A way back into the folder of a run that was left, or died, and is taken up again.

internal import SystemCalls
internal import Timebase

/// The folder of a run that has not come to its end, locked to be taken up again.
struct LeftSession {
    let tenure: FolderTenure
    let manifest: SessionManifest
    /// The names that are taken in it.
    let names: SampleFileNames

    /// Locks a folder, and looks whether it can be taken up; a run that died is closed first.
    static func take(
        _ folder: OpenFolder,
        at now: ClockReading,
        by rules: LeaseRules
    ) throws(SessionError) -> LeftSession {
        let found = try Session(in: folder)
        if found.manifest.status == .recording || faultOfJournal(in: found) != nil {
            // It left files without an end; nobody can write on in those.
            _ = try SessionRepair.repair(folder, at: now.realtime, by: rules)
        }
        let tenure = try take(folder, by: rules)
        do throws(SessionError) {
            return try LeftSession(of: tenure)
        } catch {
            tenure.release()
            throw error
        }
    }

    private init(of tenure: FolderTenure) throws(SessionError) {
        let folder = tenure.folder
        // Under the lock: until then another may have taken it up, and ended it.
        let session = try Session(in: tenure.folder)
        var manifest = session.manifest
        if let fault = Self.faultOfJournal(in: session), let name = manifest.journal?.path {
            // Who goes on in it would vouch for what nobody can read.
            manifest.journal = nil
            manifest.apply(.error("\(name): \(fault); the run goes on in another"))
        }
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
        self.tenure = tenure
        self.manifest = manifest
        // A listed file that somebody has deleted stays missing, and is told as such: nothing else gets its name.
        let listed = manifest.files.map(\.path) + manifest.recovered.map(\.path)
        names = SampleFileNames(taken: ((try? folder.list()) ?? []) + listed)
    }

    /// Why nobody can go on in the journal.
    private static func faultOfJournal(in session: Session) -> String? {
        if let problem = session.problemOfJournal { return problem.what }
        guard let journal = session.manifest.journal,
            !JournalReading.isVouchedFor(journal, in: session.folder)
        else { return nil }
        return "it is not what the manifest vouches for"
    }

    private static func take(
        _ folder: OpenFolder,
        by rules: LeaseRules
    ) throws(SessionError) -> FolderTenure {
        do throws(SystemError) {
            switch try FolderTenure.take(folder, by: rules) {
            case .taken(let tenure): return tenure
            case .contested(let contested):
                // Of an earlier owner that had closed it, say, and could not take its lease away.
                if case .taken(let tenure) = try contested.decide() { return tenure }
            default: break
            }
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
        // None of them may come back, as the result of a run that went on.
        _ = try? folder.synchronize()
    }
}
