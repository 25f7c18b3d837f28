// A run that was killed cannot close its session, so the next one does, beside its own recording. The lock
// tells a dead run from a live one; nothing is guessed.

internal import SystemCalls
public import Timebase

/// Finds and closes the sessions of runs that died.
public enum DeadRuns {
    /// What became of one session.
    public enum Outcome: Hashable, Sendable {
        /// It was closed as interrupted.
        case closed(MendingReport)
        /// There was nothing in it yet, so it was deleted.
        case removed(path: String)
        /// It could not be closed and is as it was.
        case left(SessionError)
    }

    /// Closes every session in `directory` whose run is dead, in the order of their names.
    ///
    /// Live runs, finished sessions and folders that are no sessions are left alone.
    ///
    /// - Parameters:
    ///   - directory: where sessions are collected; one that is not there has none.
    ///   - own: the session of the run that asks, which tells itself how it ends.
    ///   - now: the date for the repairs, in the manifests.
    /// - Returns: what was done, for a person to read.
    public static func close(
        in directory: String,
        besides own: String? = nil,
        at now: WallInstant
    ) -> [Outcome] {
        let parent: OpenFolder
        let names: [String]
        do throws(SystemError) {
            parent = try OpenFolder.open(directory)
            names = try parent.list()
        } catch {
            // Whoever records there meets these next, and says so.
            let isMet: Set<Errno> = [.notFound, .notDirectory, .access, .permission]
            if isMet.contains(error.errno) { return [] }
            return [.left(SessionError(error, "look for runs that died", where: directory))]
        }
        return names.compactMap { name in
            guard name != own.map(FileSystem.name), parent.kind(of: name) == .directory else {
                return nil
            }
            do throws(SessionError) {
                return try close(opened(name, in: parent), at: now)
            } catch {
                return .left(error)
            }
        }
    }

    /// Closes this session if its run is dead; any other is left alone.
    ///
    /// - Returns: what was done, if anything.
    public static func close(_ session: String, at now: WallInstant) -> Outcome? {
        do throws(SessionError) {
            return try close(Session.folder(at: session), at: now)
        } catch {
            return .left(error)
        }
    }

    /// Whether a folder is named as sessions are, whatever is in it.
    static func looksLikeARun(_ path: String) -> Bool {
        path.split(separator: "/").last.flatMap { SessionName.parts(of: String($0)) } != nil
    }

    private static func opened(
        _ name: String,
        in parent: OpenFolder
    ) throws(SessionError) -> OpenFolder {
        do throws(SystemError) {
            return try parent.folder(name, ofOneOwner: true)
        } catch {
            throw SessionError(
                error,
                "look for a run that died",
                where: parent.path(ofFile: name)
            )
        }
    }

    private static func close(
        _ folder: OpenFolder,
        at now: WallInstant
    ) throws(SessionError) -> Outcome? {
        guard try needsClosing(folder) else { return nil }
        var lock: FolderLock?
        do throws(SystemError) {
            lock = try FolderLock.take(folder)
        } catch {
            throw SessionError(error, "close the session of a run that died", where: folder.path)
        }
        // Between the first look and the lock the run may have ended by itself.
        guard lock != nil, try needsClosing(folder) else { return nil }
        if try removeIfEmpty(folder) { return .removed(path: folder.path) }
        var mender = FolderMender(folder, try FoundManifest.find(in: folder), now: now)
        mender.mendJournal()
        if mender.manifest.status == .recording {
            mender.forgetNeverMade()
            mender.mendFiles()
            mender.adoptFiles()
            mender.close()
        } else {
            // It had come to its end, and was killed before the manifest could say so.
            mender.requireResult()
        }
        try mender.save()
        lock.take()?.release()
        return .closed(mender.report)
    }

    /// Whether a folder is a session that says it is being recorded, or could not yet say anything.
    private static func needsClosing(_ folder: OpenFolder) throws(SessionError) -> Bool {
        if folder.kind(of: SessionManifest.fileName) == .missing {
            return looksLikeARun(folder.path)
        }
        do throws(SessionError) {
            let session = try Session(in: folder)
            return session.manifest.status == .recording || session.isBehind
        } catch {
            // Some other program's manifest is none of our affair.
            if looksLikeARun(folder.path) { throw error }
            return false
        }
    }

    private static func removeIfEmpty(_ folder: OpenFolder) throws(SessionError) -> Bool {
        do throws(SystemError) {
            let names = try folder.list()
            let ofARun = SessionTemporaries.names.union([JournalFile.fileName])
            guard names.allSatisfy({ ofARun.contains($0) }),
                folder.kind(of: SessionManifest.fileName) == .missing,
                let found = try? FoundManifest.find(in: folder),
                found.spare == nil, found.manifest.files.isEmpty
            else { return false }
            for name in names { try folder.remove(name) }
            try folder.delete()
            return true
        } catch {
            throw SessionError(error, "delete the empty session", where: folder.path)
        }
    }
}

extension DeadRuns.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .closed(let report):
            "\(report.path): a run that died is closed: " + report.lines.joined(separator: "; ")
        case .removed(let path): "\(path): a run that died had recorded nothing; it is deleted"
        case .left(let error): error.description
        }
    }
}
