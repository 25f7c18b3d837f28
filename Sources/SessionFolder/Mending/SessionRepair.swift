// What `footfall repair` does: the same mending as for dead runs, for a folder or a file that a
// person names, whatever state it is in. Only what a run is still writing is refused.

internal import SampleFile
internal import SystemCalls
public import Timebase

/// Repairs a session, or one file of samples.
public enum SessionRepair {
    /// Repairs what is at a path; originals stay beside what replaces them, as `.torn`.
    ///
    /// - Parameters:
    ///   - path: a session folder, or a file of samples within one or anywhere.
    ///   - now: the date of the repair, for the manifest.
    /// - Returns: what was kept and what was lost.
    /// - Throws: `SessionError` when it cannot be repaired, and nothing is changed then.
    public static func repair(
        _ path: String,
        at now: WallInstant
    ) throws(SessionError) -> MendingReport {
        switch FileSystem.kind(of: path) {
        case .file:
            return try repairFile(path, at: now)
        case .directory:
            return try repairFolder(try Session.folder(at: path), only: nil, at: now)
        case .link:
            // Folders may be reached by a link; a file behind one may be anybody's.
            return try repairFolder(try Session.folder(at: path), only: nil, at: now)
        case .missing, .other:
            throw SessionError(
                FileSystem.kind(of: path) == .missing
                    ? "there is no such file or folder" : "it is neither a file nor a folder",
                where: path,
                remedy: "name a session folder, or a file of samples"
            )
        }
    }

    private static func repairFile(
        _ path: String,
        at now: WallInstant
    ) throws(SessionError) -> MendingReport {
        let absolute: String
        do throws(SystemError) {
            absolute = try FileSystem.absolutePath(path)
        } catch {
            throw SessionError(error, "repair it", where: path)
        }
        let folder = FileSystem.parent(of: absolute) ?? "/"
        let name = absolute.split(separator: "/").last.map(String.init) ?? ""
        if name == SessionManifest.fileName || name == SessionManifest.taskResultName {
            return try repairFolder(folder, only: nil, at: now)
        }
        let listed = (try? Session(opening: folder))?.manifest.files.contains { $0.path == name }
        if listed == true { return try repairFolder(folder, only: name, at: now) }
        var report = MendingReport(path: absolute)
        let mended = try MendedFile.mend(alone(name), in: folder)
        report.files = [mended.report]
        report.changed = !mended.condition.isComplete
        return report
    }

    private static func repairFolder(
        _ folder: String,
        only name: String?,
        at now: WallInstant
    ) throws(SessionError) -> MendingReport {
        var lock: FolderLock?
        do throws(SystemError) {
            lock = try FolderLock.take(folder)
        } catch {
            throw SessionError(error, "repair it", where: folder)
        }
        guard lock != nil else {
            throw SessionError(
                "a run is still writing it",
                where: folder,
                remedy: "stop the recording first; it closes its files itself"
            )
        }
        let found = try FoundManifest.find(in: folder)
        var mender = FolderMender(folder, found, now: now)
        let closes = name == nil && found.manifest.status == .recording
        if closes { mender.forgetDocumentsNeverMade() }
        mender.mendFiles(only: name)
        if name == nil {
            if closes {
                mender.adoptFiles()
                mender.close()
            }
            mender.noteResult()
        }
        try mender.save()
        if name == nil { SessionTemporaries.remove(from: folder) }
        lock.take()?.release()
        return mender.report
    }

    /// What can be said of a file that belongs to no session.
    private static func alone(_ name: String) -> SessionManifest.File {
        let isCSV = name.hasSuffix(".csv")
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
