// Implements `footfall repair`: the same recovery as for crashed sessions, for a folder or a file that the user
// names, in whatever state it is. It never touches what a run is still writing.

internal import SampleFile
internal import SystemCalls
public import Timebase

/// Repairs a session, or one file of samples.
public enum SessionRepair {
    /// Repairs what is at a path; keeps each original beside its replacement, as `.torn`.
    ///
    /// If another machine may still be recording the session, waits for less than a minute until it is clear
    /// whether the owner still runs. With one file of a session that is not closed, repairs the journal, too.
    ///
    /// - Parameters:
    ///   - path: a session folder, or a file of samples in a session or anywhere else.
    ///   - now: the date of the repair, for the manifest.
    ///   - waiting: is called with a message if such a wait begins.
    /// - Returns: what was kept and what was lost.
    /// - Throws: `SessionError` if it cannot be repaired, or if the manifest or the folder's new name cannot be
    ///   written. In the latter case files are repaired already, and the next repair continues.
    public static func repair(
        _ path: String,
        at now: WallInstant,
        waiting: (String) -> Void = { _ in }
    ) throws(SessionError) -> RecoveryReport {
        switch FileSystem.kind(of: path) {
        case .file:
            return try repairFile(path, at: now, waiting: waiting)
        case .directory, .link:
            // A folder may be reached through a link. A file may not: the link could lead to any user's file.
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

    /// Repairs one file; for a manifest, a task result or a journal, repairs the whole session.
    ///
    /// If somebody replaces the file by a link meanwhile, the link is not followed.
    static func repairFile(
        _ path: String,
        at now: WallInstant,
        waiting: (String) -> Void = { _ in }
    ) throws(SessionError) -> RecoveryReport {
        let folder: OpenFolder
        do throws(SystemError) {
            // Follow the same links as for a repair of the whole folder.
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
    ) throws(SessionError) -> RecoveryReport {
        // Outside a session there are no leases; the lock is enough.
        let lock = try wait(for: folder) { () throws(SessionError) in
            do throws(SystemError) {
                return try FolderLock.take(folder)
            } catch {
                throw .unreadable(error, where: folder.path)
            }
        }
        var report = RecoveryReport(path: folder.path(ofFile: name))
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
        let repaired = try RepairedFile.repair(alone(name), in: folder)
        report.files = [repaired.report]
        report.changed = !repaired.condition.isComplete
        lock.release()
        return report
    }

    /// Repairs the session in a folder, or one file of it and, if the session is not closed, the journal.
    static func repair(
        _ folder: OpenFolder,
        only name: String? = nil,
        at now: WallInstant,
        by rules: LeaseRules = .standard,
        waiting: (String) -> Void = { _ in }
    ) throws(SessionError) -> RecoveryReport {
        let tenure = try take(folder, by: rules, waiting: waiting)
        defer { tenure.release() }
        let amendment = try AmendedFiles.finish(in: folder)
        let found = try FoundManifest.find(in: folder)
        var recovery = FolderRecovery(tenure, found, now: now)
        // Repair the journal even for one file of an unclosed run. A damaged line may hide that another file was
        // created; if that file was deleted, `forgetNeverMade` would treat it as never created.
        if name == nil || recovery.manifest.status == .recording { recovery.recoverJournal() }
        // Read the status only now: the repaired journal may have events that end or continue the run.
        let isUnclosed = recovery.manifest.status == .recording
        // Do this even for one file: `save` includes the journal's events in the manifest. From then on a file that the
        // run never created cannot be distinguished from a deleted one.
        if isUnclosed { recovery.forgetNeverMade() }
        recovery.recoverFiles(only: name)
        if name == nil {
            if isUnclosed {
                recovery.adoptFiles()
                recovery.close()
            }
            recovery.requireResult()
        }
        try recovery.save()
        var deleted = amendment.deleted
        if name == nil, !tenure.keeper.isLost { deleted += SessionTemporaries.remove(from: folder) }
        try recovery.judge(only: name)
        var report = recovery.report
        for name in deleted.sorted() {
            report.changed = true
            report.notes.append("\(name): \(CheckRules.leftBehind(name)); it is removed")
        }
        if amendment.isCompleted {
            report.changed = true
            report.notes.insert("an amendment that was killed is brought to its end", at: 0)
        }
        if amendment.isCompleted || found.journal?.endsAmended == true, !tenure.keeper.isLost {
            try giveName(to: folder, by: recovery.manifest, telling: &report)
        }
        return report
    }

    /// Gives the folder the name that an unfinished amendment was about to give it.
    private static func giveName(
        to folder: OpenFolder,
        by manifest: SessionManifest,
        telling report: inout RecoveryReport
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

    /// Takes ownership of a session folder in order to change it.
    ///
    /// Waits for another repair or amendment to finish; throws if a recording goes on.
    static func take(
        _ folder: OpenFolder,
        by rules: LeaseRules = .standard,
        waiting: (String) -> Void
    ) throws(SessionError) -> FolderTenure {
        try wait(for: folder) { () throws(SessionError) in try own(folder, by: rules, waiting) }
    }

    /// Takes ownership of a session folder; returns `nil` if another process holds it.
    ///
    /// A folder that another machine releases meanwhile is taken, too. Only if machines take and release it again and
    /// again, this gives up and returns `nil`.
    static func own(
        _ folder: OpenFolder,
        by rules: LeaseRules,
        _ waiting: (String) -> Void
    ) throws(SessionError) -> FolderTenure? {
        for _ in 0..<3 {
            let outcome: ContestedFolder.Outcome
            do throws(SystemError) {
                switch try FolderTenure.take(folder, by: rules, toRecover: true) {
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
            // The other machine has just released it.
            default: continue
            }
        }
        return nil
    }

    /// Calls `take` until it succeeds.
    ///
    /// Waits for another repair to finish, but not for a recording.
    private static func wait<Ownership: ~Copyable>(
        for folder: OpenFolder,
        toTake take: () throws(SessionError) -> Ownership?
    ) throws(SessionError) -> Ownership {
        var start = ContinuousClock.now
        let wakeEvent = WakeEvent()
        while true {
            let asked = ContinuousClock.now
            if let ownership = try take() { return ownership }
            // The time spent on finding out whether another machine runs does not count as waiting.
            start += ContinuousClock.now - asked
            let waited = ContinuousClock.now - start
            // A killed run's session keeps the status `recording` until the other repair has finished.
            if waited > patienceWithRuns,
                (try? Session(in: folder))?.manifest.status == .recording
            {
                throw SessionError(
                    "a run is still writing it, or a repair is at work",
                    where: folder.path,
                    remedy: "stop the recording, which closes its files, or let the repair end"
                )
            }
            guard waited < patience else {
                throw SessionError(
                    "another repair is still at work there",
                    where: folder.path,
                    remedy: "try again when it has ended"
                )
            }
            // Nothing signals this event: the kernel does not report that a lock is free again. So this is only a
            // pause.
            wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(20))
        }
    }

    private static let patienceWithRuns = Duration.seconds(3)
    /// As long as the repair of a long recording may take.
    private static let patience = Duration.seconds(60)

    /// Makes a manifest entry for a file that belongs to no session.
    private static func alone(_ name: String) -> SessionManifest.File {
        let isCSV = SampleFileCompression.plainName(of: name).hasSuffix(".csv")
        return SessionManifest.File(
            path: name,
            identifier: name,
            contentType: isCSV ? "text/csv" : "application/json",
            layout: isCSV ? .csv : .array,
            startDate: LocalDate(WallInstant(nanosecondsSince1970: 0), .utc),
            startUptime: BootInstant(nanoseconds: 0)
        )
    }
}
