// What `footfall repair` does: the same mending as for dead runs, for a folder or a file that a
// person names, whatever state it is in. Only what a run is still writing is refused.

internal import SampleFile
internal import SystemCalls
public import Timebase

/// Repairs a session, or one file of samples.
public enum SessionRepair {
    /// Repairs what is at a path; originals stay beside what replaces them, as `.torn`.
    ///
    /// A session that another machine may still be recording is waited for, for less than a minute, until it is
    /// plain whether anybody lives who owns it.
    ///
    /// - Parameters:
    ///   - path: a session folder, or a file of samples within one or anywhere.
    ///   - now: the date of the repair, for the manifest.
    ///   - waiting: is told when such a wait begins.
    /// - Returns: what was kept and what was lost.
    /// - Throws: `SessionError` when it cannot be repaired, and nothing is changed then.
    public static func repair(
        _ path: String,
        at now: WallInstant,
        waiting: (String) -> Void = { _ in }
    ) throws(SessionError) -> MendingReport {
        switch FileSystem.kind(of: path) {
        case .file:
            return try repairFile(path, at: now, waiting: waiting)
        case .directory, .link:
            // Folders may be reached by a link; a file behind one may be anybody's.
            return try repair(try Session.folder(at: path), at: now, waiting: waiting)
        case .missing, .other:
            if let error = SessionError.outOfReach(path) { throw error }
            throw SessionError(
                FileSystem.kind(of: path) == .missing
                    ? "there is no such file or folder" : "it is neither a file nor a folder",
                where: path,
                remedy: "name a session folder, or a file of samples"
            )
        }
    }

    /// Repairs what has a name in a folder, and not what a link leads to that somebody puts there meanwhile.
    static func repairFile(
        _ path: String,
        at now: WallInstant,
        waiting: (String) -> Void = { _ in }
    ) throws(SessionError) -> MendingReport {
        let folder: OpenFolder
        do throws(SystemError) {
            // The same links lead to it as lead a repair of the whole folder.
            folder = try OpenFolder.open(FileSystem.parent(of: path) ?? "/", ofOneOwner: true)
        } catch {
            throw .unreadable(error, where: path)
        }
        let name = FileSystem.name(of: path)
        if name == SessionManifest.fileName || name == SessionManifest.taskResultName
            || name == JournalFile.fileName
        {
            return try repair(folder, at: now, waiting: waiting)
        }
        if let session = try? Session(in: folder),
            session.manifest.files.contains(where: { $0.path == name })
        {
            return try repair(folder, only: name, at: now, waiting: waiting)
        }
        return try repairAlone(name, in: folder)
    }

    /// Repairs a file that belongs to no session.
    private static func repairAlone(
        _ name: String,
        in folder: OpenFolder
    ) throws(SessionError) -> MendingReport {
        // Whose file it is nobody has said, and so there is no lease.
        let lock = try wait(for: folder) { () throws(SessionError) in
            do throws(SystemError) {
                return try FolderLock.take(folder)
            } catch {
                throw .unreadable(error, where: folder.path)
            }
        }
        var report = MendingReport(path: folder.path(ofFile: name))
        if SurveyedFile.isForeign(alone(name), in: folder) {
            throw SessionError(
                "no line of it is a record of samples",
                where: report.path,
                remedy: "name a file that a recorder has written; this one is left as it is"
            )
        }
        if (try? folder.open(name).size()) == 0 {
            throw SessionError(
                "it is empty, so there is no record in it to keep",
                where: report.path,
                remedy: "name a file that a recorder has written; this one is left as it is"
            )
        }
        let mended = try MendedFile.mend(alone(name), in: folder)
        report.files = [mended.report]
        report.changed = !mended.condition.isComplete
        lock.release()
        return report
    }

    /// Repairs the session that a folder is, or one file of it.
    static func repair(
        _ folder: OpenFolder,
        only name: String? = nil,
        at now: WallInstant,
        by rules: LeaseRules = .standard,
        waiting: (String) -> Void = { _ in }
    ) throws(SessionError) -> MendingReport {
        let tenure = try take(folder, by: rules, waiting: waiting)
        defer { tenure.release() }
        let isAmended = try AmendedFiles.finish(in: folder)
        let found = try FoundManifest.find(in: folder)
        var mender = FolderMender(tenure, found, now: now)
        let closes = name == nil && found.manifest.status == .recording
        if name == nil { mender.mendJournal() }
        if closes { mender.forgetNeverMade() }
        mender.mendFiles(only: name)
        if name == nil {
            if closes {
                mender.adoptFiles()
                mender.close()
            }
            mender.requireResult()
        }
        try mender.save()
        if name == nil, !tenure.keeper.isLost { SessionTemporaries.remove(from: folder) }
        try mender.judge(only: name)
        var report = mender.report
        if isAmended {
            report.changed = true
            report.notes.insert("an amendment that was killed is brought to its end", at: 0)
        }
        if isAmended || found.journal?.endsAmended == true, !tenure.keeper.isLost {
            try giveName(to: folder, by: mender.manifest, telling: &report)
        }
        return report
    }

