// Deletes a session, for example when a participant withdraws. The folder is first renamed to a name that no list
// of sessions shows. So a session is deleted whole or not at all: what a kill leaves does not look like a
// session, and the next deletion in the same place removes it. If no file can be deleted, the folder gets its name
// back. Nothing that does not belong to the session is deleted, and no link is followed, to the folder or out of it.

internal import PlainWords
package import SystemCalls

/// A session that is to be deleted: examined, and not changed yet.
public struct SessionRemoval: Sendable {
    /// The folder, by the name of the session also if its deletion has begun.
    public var path: String { parent.path(ofFile: name) }
    /// The names of its files.
    public let names: [String]
    /// The size of all of them, in bytes.
    public let bytes: Int64
    /// The folder that contains it.
    public var place: String { parent.path }
    private let folder: OpenFolder
    private let parent: OpenFolder
    private let name: String
    /// True if an earlier deletion has begun, and not ended.
    private let isBegun: Bool
    /// The name of the folder while it is being deleted.
    private var gone: String { Self.prefix + name }

    /// The prefix of the name of a folder that is being deleted.
    static let prefix = ".deleted-"

    /// Examines what would be deleted: the session, or what an earlier deletion has left of it.
    ///
    /// - Parameters:
    ///   - path: The session folder; not a link to it.
    ///   - takesStrays: True to also delete files that do not belong to the session.
    /// - Throws: `SessionError` if it is a link or not a session, is being written, or holds something that is not
    ///   the session's.
    public init(of path: String, withStrays takesStrays: Bool = false) throws(SessionError) {
        try Self.requireNoLink(path)
        let rest = Self.rest(of: path)
        isBegun = rest != nil
        let present = try Session.folder(at: rest ?? path).path
        let opened = FileSystem.name(of: present)
        name = isBegun ? String(opened.dropFirst(Self.prefix.count)) : opened
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
            folder = try parent.folder(opened, ofOneOwner: true)
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
            if !isBegun, folder.kind(of: SessionManifest.fileName) == .missing,
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
        let strays = try isBegun ? [] : Self.strays(among: found, in: folder, called: path)
        if let stray = strays.first, !takesStrays {
            throw SessionError(
                "there is \(stray) in it\(strays.count > 1 ? ", and \(strays.count - 1) more" : "")"
                    + ", which the session does not know",
                where: folder.path,
                remedy: "move it elsewhere, or delete it too, with --with-strays"
            )
        }
        let (kept, examined) = (found.filter { $0 != Lease.fileName }, folder)
        names = kept
        bytes = kept.reduce(0) { $0.addingClamped((try? examined.open($1).size()) ?? 0) }
    }

    /// Returns the folder with the rest of a session whose deletion has begun; `nil` if there is none.
    package static func rest(of path: String) -> String? {
        guard FileSystem.kind(of: path) == .missing, let place = FileSystem.parent(of: path) else {
            return nil
        }
        let rest = "\(place)/\(prefix)\(FileSystem.name(of: path))"
        return FileSystem.kind(of: rest) == .directory ? rest : nil
    }

