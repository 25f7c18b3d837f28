// The result of stat(2): by a path, by a name in an open folder, or of an open file.

internal import Glibc

/// A file's kind, owner, size and rights at one moment.
struct FileStatus {
    private let status: stat

    /// Reads the status of an open file.
    init(of descriptor: Int32, _ path: String) throws(SystemError) {
        var status = stat()
        try retrying("fstat", path) { unsafe fstat(descriptor, &status) }
        self.status = status
    }

    /// Reads the status at a path; does not follow a link.
    init(at path: String) throws(SystemError) {
        var status = stat()
        try retrying("lstat", path) { unsafe lstat(path, &status) }
        self.status = status
    }

    /// Reads the status of a name in an open folder; does not follow a link.
    init(of name: String, in folder: Int32, _ path: String) throws(SystemError) {
        var status = stat()
        try retrying("lstat", path) {
            // Not by Swift's implicit bridging, which allocates a copy of the name each time.
            unsafe name.withCString { name in
                unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)
            }
        }
        self.status = status
    }

    var owner: uid_t { status.st_uid }
    var group: gid_t { status.st_gid }
    var size: Int64 { Int64(status.st_size) }
    var permissions: UInt32 { UInt32(status.st_mode & 0o7777) }
    /// The number of its names.
    var links: Int { Int(status.st_nlink) }

    /// Identifies the file; no other file of this machine has the same value at the same time.
    var identity: String { "\(status.st_dev):\(status.st_ino)" }

    /// Changes when the file is written or replaced.
    var changeMark: String {
        let written = status.st_mtim
        return "\(size) \(written.tv_sec).\(written.tv_nsec) \(status.st_ino)"
    }

    /// Whether both are of the same file, whatever its name.
    func isOfSameFile(as other: FileStatus) -> Bool {
        status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
    }

    var kind: FileSystem.Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        case S_IFLNK: .link
        default: .other
        }
    }

    /// Throws the error for opening anything but a plain file.
    func requirePlain(_ path: String) throws(SystemError) {
        switch kind {
        case .file: return
        case .directory: throw SystemError(call: "open", path: path, errno: .isDirectory)
        case .link, .other: throw SystemError(call: "open", path: path, errno: .invalid)
        case .missing: throw SystemError(call: "open", path: path, errno: .notFound)
        }
    }
}
