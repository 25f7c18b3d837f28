// Somebody takes part no more, and their data goes. A session is deleted whole or not at all: under a name that no
// list of sessions has, so that a kill in between leaves nothing that looks like a session, and what it leaves is
// deleted with the next one there. Nothing of anybody else's goes along, and no link leads out of the folder.

package import SystemCalls

/// A session that is to be deleted: looked at, and not touched yet.
public struct SessionRemoval: Sendable {
    /// The folder.
    public var path: String { folder.path }
    /// The names of its files.
    public let names: [String]
    /// How many bytes they have.
    public let bytes: Int64
    /// The folder of sessions that it is in.
    public var place: String { parent.path }
    private let folder: OpenFolder
    private let parent: OpenFolder
    private let name: String

    /// What a folder's name begins with that is being deleted.
    static let prefix = ".deleted-"

    /// Looks at what would be deleted.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - takesStrays: Whether files go, too, that the session does not know.
    /// - Throws: `SessionError` where it is no session, is being written, or has in it what is not the session's.
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
            // By its name: what is deleted is no link, whatever somebody puts there meanwhile.
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
                !DeadRuns.looksLikeARun(folder.path)
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

    /// Deletes it.
    ///
    /// - Parameter waiting: Is told when it has to wait for a sign of life of another machine, for less than a minute.
    /// - Throws: `SessionError` where it cannot be: then it is there as it was, or is no session any more, and what is
    ///   left of it is deleted with the next session there.
    public func remove(waiting: (String) -> Void = { _ in }) throws(SessionError) {
        _ = try remove(waiting: waiting) { _ in true }
    }

    /// Deletes it if it still is what it is to be.
    ///
    /// - Parameters:
    ///   - waiting: Is told when it has to wait for a sign of life of another machine, for less than a minute.
    ///   - isAsked: Looks at its folder once nobody else can change what it says.
    /// - Returns: Whether it was deleted.
    /// - Throws: As the other one.
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
            // Before its folder is empty: it takes its lease along.
            defer { tenure.release() }
            try parent.rename(name, to: gone)
            try parent.synchronize()
        }
        try Self.empty(folder)
        try parent.removeFolder(gone)
        try parent.synchronize()
    }

    /// Deletes what kills have left in a folder of sessions that were being deleted; what cannot be deleted stays.
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

    /// That a folder is none of a session, but may have some in it.
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
            remedy: "stop that first"
        )
    }

    /// The names of what the session does not know; of one whose manifest cannot be read, of what has no name of
    /// a session's file.
    private static func strays(
        among names: [String],
        in folder: OpenFolder,
        called path: String
    ) throws(SessionError) -> [String] {
        let manifest: SessionManifest
        do throws(SessionError) {
            manifest = try Session(in: folder, called: path).manifest
        } catch {
            guard DeadRuns.looksLikeARun(folder.path) || JournalReading(alone: folder) != nil else {
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