    /// Gives the folder the name that an amendment was to give it.
    private static func giveName(
        to folder: OpenFolder,
        by manifest: SessionManifest,
        telling report: inout MendingReport
    ) throws(SessionError) {
        let goesOn = try Session(in: folder).continuation != nil
        let isTied = goesOn || manifest.continues != nil
        guard let path = try AmendedName.take(for: manifest, in: folder, isTied: isTied) else {
            return
        }
        report.changed = true
        report.notes.append(
            "the folder was \(FileSystem.name(of: report.path)), and has the name that it was to have after an amendment"
        )
        report.path = path
    }

    /// Takes a session's folder, to change what it says; waits for another that does so, and for no run.
    static func take(
        _ folder: OpenFolder,
        by rules: LeaseRules = .standard,
        waiting: (String) -> Void
    ) throws(SessionError) -> FolderTenure {
        try wait(for: folder) { () throws(SessionError) in try own(folder, by: rules, waiting) }
    }

    /// Takes a session's folder; `nil` while another holds it whose end is worth waiting for.
    static func own(
        _ folder: OpenFolder,
        by rules: LeaseRules,
        _ waiting: (String) -> Void
    ) throws(SessionError) -> FolderTenure? {
        let outcome: ContestedFolder.Outcome
        do throws(SystemError) {
            switch try FolderTenure.take(folder, by: rules, toMend: true) {
            case .taken(let tenure): return tenure
            case .held: return nil
            case .contested(let contested):
                waiting(contested.words)
                outcome = try contested.decide()
            }
        } catch {
            throw .unreadable(error, where: folder.path)
        }
        switch consume outcome {
        case .taken(let tenure): return tenure
        case .held:
            throw SessionError(
                "another machine is recording it, or repairs it",
                where: folder.path,
                remedy: "stop the recording there first; it closes its files itself"
            )
        default: return nil
        }
    }

    /// Takes what is another's for a while; waits for another repair, but for no run.
    private static func wait<Ownership: ~Copyable>(
        for folder: OpenFolder,
        toTake take: () throws(SessionError) -> Ownership?
    ) throws(SessionError) -> Ownership {
        var start = ContinuousClock.now
        let bell = Doorbell()
        while true {
            let asked = ContinuousClock.now
            if let ownership = try take() { return ownership }
            // To find out whether another machine lives is no waiting for it.
            start += ContinuousClock.now - asked
            let waited = ContinuousClock.now - start
            // A run that was killed is `recording` until another repair of it has ended.
            if waited > patienceWithRuns,
                (try? Session(in: folder))?.manifest.status == .recording
            {
                throw SessionError(
                    "a run is still writing it, or another repair has just begun",
                    where: folder.path,
                    remedy: "stop the recording first; it closes its files itself"
                )
            }
            guard waited < patience else {
                throw SessionError(
                    "another repair is still at work there",
                    where: folder.path,
                    remedy: "try again when it has ended"
                )
            }
            // Nobody rings it: the kernel tells no waiter of a lock that is free again.
            bell.wait(since: bell.count, upTo: .milliseconds(20))
        }
    }

    private static let patienceWithRuns = Duration.seconds(3)
    /// As long as the repair of a long recording may take.
    private static let patience = Duration.seconds(60)

    /// What can be said of a file that belongs to no session.
    private static func alone(_ name: String) -> SessionManifest.File {
        let isCSV = SampleFileCompression.plainName(of: name).hasSuffix(".csv")
        return SessionManifest.File(
            path: name,
            identifier: name,
            contentType: isCSV ? "text/csv" : "application/json",
            layout: isCSV ? .csv : .array,
            startDate: DateStamp(WallInstant(nanosecondsSince1970: 0), .utc),
            startUptime: BootInstant(nanoseconds: 0)
        )
    }
}
