// A password or a key that others can read is none any more, and one that others can replace is theirs. Whoever reads
// one says so before it is used, with the remedy: the same words for all of them.

/// Reads files that hold what nobody else may know.
public enum SecretFile {
    /// Why what a file holds is not taken as a secret.
    public enum Fault: Error, Hashable, Sendable {
        case unreadable(SystemError)
        /// Every user of this machine may read it, or write to it, or its group may write.
        case exposed(path: String)
        /// Every user of this machine may put another file in its place.
        case replaceable(folder: String)
    }

    /// What a file holds, if it is its owner's, or that of a group which reads it, alone.
    ///
    /// - Parameters:
    ///   - path: The plain file, by links if need be.
    ///   - limit: How long it may be.
    /// - Returns: Its bytes.
    /// - Throws: Why it is none; what was opened is judged, whatever lies at the path by then.
    public static func read(_ path: String, limit: Int64) throws(Fault) -> [UInt8] {
        try judged { () throws(SystemError) in try Look(at: .openPlain(path), limit) }
    }

    /// What a file in a folder holds, if it is its owner's, or that of a group which reads it, alone.
    ///
    /// - Parameters:
    ///   - name: The plain file, which no link leads to.
    ///   - folder: Where it lies.
    ///   - limit: How long it may be.
    /// - Returns: Its bytes.
    /// - Throws: Why it is none.
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

    /// What there is to judge of a file.
    private struct Look {
        let path: String
        let bytes: [UInt8]
        let permissions: UInt32
        /// Where it lies; what has no name any more cannot be replaced.
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

    /// Whether everybody may take a file away and put another one there.
    static func isOpenToAll(_ permissions: UInt32) -> Bool {
        permissions & 0o002 != 0 && permissions & 0o1000 == 0
    }
}

extension SecretFile.Fault: CustomStringConvertible {
    public var description: String { "\(problem); \(remedy)" }

    /// What is wrong.
    public var problem: String {
        switch self {
        case .unreadable(let error): "it cannot be read: \(error.errno.message)"
        case .exposed: "other users of this machine can read or change it, and it is to be secret"
        case .replaceable(let folder):
            "every user of this machine may put another file in its place in \(folder)"
        }
    }

    /// What mends it.
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
