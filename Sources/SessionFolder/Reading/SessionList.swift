// The sessions in a folder, the newest first, as whoever looks after many of them sees them: a page at a time, since
// a study has thousands, and each costs the reading of its manifest.

internal import SystemCalls
internal import Timebase

/// A session among others.
public struct SessionEntry: Hashable, Sendable {
    /// Whether it can still become more.
    public enum State: Hashable, Sendable {
        case recording
        case ended
        /// Its run died, and nobody has closed it yet.
        case left
    }

    /// The name of its folder.
    public var name: String
    public var state: State
    /// What it says of itself; `nil` where that cannot be read.
    public var brief: SessionBrief?
    /// Why it cannot be read, in one line.
    public var problem: String?
}

/// The sessions in a folder.
public enum SessionList {
    /// The newest sessions, as their names say; a folder that is not there has none.
    ///
    /// - Parameters:
    ///   - path: The folder that sessions are collected in.
    ///   - name: The session behind which it goes on; `nil` for the newest.
    ///   - count: How many at most.
    ///   - counts: Whether the samples of each are counted, which takes as long again.
    /// - Returns: Them, and whether there may be more.
    /// - Throws: When the folder cannot be read.
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

    /// All sessions, the newest first by when they began, without counts of their samples.
    ///
    /// - Throws: When there is no such folder, it cannot be read, or it is a session itself.
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
        // A name tells the second alone, and one that somebody has given a folder nothing of the kind.
        return try newest(in: path, atMost: .max, countingSamples: false).entries
            .sorted { ($0.beginning, $0.name) > ($1.beginning, $1.name) }
    }

    /// What a list says of one session.
    ///
    /// - Returns: It; `nil` of what is no session.
    public static func entry(at path: String) -> SessionEntry? {
        guard let session = try? Session.folder(at: path),
            let parent = try? folder(at: FileSystem.parent(of: session.path) ?? "/")
        else { return nil }
        return entry(FileSystem.name(of: session.path), in: parent, false)
    }

    /// The sessions that a path means: itself, or all that are in it, the oldest first.
    ///
    /// - Returns: Their paths; the path itself where it is neither a session nor has any, and where it cannot be read.
    public static func sessions(at path: String) -> [String] {
        guard let parent = try? folder(at: path), !isOurs(parent),
            let names = try? names(in: parent).filter({ entry($0, in: parent, false) != nil }),
            !names.isEmpty
        else { return [path] }
        return names.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }

    /// Whether a folder has what a session begins with.
    private static func isOurs(_ folder: OpenFolder) -> Bool {
        folder.kind(of: SessionManifest.fileName) != .missing
            || folder.kind(of: JournalFile.fileName) == .file
    }

    /// The names of all folders there that may be sessions, sorted.
    public static func names(in path: String) throws(SessionError) -> [String] {
        guard let parent = try folder(at: path) else { return [] }
        return try names(in: parent).filter { parent.kind(of: $0) == .directory }
    }

    private static func folder(at path: String) throws(SessionError) -> OpenFolder? {
        do throws(SystemError) {
            return try OpenFolder.open(path)
        } catch {
            if error.errno == .notFound { return nil }
            throw .unreadable(error, where: path)
        }
    }

    private static func names(in parent: OpenFolder) throws(SessionError) -> [String] {
        do throws(SystemError) {
            return try parent.list().filter { !$0.hasPrefix(".") }
        } catch {
            throw .unreadable(error, where: parent.path)
        }
    }

    /// What a list says of a folder; `nil` of one that is no session.
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
            // Its run tells the sizes when it closes them.
            if state != .ended { brief.bytes = bytes(in: folder) }
            return SessionEntry(name: name, state: state, brief: brief)
        } catch {
            // A folder of something else is nobody's concern here.
            guard isOurs(folder) else { return nil }
            return SessionEntry(
                name: name,
                state: isLive ? .recording : .ended,
                problem: error.description
            )
        }
    }

    /// How many bytes the files of a folder have.
    private static func bytes(in folder: OpenFolder) -> Int64 {
        ((try? folder.list()) ?? []).reduce(0) { sum, name in
            guard !name.hasPrefix("."), let file = try? folder.open(name) else { return sum }
            return sum.addingClamped((try? file.size()) ?? 0)
        }
    }
}

extension SessionEntry {
    /// When it began, in nanoseconds since 1970: as it says, else as its name does.
    fileprivate var beginning: Int64 {
        (brief?.startDate.instant ?? SessionName.parts(of: name)?.start)?.nanosecondsSince1970
            ?? .min
    }
}
