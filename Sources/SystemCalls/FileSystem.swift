// Calls that work on names rather than on open files: folders, deletions, listings.

internal import Glibc

/// Functions on paths.
public enum FileSystem {
    /// What is at a path; a link counts as itself, not as its target.
    public enum Kind: Sendable, Equatable {
        case file, directory, link, other, missing
    }

    /// Creates a folder that by default only its owner may enter.
    public static func makeDirectory(
        _ path: String,
        permissions: UInt32 = 0o700
    ) throws(SystemError) {
        try retrying("mkdir", path) { unsafe mkdir(path, mode_t(permissions)) }
    }

    /// Creates a folder and its parents; existing ones are no error.
    public static func makeDirectories(
        _ path: String,
        permissions: UInt32 = 0o700
    ) throws(SystemError) {
        do throws(SystemError) {
            try makeDirectory(path, permissions: permissions)
        } catch {
            switch error.errno {
            case .exists:
                guard isDirectory(path) else {
                    throw SystemError(call: "mkdir", path: path, errno: .notDirectory)
                }
            case .notFound:
                guard let parent = parent(of: path), parent != path else { throw error }
                try makeDirectories(parent, permissions: permissions)
                try makeDirectory(path, permissions: permissions)
            default:
                throw error
            }
        }
    }

    /// The folder that holds `path`; `nil` for the root.
    public static func parent(of path: String) -> String? {
        var trimmed = Substring(path)
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        if slash == trimmed.startIndex { return trimmed.count > 1 ? "/" : nil }
        return String(trimmed[..<slash])
    }

    /// The last part of a path; the root is its own.
    public static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Deletes a file.
    public static func remove(_ path: String) throws(SystemError) {
        try retrying("unlink", path) { unsafe unlink(path) }
    }

    /// Deletes an empty folder.
    public static func removeDirectory(_ path: String) throws(SystemError) {
        try retrying("rmdir", path) { unsafe rmdir(path) }
    }

    /// The names in a folder, sorted.
    public static func list(_ path: String) throws(SystemError) -> [String] {
        guard let directory = unsafe opendir(path) else {
            throw SystemError(call: "opendir", path: path, errno: .current)
        }
        return unsafe names(in: directory)
    }

    /// The names in a folder, sorted; closes the stream.
    static func names(in directory: OpaquePointer) -> [String] {
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// What is at a path; what cannot be examined counts as missing.
    public static func kind(of path: String) -> Kind {
        (try? FileStatus(at: path))?.kind ?? .missing
    }

    /// The permission bits of a file or folder.
    public static func permissions(of path: String) throws(SystemError) -> UInt32 {
        try FileStatus(at: path).permissions
    }

    /// The absolute path, with every link followed.
    public static func absolutePath(_ path: String) throws(SystemError) -> String {
        guard let resolved = unsafe realpath(path, nil) else {
            throw SystemError(call: "realpath", path: path, errno: .current)
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The absolute path of a name, without following a link at its end: an opened file may have another name by now,
    /// and another user may have put a link in its place.
    static func absolutePathOfName(_ path: String) throws(SystemError) -> String {
        let name = name(of: path)
        guard let folder = parent(of: path), name != ".", name != ".." else {
            return try absolutePath(path)
        }
        let place = try absolutePath(folder)
        return place == "/" ? "/\(name)" : "\(place)/\(name)"
    }

    /// The current path of an open file; `nil` if no path is known to lead to it.
    static func presentPath(of descriptor: Int32, _ status: FileStatus) -> String? {
        // The kernel shows a deleted file by its earlier path with " (deleted)" appended.
        guard let path = try? linkTarget("/proc/self/fd/\(descriptor)"),
            let found = try? FileStatus(at: path), found.isOfSameFile(as: status)
        else { return nil }
        return path
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
