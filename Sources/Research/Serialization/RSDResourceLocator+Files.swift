// A host says by its path which file it has made, a picture, say. A path is data from outside as well:
// it counts only where it leads to once every link is followed, and only within the folders.

internal import SystemCalls

/// A file that was found within a folder.
public struct RSDFoundFile: Sendable, Hashable {
    /// Its path from the root, with every link followed.
    public var path: String
    /// Its path within the folder.
    public var relativePath: String
}

/// Why a path leads to no file that may be used.
public enum RSDFileFault: Error, Sendable, Hashable, CaseIterable {
    /// The path is empty, or has a NUL in it.
    case unnamed
    case missing
    /// There is something else than a file, a folder or a device, say.
    case noFile
    case outside
}

extension RSDFileFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unnamed: "the path is empty or has a NUL in it: give the path of a file"
        case .missing: "there is nothing at the path: give the path of a file that is there"
        case .noFile: "there is no plain file at the path: give the path of one"
        case .outside:
            "the path leads out of the folders that files may lie in: put the file into one of them, or "
                + "name its folder, too"
        }
    }
}

extension RSDResourceLocator {
    /// The file at a path, from the root or from the first folder that has it.
    public func file(at path: String) throws(RSDFileFault) -> RSDFoundFile {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unnamed }
        let roots = folders.compactMap { try? FileSystem.absolutePath($0) }
        let candidates =
            path.utf8.first == UInt8(ascii: "/") ? [path] : roots.map { "\($0)/\(path)" }
        guard !candidates.isEmpty else { throw .outside }
        var fault = RSDFileFault.missing
        for candidate in candidates {
            guard let resolved = try? FileSystem.absolutePath(candidate) else { continue }
            guard let inside = Self.path(of: resolved, within: roots) else {
                fault = .outside
                continue
            }
            guard FileSystem.kind(of: resolved) == .file else {
                fault = .noFile
                continue
            }
            return RSDFoundFile(path: resolved, relativePath: inside)
        }
        throw fault
    }

    private static func path(of file: String, within roots: [String]) -> String? {
        roots.lazy.compactMap { root in
            // By their bytes, as the kernel compares names.
            let start = root == "/" ? root : root + "/"
            guard file.utf8.starts(with: start.utf8), file.utf8.count > start.utf8.count else {
                return nil
            }
            return String(file.utf8.dropFirst(start.utf8.count))
        }.first
    }
}
