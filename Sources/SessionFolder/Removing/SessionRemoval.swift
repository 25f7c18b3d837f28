// Deletes a session, for example when a participant withdraws. The folder is first renamed to a name that no list
// of sessions shows. So a session is deleted whole or not at all: what a kill leaves does not look like a
// session, and the next deletion in the same place removes it. Nothing that does not belong to the session is
// deleted, and no link is followed out of the folder.

package import SystemCalls

/// A session that is to be deleted: examined, and not changed yet.
public struct SessionRemoval: Sendable {
    /// The folder.
    public var path: String { folder.path }
    /// The names of its files.
    public let names: [String]
    /// The size of all of them, in bytes.
    public let bytes: Int64
    /// The folder that contains it.
    public var place: String { parent.path }
    private let folder: OpenFolder
    private let parent: OpenFolder
    private let name: String

    /// The prefix of the name of a folder that is being deleted.
    static let prefix = ".deleted-"

    /// Examines what would be deleted.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - takesStrays: True to also delete files that do not belong to the session.
    /// - Throws: `SessionError` if it is not a session, is being written, or holds something that is not the
    ///   session's.
    public init(of path: String, withStrays takesStrays: Bool = false) throws(SessionError) {
        let present = try Session.folder(at: path).path
        name = FileSystem.name(of: present)
        guard let above = FileSystem.parent(of: present), above != present else {
            throw SessionError(
                "it is no session",
                where: path,
                remedy: "name a folder that `footfall record` made"
            )
        }
        do throws(SystemError) {
            parent = try OpenFolder.open(above)
            // Open it by its name: this follows no link that somebody puts in its place meanwhile.
            folder = try parent.folder(name, ofOneOwner: true)
        } catch {
            throw .unreadable(error, where: path)
        }
        try Self.requireNobody(folder)
        let found: [String]
        do throws(SystemError) {
            found = try folder.list().sorted()
        } catch {
            throw .unreadable(error, where: path)
        }
        for inner in found where folder.kind(of: inner) == .directory {
            if folder.kind(of: SessionManifest.fileName) == .missing,
                !CrashedSessions.looksLikeARun(folder.path)
            {
                throw Self.isNoSession(folder, path)
            }
            throw SessionError(
                "there is a folder in it, \(inner), which no recording makes",
                where: folder.path,
                remedy: "move that elsewhere, or delete it yourself"
            )
        }
        let strays = try Self.strays(among: found, in: folder, called: path)
        if let stray = strays.first, !takesStrays {
            throw SessionError(
                "there is \(stray) in it\(strays.count > 1 ? ", and \(strays.count - 1) more" : "")"
                    + ", which the session does not know",
                where: folder.path,
                remedy: "move it elsewhere, or delete it too, with --with-strays"
            )
        }
        let (kept, opened) = (found.filter { $0 != Lease.fileName }, folder)
        names = kept
        bytes = kept.reduce(0) { $0.addingClamped((try? opened.open($1).size()) ?? 0) }
    }

    /// Deletes the session.
    ///
    /// - Parameter waiting: Is called with a message if it has to wait, for less than a minute, for a sign of
    ///   life of another machine.
    /// - Throws: `SessionError` if it cannot be deleted. Then the session is unchanged, or it is renamed and partly
    ///   deleted, and the next deletion in the same folder removes the rest.
    public func remove(waiting: (String) -> Void = { _ in }) throws(SessionError) {
        _ = try remove(waiting: waiting) { _ in true }
    }

    /// Deletes the session if `isAsked` confirms it.
    ///
    /// - Parameters:
    ///   - waiting: Is called with a message if it has to wait, for less than a minute, for a sign of life of
    ///     another machine.
    ///   - isAsked: Examines the folder once no other process can change it, and returns whether to delete it.
    /// - Returns: True if it was deleted.
    /// - Throws: `SessionError`, as `remove(waiting:)`.
    package func remove(
        waiting: (String) -> Void = { _ in },
        if isAsked: (OpenFolder) -> Bool
    ) throws(SessionError) -> Bool {
        guard let tenure = try SessionRepair.own(folder, by: .standard, waiting) else {
            throw Self.isWritten(folder)
        }
        guard isAsked(folder) else {
            tenure.release()
            return false
        }
        do throws(SystemError) {
            try remove(from: tenure)
        } catch {
            throw SessionError(error, "delete it", where: folder.path)
        }
        return true
    }

    private func remove(from tenure: FolderTenure) throws(SystemError) {
        let gone = Self.prefix + name
        do {
            // Release before the folder is emptied: this removes the lease.
            defer { tenure.release() }
            try parent.rename(name, to: gone)
            try parent.synchronize()
        }
        try Self.empty(folder)
        try parent.removeFolder(gone)
        try parent.synchronize()
    }

    /// Deletes what remains of sessions whose deletion was killed.
    ///
    /// What cannot be deleted stays.
    public static func finish(in path: String) {
        guard let parent = try? OpenFolder.open(path) else { return }
        for name in (try? parent.list()) ?? [] where name.hasPrefix(prefix) {
            guard parent.kind(of: name) == .directory, let left = try? parent.folder(name) else {
                continue
            }
            try? empty(left)
            try? parent.removeFolder(name)
        }
    }

    private static func empty(_ folder: OpenFolder) throws(SystemError) {
        for name in try folder.list() { try folder.remove(name) }
    }

    private static func requireNobody(_ folder: OpenFolder) throws(SessionError) {
        if FolderTenure.owned(among: [folder])[0] { throw isWritten(folder) }
    }

    /// The error for a folder that is not a session; it may contain sessions.
    private static func isNoSession(_ folder: OpenFolder, _ path: String) -> SessionError {
        let sessions = SessionList.sessions(at: path).filter { $0 != path }
        guard let first = sessions.first else {
            return Session.withoutManifest(in: folder, called: path)
        }
        return SessionError(
            "it is a folder with \(sessions.count) \(sessions.count == 1 ? "session" : "sessions") in it, such as "
                + FileSystem.name(of: first),
            where: path,
            remedy: "name the sessions that are to go, as in `footfall delete \(path)/*`"
        )
    }

    private static func isWritten(_ folder: OpenFolder) -> SessionError {
        SessionError(
            "a run is still writing it, or a repair is at work",
            where: folder.path,
            remedy: "stop the recording, or let the repair end; then delete it"
        )
    }

    /// Returns the names of files that do not belong to the session.
    ///
    /// If the manifest cannot be read, returns those that are not named like a session's files.
    private static func strays(
        among names: [String],
        in folder: OpenFolder,
        called path: String
    ) throws(SessionError) -> [String] {
        let manifest: SessionManifest
        do throws(SessionError) {
            manifest = try Session(in: folder, called: path).manifest
        } catch {
            guard CrashedSessions.looksLikeARun(folder.path) || JournalReading(alone: folder) != nil
            else {
                throw error
            }
            return names.filter { !CheckRules.mayBeOfASession($0, among: names) }
        }
        return CheckRules.unknown(among: names, manifest)
            .filter {
                $0 != SessionManifest.answersName
                    && !SessionTemporaries.contains($0, among: names)
            }
    }
}
