// A killed run cannot close its session, so the next run closes it while it records its own. The kernel lock shows
// whether a run on this machine still records a session; the lease shows it for a run on another machine. If neither
// gives an answer, the session stays as it is.

internal import SystemCalls
public import Timebase

/// Finds and closes the sessions of killed runs.
public enum CrashedSessions {
    /// What happened to one session.
    public enum Outcome: Hashable, Sendable {
        /// It was closed as interrupted.
        case closed(RecoveryReport)
        /// It held nothing yet, so it was deleted.
        case removed(path: String)
        /// Another machine may still record it; the wait was too short to find out.
        case undecided(path: String)
        /// It could not be closed; the next run or a repair tries again.
        case left(SessionError)
    }

    /// Closes every session in `directory` whose run was killed, in the order of their names.
    ///
    /// Leaves sessions that are being recorded, finished sessions and other folders alone. Sessions that another
    /// machine may be recording come last, since finding out takes most of a minute.
    ///
    /// - Parameters:
    ///   - directory: the folder of sessions; if it does not exist, there is nothing to close.
    ///   - own: the session of the calling run, which closes itself.
    ///   - now: the date of the repairs, for the manifests.
    ///   - mayWait: returns whether to keep waiting for other machines; called repeatedly.
    /// - Returns: what was done, for a user to read.
    public static func close(
        in directory: String,
        besides own: String? = nil,
        at now: WallInstant,
        whileWaiting mayWait: () -> Bool = { true }
    ) -> [Outcome] {
        close(in: directory, besides: own, at: now, by: .standard, whileWaiting: mayWait)
    }

    static func close(
        in directory: String,
        besides own: String? = nil,
        at now: WallInstant,
        by rules: LeaseRules,
        whileWaiting mayWait: () -> Bool = { true }
    ) -> [Outcome] {
        let parent: OpenFolder
        let names: [String]
        do throws(SystemError) {
            parent = try OpenFolder.open(directory)
            names = try parent.list()
        } catch {
            // The recording itself fails with these errors next, and reports them.
            let isMet: Set<Errno> = [.notFound, .notDirectory, .access, .permission]
            if isMet.contains(error.errno) { return [] }
            return [.left(SessionError(error, "look for runs that died", where: directory))]
        }
        let folders = names.filter {
            $0 != own.map(FileSystem.name) && !$0.hasPrefix(SessionRemoval.prefix)
                && parent.kind(of: $0) == .directory
        }
        var outcomes: [Outcome] = []
        var contested: [Contested] = []
        for name in folders {
            do throws(SessionError) {
                guard let folder = try opened(name, in: parent) else { continue }
                switch try take(folder, by: rules) {
                case .taken(let tenure)?: outcomes += try close(tenure, at: now)
                case .contested(let found)?: contested.append(Contested(found))
                default: break
                }
            } catch {
                outcomes.append(.left(error))
            }
        }
        let wakeEvent = WakeEvent()
        while !contested.isEmpty, mayWait() {
            contested.removeAll { session in
                do throws(SessionError) {
                    return try session.isDecided { tenure throws(SessionError) in
                        outcomes += try close(tenure, at: now)
                    }
                } catch {
                    outcomes.append(.left(error))
                    return true
                }
            }
            if !contested.isEmpty { wakeEvent.wait(since: wakeEvent.count, upTo: rules.look) }
        }
        return outcomes + contested.map { .undecided(path: $0.folder.path) }
    }

    /// Closes one session if its run was killed; leaves any other alone.
    ///
    /// If another machine may be recording it, waits for less than a minute.
    ///
    /// - Parameters:
    ///   - session: the session folder.
    ///   - now: the date of the repairs, for the manifest.
    ///   - waiting: is called with a message if such a wait begins.
    /// - Returns: what was done, if anything.
    public static func close(
        _ session: String,
        at now: WallInstant,
        waiting: (String) -> Void = { _ in }
    ) -> Outcome? {
        do throws(SessionError) {
            let folder = try Session.folder(at: session)
            switch try take(folder, by: .standard, readingItsJournal: true) {
            case .taken(let tenure)?: return try close(tenure, at: now).first
            case .contested(let contested)?:
                waiting(contested.words)
                let outcome: ContestedFolder.Outcome
                do throws(SystemError) {
                    outcome = try contested.decide()
                } catch {
                    throw cannotTake(folder, error)
                }
                guard case .taken(let tenure) = consume outcome else { return nil }
                return try close(tenure, at: now).first
            default: return nil
            }
        } catch {
            return .left(error)
        }
    }

    /// True if the folder's name has the form of a session name, whatever the folder contains.
    static func looksLikeARun(_ path: String) -> Bool {
        path.split(separator: "/").last.flatMap { SessionName.parts(of: String($0)) } != nil
    }

    /// Opens a session folder; returns `nil` if it is gone, since another starting run may have removed it.
    private static func opened(
        _ name: String,
        in parent: OpenFolder
    ) throws(SessionError) -> OpenFolder? {
        do throws(SystemError) {
            return try parent.folder(name, ofOneOwner: true)
        } catch {
            if error.errno == .notFound { return nil }
            throw SessionError(
                error,
                "look for a run that died",
                where: parent.path(ofFile: name)
            )
        }
    }

