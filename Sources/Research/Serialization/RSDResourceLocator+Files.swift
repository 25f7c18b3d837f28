// A host says by its path which file it has made, a picture, say. A path is data from outside as well:
// it counts only where it leads to once every link is followed, and only within the folder of the run.

internal import SystemCalls

/// A file that was found within a folder.
public struct RSDFoundFile: Sendable, Hashable {
    /// Its path from the root, with every link followed.
    public var path: String
    /// Its path within the folder.
    public var relativePath: String
}

/// Why a path leads to no file that may be used.
public enum RSDFileFault: Error, Sendable, Hashable {
    /// The path is empty, or has a NUL in it.
    case unnamed
    case missing
    /// There is something else than a file, a folder or a device, say.
    case noFile
    case outside
    /// The machine does not go there, for a reason that comes with what mends it.
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
    /// Why a path could not be followed; what is not there is another fault than what is out of reach.
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
    /// The file at a path, from the root or from the first folder, within which it has to be.
    ///
    /// A relative path does not say of which folder it is, so that no file of a later one is taken.
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
        // By their bytes, as the kernel compares names.
        let start = root == "/" ? root : root + "/"
        guard file.utf8.starts(with: start.utf8), file.utf8.count > start.utf8.count else {
            return nil
        }
        return String(file.utf8.dropFirst(start.utf8.count))
    }
}
