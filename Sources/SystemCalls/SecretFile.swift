// Reads passwords and keys, and refuses files that other users could read or replace. All callers report that in the
// same words, with the remedy.

/// Reads files that hold secrets.
public enum SecretFile {
    /// Why a file is not accepted as a secret.
    public enum Fault: Error, Hashable, Sendable {
        case unreadable(SystemError)
        /// Every user of this machine may read or write it, or its group may write it.
        case exposed(path: String)
        /// Every user of this machine may replace it.
        case replaceable(folder: String)
    }

    /// Reads a file that only its owner, or a group that may read it, can access.
    ///
    /// - Parameters:
    ///   - path: The plain file; links are followed.
    ///   - limit: The greatest size of the file.
    /// - Returns: Its bytes.
    /// - Throws: Why it is refused. The check is of the opened file, even if the path leads to another one by then.
    public static func read(_ path: String, limit: Int64) throws(Fault) -> [UInt8] {
        try judged { () throws(SystemError) in try Look(at: .openPlain(path), limit) }
    }

    /// Reads a file of a folder that only its owner, or a group that may read it, can access.
    ///
    /// - Parameters:
    ///   - name: The plain file; a link is refused.
    ///   - folder: The folder.
    ///   - limit: The greatest size of the file.
    /// - Returns: Its bytes.
    /// - Throws: Why it is refused.
    public static func read(
        _ name: String,
        in folder: OpenFolder,
        limit: Int64
    ) throws(Fault) -> [UInt8] {
        try judged { () throws(SystemError) in try Look(at: folder.open(name), limit) }
    }

    private static func judged(_ look: () throws(SystemError) -> Look) throws(Fault) -> [UInt8] {
        let found: Look
        do throws(SystemError) { found = try look() } catch { throw .unreadable(error) }
        if isExposed(found.permissions) { throw .exposed(path: found.path) }
        if let folder = found.folder, isOpenToAll(folder.permissions) {
            throw .replaceable(folder: folder.path)
        }
        return found.bytes
    }

    /// The facts that decide whether a file is accepted.
    private struct Look {
        let path: String
        let bytes: [UInt8]
        let permissions: UInt32
        /// The folder; `nil` for a file without a path, which cannot be replaced.
        let folder: (path: String, permissions: UInt32)?

        init(at file: borrowing OpenFile, _ limit: Int64) throws(SystemError) {
            let status = try FileStatus(of: file.descriptor, file.path)
            let place = FileSystem.presentPath(of: file.descriptor, status)
            let above = place.flatMap(FileSystem.parent)
            bytes = try file.readAll(limit: limit)
            path = file.path
            permissions = status.permissions
            if let above {
                folder = (above, try FileStatus(at: above).permissions)
            } else {
                folder = nil
            }
        }
    }

    /// Whether others may read or write, or the group write.
    static func isExposed(_ permissions: UInt32) -> Bool { permissions & 0o026 != 0 }

    /// Whether every user may replace files in a folder.
    static func isOpenToAll(_ permissions: UInt32) -> Bool {
        permissions & 0o002 != 0 && permissions & 0o1000 == 0
    }
}

extension SecretFile.Fault: CustomStringConvertible {
    public var description: String { "\(problem); \(remedy)" }

    /// The problem.
    public var problem: String {
        switch self {
        case .unreadable(let error): "it cannot be read: \(error.errno.message)"
        case .exposed: "other users of this machine can read or change it, and it is to be secret"
        case .replaceable(let folder):
            "every user of this machine may put another file in its place in \(folder)"
        }
    }

    /// The remedy.
    public var remedy: String {
        switch self {
        case .unreadable(let error): error.remedy ?? "give another file, or let this user read it"
        case .exposed(let path):
            "keep it for its owner by `chmod 600 \(path)`; where that changes nothing, as on a FAT "
                + "card, put it on another file system"
        case .replaceable(let folder):
            "keep the folder for its owner by `chmod go-w \(folder)`, or move the file to another one"
        }
    }
}