    /// Takes ownership of a session that needs closing; returns `nil` if the session needs no closing.
    private static func take(
        _ folder: OpenFolder,
        by rules: LeaseRules,
        readingItsJournal: Bool = false
    ) throws(SessionError) -> FolderTenure.Taking? {
        guard try needsClosing(folder, readingItsJournal) else { return nil }
        do throws(SystemError) {
            return try FolderTenure.take(folder, by: rules, toRecover: true)
        } catch {
            throw cannotTake(folder, error)
        }
    }

    private static func cannotTake(_ folder: OpenFolder, _ error: SystemError) -> SessionError {
        SessionError(error, "close the session of a run that died", where: folder.path)
    }

    /// A session that another machine may be recording.
    private final class Contested {
        let folder: OpenFolder
        private var state: ContestedFolder?

        init(_ state: consuming ContestedFolder) {
            folder = state.folder
            self.state = consume state
        }

        /// Checks the lease once, and calls `close` if this process now owns the session; returns whether it is decided
        /// who owns the session.
        func isDecided(
            _ close: (FolderTenure) throws(SessionError) -> Void
        ) throws(SessionError) -> Bool {
            guard let undecided = state.take() else { return true }
            let outcome: ContestedFolder.Outcome
            do throws(SystemError) {
                outcome = try undecided.look()
            } catch {
                throw cannotTake(folder, error)
            }
            switch consume outcome {
            case .undecided(let next):
                state = consume next
                return false
            case .taken(let tenure): try close(tenure)
            default: break
            }
            return true
        }
    }

    /// Closes a session that this process owns; returns an empty list if the run has closed the session itself.
    private static func close(
        _ tenure: FolderTenure,
        at now: WallInstant
    ) throws(SessionError) -> [Outcome] {
        let folder = tenure.folder
        defer { tenure.release() }
        // The run may have closed the session after the first check and before this process took the folder.
        guard try needsClosing(folder, true) else { return [] }
        if try removeIfEmpty(tenure) { return [.removed(path: folder.path)] }
        var recovery = FolderRecovery(tenure, try FoundManifest.find(in: folder), now: now)
        recovery.recoverJournal()
        if recovery.manifest.status == .recording {
            recovery.forgetNeverMade()
            recovery.recoverFiles()
            recovery.adoptFiles()
            recovery.close()
        } else {
            // The run had ended, and was killed before it wrote that to the manifest; or the manifest was changed.
            recovery.requireResult()
        }
        try recovery.save()
        return [.closed(recovery.report)]
    }

    /// True if a folder is a session that its run did not close.
    ///
    /// Its status is still `recording`, its journal has later events than its manifest, or it has no manifest yet.
    /// With `readsJournal`, for a session that a user names, also compares the manifest with the whole journal,
    /// since the manifest may have been changed.
    private static func needsClosing(
        _ folder: OpenFolder,
        _ readsJournal: Bool
    ) throws(SessionError) -> Bool {
        if folder.kind(of: SessionManifest.fileName) == .missing {
            return looksLikeARun(folder.path)
        }
        do throws(SessionError) {
            let session = try Session(in: folder)
            if session.manifest.status == .recording || session.isBehind { return true }
            guard readsJournal else { return false }
            return !ManifestCorrection(of: session.manifest, in: folder).lines.isEmpty
        } catch {
            // A manifest.json of some other program does not concern us.
            if looksLikeARun(folder.path) { throw error }
            return false
        }
    }

    private static func removeIfEmpty(_ tenure: FolderTenure) throws(SessionError) -> Bool {
        let folder = tenure.folder
        do throws(SystemError) {
            let names = try folder.list()
            let ofARun = SessionTemporaries.names.union([JournalFile.fileName, Lease.fileName])
            guard names.allSatisfy({ ofARun.contains($0) || Lease.isTemporary($0) }),
                folder.kind(of: SessionManifest.fileName) == .missing,
                let found = try? FoundManifest.find(in: folder),
                found.spare == nil, found.manifest.files.isEmpty
            else { return false }
            // The keeper could write the lease again while the folder is being deleted, so stop it first.
            tenure.keeper.end()
            for name in names where name != Lease.fileName { try folder.remove(name) }
            try folder.delete()
            return true
        } catch {
            throw SessionError(error, "delete the empty session", where: folder.path)
        }
    }
}

extension CrashedSessions.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .closed(let report):
            ([report.path, "a run that died is closed"] + [report.lines.joined(separator: "; ")])
                .filter { !$0.isEmpty }.joined(separator: ": ")
        case .removed(let path): "\(path): a run that died had recorded nothing; it is deleted"
        case .undecided(let path):
            "\(path): it is not clear yet whether another machine still records it; it is left to the next run, or to "
                + "`footfall repair`"
        case .left(let error): error.description
        }
    }
}
