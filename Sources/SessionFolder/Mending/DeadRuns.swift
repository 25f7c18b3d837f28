// A run that was killed cannot close its session, so the next one does, beside its own recording. The lock
// tells a dead run from a live one, and the lease where there is another machine; nothing is guessed.

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
        /// It may still be recorded by another machine, and was not watched for long enough to tell.
        case undecided(path: String)
        /// It could not be closed and is as it was.
        case left(SessionError)
    }

    /// Closes every session in `directory` whose run is dead, in the order of their names.
    ///
    /// Live runs, finished sessions and folders that are no sessions are left alone. Those that another
    /// machine may be recording come last: whether it lives shows within a minute.
    ///
    /// - Parameters:
    ///   - directory: where sessions are collected; one that is not there has none.
    ///   - own: the session of the run that asks, which tells itself how it ends.
    ///   - now: the date for the repairs, in the manifests.
    ///   - mayWait: whether such sessions are still to be waited for; asked again and again.
    /// - Returns: what was done, for a person to read.
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
            // Whoever records there meets these next, and says so.
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
        let bell = Doorbell()
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
            if !contested.isEmpty { bell.wait(since: bell.count, upTo: rules.look) }
        }
        return outcomes + contested.map { .undecided(path: $0.folder.path) }
    }

    /// Closes this session if its run is dead; any other is left alone.
    ///
    /// One that another machine may be recording is waited for, for less than a minute.
    ///
    /// - Parameters:
    ///   - session: the session folder.
    ///   - now: the date for the repairs, in the manifest.
    ///   - waiting: is told when such a wait begins.
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

    /// Whether a folder is named as sessions are, whatever is in it.
    static func looksLikeARun(_ path: String) -> Bool {
        path.split(separator: "/").last.flatMap { SessionName.parts(of: String($0)) } != nil
    }

    /// Opens a session folder; `nil` where it is gone by now, as another start may have removed it.
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

    /// Takes the folder of a session that is to be closed; `nil` where it is none.
    private static func take(
        _ folder: OpenFolder,
        by rules: LeaseRules,
        readingItsJournal: Bool = false
    ) throws(SessionError) -> FolderTenure.Taking? {
        guard try needsClosing(folder, readingItsJournal) else { return nil }
        do throws(SystemError) {
            return try FolderTenure.take(folder, by: rules, toMend: true)
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

        /// Looks once, and has it closed if it is ours now.
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

    /// Closes a session that is ours; answers nothing where its run has ended it by itself.
    private static func close(
        _ tenure: FolderTenure,
        at now: WallInstant
    ) throws(SessionError) -> [Outcome] {
        let folder = tenure.folder
        defer { tenure.release() }
        // Between the first look and the taking the run may have come to its end.
        guard try needsClosing(folder, true) else { return [] }
        if try removeIfEmpty(tenure) { return [.removed(path: folder.path)] }
        var mender = FolderMender(tenure, try FoundManifest.find(in: folder), now: now)
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
        return [.closed(mender.report)]
    }

    /// Whether a folder is a session that says it is being recorded, or could not yet say anything.
    ///
    /// Of one that a person names all of the journal is read: the manifest may have been changed.
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
            // Some other program's manifest is none of our affair.
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
            // Else it might be renewed meanwhile.
            tenure.keeper.end()
            for name in names where name != Lease.fileName { try folder.remove(name) }
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
            ([report.path, "a run that died is closed"] + [report.lines.joined(separator: "; ")])
                .filter { !$0.isEmpty }.joined(separator: ": ")
        case .removed(let path): "\(path): a run that died had recorded nothing; it is deleted"
        case .undecided(let path):
            "\(path): whether another machine still records it has not shown yet; it is left to the next run, or to "
                + "`footfall repair`"
        case .left(let error): error.description
        }
    }
}