    /// Deletes the session.
    ///
    /// - Parameter waiting: Is called with a message if it has to wait, for less than a minute, for a sign of
    ///   life of another machine.
    /// - Throws: `SessionError` if it cannot be deleted. Then the session is unchanged, or it is renamed and partly
    ///   deleted, and its next deletion, or that of another session in the same folder, removes the rest.
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
            throw failure(error)
        }
        return true
    }

    private func remove(from tenure: FolderTenure) throws(SystemError) {
        let all: Set<String>
        do {
            // Release before the folder is emptied: this removes the lease.
            defer { tenure.release() }
            all = try content()
            if !isBegun { try parent.rename(name, to: gone) }
        }
        // Whoever finishes deletions leaves a locked folder alone. `nil`: here folders cannot be locked.
        let isLocked = try? folder.tryLockExclusively()
        defer { if isLocked == true { folder.unlock() } }
        do throws(SystemError) {
            try parent.synchronize()
            try Self.empty(folder)
        } catch {
            // Nothing is deleted yet, so it stays a session, unless somebody else has the lock and deletes it. `move`
            // replaces nothing that has its name by now.
            if !isBegun, isLocked != false, let left = try? content(), all.isSubset(of: left) {
                try? parent.move(gone, to: parent, as: name)
                _ = try? parent.synchronize()
            }
            throw error
        }
        try Self.removeEmpty(gone, from: parent)
        try parent.synchronize()
    }

    /// Returns the names in the folder, without the lease.
    private func content() throws(SystemError) -> Set<String> {
        try Set(folder.list()).subtracting([Lease.fileName])
    }

    /// The error of a deletion that failed, with what is left of the session.
    func failure(_ cause: SystemError) -> SessionError {
        var error = SessionError(cause, "delete it", where: path)
        let isPartlyDeleted = parent.lacks(name) && parent.kind(of: gone) == .directory
        if isPartlyDeleted, error.where.hasPrefix(folder.path) {
            // The folder was opened by its former name.
            error.where = parent.path(ofFile: gone) + error.where.dropFirst(folder.path.count)
        }
        switch cause.errno {
        case .access where cause.call == "unlink" || cause.call == "rename":
            error.remedy =
                "run the command as the user who recorded it; if that is you, give yourself the right by"
                + " `chmod u+w` on \(FileSystem.parent(of: error.where) ?? place)"
        case .access, .permission:
            error.remedy = "run the command as the user who recorded it, or as root"
        case .readOnlyFileSystem:
            error.remedy = "make the file system writable, and try again"
        case .isDirectory:
            error.remedy = "move that folder elsewhere, or delete it yourself"
        default: break
        }
        if isPartlyDeleted {
            let count = (try? content().count) ?? 0
            error.what += ", so \(Quantity.count(count, "file", "files")) of the session "
            error.what += count == 1 ? "is left" : "are left"
            error.remedy += "; then `footfall delete \(path)` deletes the rest"
        } else if parent.kind(of: name) == .directory {
            error.what += ", so nothing of the session is deleted"
        }
        return error
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
            // Where folders cannot be locked, nothing shows that another process is deleting it.
            guard (try? left.tryLockExclusively()) ?? true else { continue }
            defer { left.unlock() }
            // Whoever held the lock before may have failed, and given the session its name back.
            guard left.presentPath.map(FileSystem.name(of:)) == name else { continue }
            try? empty(left)
            try? removeEmpty(name, from: parent)
        }
    }

    /// Deletes the files of a folder, some of which another process may be deleting, too.
    private static func empty(_ folder: OpenFolder) throws(SystemError) {
        for name in try folder.list() {
            do throws(SystemError) {
                try folder.remove(name)
            } catch {
                guard error.errno == .notFound else { throw error }
            }
        }
    }

    private static func removeEmpty(
        _ name: String,
        from parent: OpenFolder
    ) throws(SystemError) {
        do throws(SystemError) {
            try parent.removeFolder(name)
        } catch {
            guard error.errno == .notFound else { throw error }
        }
    }

    /// Refuses a path that ends in a link; `link/` and `link/.` lead to its target, too.
    private static func requireNoLink(_ path: String) throws(SessionError) {
        var named = path[...]
        while named.count > 1, named.hasSuffix("/") || named.hasSuffix("/.") { named.removeLast() }
        let link = String(named)
        guard FileSystem.kind(of: link) == .link else { return }
        let target = (try? FileSystem.absolutePath(link)) ?? (try? FileSystem.linkTarget(link))
        throw SessionError(
            "it is a link, to \(target ?? "elsewhere"), and deleting follows no link",
            where: path,
            remedy: "to delete what it leads to, name that; to delete the link, use `rm`"
        )
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
