// Opens the folder of a run that was left or killed, so that the run can continue in it.

internal import SystemCalls
internal import Timebase

/// The folder of an unfinished run, locked so that the run can continue.
struct LeftSession {
    let tenure: FolderTenure
    let manifest: SessionManifest
    /// Hands out file names that the session does not have yet.
    let names: SampleFileNames

    /// Locks a folder, and checks that its run can continue.
    ///
    /// Repairs the session first if the run was killed, or the journal cannot be continued as it is.
    static func take(
        _ folder: OpenFolder,
        at now: ClockReading,
        by rules: LeaseRules
    ) throws(SessionError) -> LeftSession {
        let found = try Session(in: folder)
        if found.manifest.status == .recording || faultOfJournal(in: found) != nil {
            // Unclosed files, and a damaged journal, cannot be continued.
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
        // Read the manifest again under the lock: another process may have continued and ended the run before.
        let session = try Session(in: tenure.folder)
        var manifest = session.manifest
        if let fault = Self.faultOfJournal(in: session), let name = manifest.journal?.path {
            // Nobody can read all of this journal, so the run continues with a new one.
            manifest.journal = nil
            manifest.apply(.error("\(name): \(fault); the run goes on in another"))
        }
        switch manifest.status {
        case .interrupted, .cancelled, .failed: break
        // The run finished, but its result could not be written.
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
        // A listed file that was deleted stays missing, and is reported as such: no other file may get its name.
        let listed = manifest.files.map(\.path) + manifest.recovered.map(\.path)
        names = SampleFileNames(taken: ((try? folder.list()) ?? []) + listed)
    }

    /// Returns why the journal cannot be continued; `nil` if it can.
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
                // For example, an earlier owner closed the session and could not remove its lease.
                if case .taken(let tenure) = try contested.decide() { return tenure }
            default: break
            }
            throw SystemError(call: "flock", path: folder.path, errno: .busy)
        } catch {
            throw SessionError(error, "take up the session", where: folder.path)
        }
    }

    /// Removes the documents that an earlier end of the run wrote.
    static func removeEnding(from folder: OpenFolder) {
        for name in [SessionManifest.taskResultName, SessionManifest.answersName] {
            // A document that cannot be removed is replaced at the end.
            try? folder.remove(name)
        }
        // Make the removal survive a power cut: otherwise an old result could reappear as that of the continued run.
        _ = try? folder.synchronize()
    }
}
