// Opens a folder by a path with links, safely for root. In a folder that others can write to, another user can make a
// link to a third user's folder, and root would then act on the wrong folder.

internal import CSystemCalls
internal import Glibc

extension OpenFolder {
    /// The greatest number of links in a chain, as in the kernel.
    private static let longestChain = 40

    /// Opens the folder at the end of a path; follows a link there only if root or the folder's owner made it.
    ///
    /// Links further up in the path are followed, regardless of who made them. Each link at the end is held open while
    /// it is checked and read, so nobody can replace it in between.
    static func openPastLinks(_ path: String) throws(SystemError) -> Descriptor {
        var (next, name) = parts(of: path)
        var parent = try reach(next, from: AT_FDCWD, O_DIRECTORY, path)
        var makers: Set<uid_t> = []
        for _ in 0...longestChain {
            let found = try reach(name, from: parent.number, O_NOFOLLOW, path)
            let status = try FileStatus(of: found.number, path)
            guard status.kind == .link else {
                guard makers.isSubset(of: [0, status.owner]) else {
                    throw SystemError(call: "open", path: path, errno: .permission)
                }
                return try open(found, path)
            }
            makers.insert(status.owner)
            (next, name) = try parts(of: target(of: found, path))
            parent = try reach(next, from: parent.number, O_DIRECTORY, path)
        }
        throw SystemError(call: "open", path: path, errno: .tooManyLinks)
    }

    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let folder = FileSystem.parent(of: path) else { return ("/", ".") }
        let name = FileSystem.name(of: path)
        // "link/." means the link's target, so the link is the end of that path, too.
        return name == "." && folder != path && folder != "." ? parts(of: folder) : (folder, name)
    }

    private static func reach(
        _ name: String,
        from folder: Int32,
        _ flags: Int32,
        _ path: String
    ) throws(SystemError) -> Descriptor {
        Descriptor(
            number: try retrying("open", path) {
                unsafe footfall_open_to_reach(folder, name, flags)
            }
        )
    }

    private static func open(
        _ found: borrowing Descriptor,
        _ path: String
    ) throws(SystemError) -> Descriptor {
        let number = found.number
        return Descriptor(
            number: try retrying("open", path) {
                unsafe footfall_open_at(number, ".", O_RDONLY | O_DIRECTORY, 0)
            }
        )
    }

    private static func target(
        of link: borrowing Descriptor,
        _ path: String
    ) throws(SystemError) -> String {
        let number = link.number
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try retrying("readlink", path) {
            unsafe readlinkat(number, "", &bytes, bytes.count)
        }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
