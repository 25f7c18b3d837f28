// Lists the sessions in a folder, the newest first, page by page: a study has thousands, and for each one the
// manifest must be read.

internal import SystemCalls
internal import Timebase

/// A session in a list.
public struct SessionEntry: Hashable, Sendable {
    /// Whether it may still grow.
    public enum State: Hashable, Sendable {
        case recording
        case ended
        /// Its run was killed, and the session is not closed yet.
        case left
    }

    /// The name of its folder.
    public var name: String
    public var state: State
    /// The facts from its manifest; `nil` if that cannot be read.
    public var brief: SessionBrief?
    /// Why it cannot be read, in one line.
    public var problem: String?
}

/// The sessions in a folder.
public enum SessionList {
    /// Returns the newest sessions, by their names; an empty list if the folder does not exist.
    ///
    /// - Parameters:
    ///   - path: The folder of sessions.
    ///   - name: The last session of the previous page; `nil` to start with the newest.
    ///   - count: How many to return at most.
    ///   - counts: True to count the samples of each, which doubles the time.
    /// - Returns: The sessions, and whether there may be more.
    /// - Throws: If the folder cannot be read.
    public static func newest(
        in path: String,
        before name: String? = nil,
        atMost count: Int,
        countingSamples counts: Bool = true
    ) throws(SessionError) -> (entries: [SessionEntry], hasMore: Bool) {
        guard let parent = try folder(at: path) else { return ([], false) }
        var entries: [SessionEntry] = []
        for candidate in try names(in: parent).reversed() {
            if let name, candidate >= name { continue }
            guard entries.count < count else { return (entries, true) }
            if let entry = entry(candidate, in: parent, counts) { entries.append(entry) }
        }
        return (entries, false)
    }

    /// Returns all sessions, the newest first by their start dates, without counting samples.
    ///
    /// - Throws: If there is no such folder, it cannot be read, or it is a session itself.
    public static func all(in path: String) throws(SessionError) -> [SessionEntry] {
        guard FileSystem.kind(of: path) != .missing else {
            throw SessionError(
                "there is no such folder",
                where: path,
                remedy: "name the folder that session folders are in"
            )
        }
        if let parent = try folder(at: path), isOurs(parent) {
            throw SessionError(
                "this is a session, and no folder of sessions",
                where: path,
                remedy: "name the folder that it is in; `footfall info` tells of the session"
            )
        }
        // Sort by the manifests: a session's name has the start to the second only, and a name that a user chose has
        // none.
        return try newest(in: path, atMost: .max, countingSamples: false).entries
            .sorted { ($0.beginning, $0.name) > ($1.beginning, $1.name) }
    }

    /// Returns the list entry of one session.
    ///
    /// - Returns: The entry; `nil` if it is not a session.
    public static func entry(at path: String) -> SessionEntry? {
        guard let session = try? Session.folder(at: path),
            let parent = try? folder(at: FileSystem.parent(of: session.path) ?? "/")
        else { return nil }
        return entry(FileSystem.name(of: session.path), in: parent, false)
    }

    /// Returns the sessions that a path stands for: the session itself, or all sessions in the folder, the oldest
    /// first by their start dates.
    ///
    /// - Returns: Their paths; the path itself if it is neither a session nor contains any, or cannot be read.
    public static func sessions(at path: String) -> [String] {
        guard let parent = try? folder(at: path), !isOurs(parent),
            let entries = try? names(in: parent).compactMap({ entry($0, in: parent, false) }),
            !entries.isEmpty
        else { return [path] }
        return entries.sorted { ($0.beginning, $0.name) < ($1.beginning, $1.name) }
            .map { path.hasSuffix("/") ? path + $0.name : "\(path)/\($0.name)" }
    }

    /// True if a folder has a manifest or a journal, with which every session begins.
    private static func isOurs(_ folder: OpenFolder) -> Bool {
        folder.kind(of: SessionManifest.fileName) != .missing
            || folder.kind(of: JournalFile.fileName) == .file
    }

    /// Returns the names of all folders that may be sessions, sorted.
    public static func names(in path: String) throws(SessionError) -> [String] {
        guard let parent = try folder(at: path) else { return [] }
        return try names(in: parent).filter { parent.kind(of: $0) == .directory }
    }

    private static func folder(at path: String) throws(SessionError) -> OpenFolder? {
        do throws(SystemError) {
            return try OpenFolder.open(path)
        } catch {
            switch error.errno {
            case .notFound: return nil
            case .notDirectory:
                throw SessionError(
                    "it is not a folder",
                    where: path,
                    remedy: "name the folder that session folders are in"
                )
            default: throw .unreadable(error, where: path)
            }
        }
    }

    private static func names(in parent: OpenFolder) throws(SessionError) -> [String] {
        do throws(SystemError) {
            return try parent.list().filter { !$0.hasPrefix(".") }
        } catch {
            throw .unreadable(error, where: parent.path)
        }
    }

    /// Returns the list entry of a folder; `nil` if it is not a session.
    private static func entry(
        _ name: String,
        in parent: OpenFolder,
        _ counts: Bool
    ) -> SessionEntry? {
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try parent.folder(name, ofOneOwner: true)
        } catch {
            guard parent.kind(of: name) == .directory else { return nil }
            let problem = SessionError.unreadable(error, where: parent.path(ofFile: name))
            return SessionEntry(name: name, state: .ended, problem: problem.description)
        }
        let isLive = if case .nobody = FolderTenure.ownership(of: folder) { false } else { true }
        do throws(SessionError) {
            var brief: SessionBrief
            if let told = SessionBrief(in: folder, countingSamples: counts) {
                brief = told
            } else {
                brief = SessionBrief(try Session(in: folder).manifest)
            }
            let state: SessionEntry.State =
                isLive ? .recording : brief.status == .recording ? .left : .ended
            // The manifest has the sizes of closed files only.
            if state != .ended { brief.bytes = bytes(in: folder) }
            return SessionEntry(name: name, state: state, brief: brief)
        } catch {
            // Other folders are not listed.
            guard isOurs(folder) else { return nil }
            return SessionEntry(
                name: name,
                state: isLive ? .recording : .ended,
                problem: error.description
            )
        }
    }

    /// Returns the total size of the files in a folder.
    private static func bytes(in folder: OpenFolder) -> Int64 {
        ((try? folder.list()) ?? []).reduce(0) { sum, name in
            guard !name.hasPrefix("."), let file = try? folder.open(name) else { return sum }
            return sum.addingClamped((try? file.size()) ?? 0)
        }
    }
}

extension SessionEntry {
    /// When it began, in nanoseconds since 1970: from its manifest, or else from its name.
    fileprivate var beginning: Int64 {
        (brief?.startDate.instant ?? SessionName.parts(of: name)?.start)?.nanosecondsSince1970
            ?? .min
    }
}
