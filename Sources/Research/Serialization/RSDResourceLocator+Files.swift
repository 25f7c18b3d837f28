// Finds a file that a host made, such as a picture, by its path. The path comes from outside and cannot be trusted, so
// all its links are followed, and a file outside the folder of the run is refused.

internal import SystemCalls

/// A file that was found in a folder.
public struct RSDFoundFile: Sendable, Hashable {
    /// The absolute path, without links.
    public var path: String
    /// The path relative to the folder.
    public var relativePath: String
}

/// Why the file at a path cannot be used.
public enum RSDFileFault: Error, Sendable, Hashable {
    /// The path is empty or has a NUL character.
    case unnamed
    case missing
    /// The path leads to something that is not a file, such as a folder or a device.
    case noFile
    case outside
    /// The system cannot follow the path; the text has the reason and the remedy.
    case unreachable(String)
}

extension RSDFileFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unnamed: "the path is empty or has a NUL in it: give the path of a file"
        case .missing: "there is nothing at the path: give the path of a file that is there"
        case .noFile: "there is no plain file at the path: give the path of one"
        case .outside:
            "the path leads out of the folder that files may lie in: put a copy of the file into it, and "
                + "give the path of the copy"
        case .unreachable(let reason): "the path cannot be followed: \(reason)"
        }
    }
}

extension RSDFileFault {
    /// Creates the fault for a system error; for a path that does not exist, the fault is `missing`.
    init(_ error: SystemError, missing: RSDFileFault) {
        switch error.errno {
        case .notFound, .notDirectory: self = missing
        case let errno:
            let remedy = errno.remedy ?? "give the path of the file itself, without links"
            self = .unreachable("\(errno): \(remedy)")
        }
    }
}

extension RSDResourceLocator {
    /// Returns the file at an absolute path or a path relative to the first folder; the file must be in that folder.
    ///
    /// The other folders are not searched: a relative path does not name its folder, so a wrong file could be found.
    public func file(at path: String) throws(RSDFileFault) -> RSDFoundFile {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unnamed }
        guard let folder = folders.first else { throw .outside }
        let root = try Self.followed(folder, missing: .outside)
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let resolved = try Self.followed(isAbsolute ? path : "\(root)/\(path)", missing: .missing)
        guard let inside = Self.path(of: resolved, within: root) else { throw .outside }
        guard FileSystem.kind(of: resolved) == .file else { throw .noFile }
        return RSDFoundFile(path: resolved, relativePath: inside)
    }

    private static func followed(
        _ path: String,
        missing: RSDFileFault
    ) throws(RSDFileFault) -> String {
        do throws(SystemError) {
            return try FileSystem.absolutePath(path)
        } catch {
            throw RSDFileFault(error, missing: missing)
        }
    }

    private static func path(of file: String, within root: String) -> String? {
        // Compares bytes, as the kernel does with names.
        let start = root == "/" ? root : root + "/"
        guard file.utf8.starts(with: start.utf8), file.utf8.count > start.utf8.count else {
            return nil
        }
        return String(file.utf8.dropFirst(start.utf8.count))
    }
}
