// Checks what this process may do with a file, in advance: users should learn which file is the obstacle before a
// recording begins, not in the middle of it.

internal import CSystemCalls
internal import Glibc

extension FileSystem {
    /// Whether this process may write to a file.
    public static func mayWrite(_ path: String) -> Bool { obstacleToWriting(path) == nil }

    /// Why this process may not write to a file; `nil` if it may.
    public static func obstacleToWriting(_ path: String) -> Errno? {
        // By the effective user, as when opening; not by the user who started a privileged program.
        unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? nil : .current
    }

    /// Why this process may not read a file; `nil` if it may.
    ///
    /// The file is not opened: some devices wake, or switch on a light, when opened.
    public static func obstacleToReading(_ path: String) -> Errno? {
        unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 ? nil : .current
    }

    /// Why a file cannot be opened for reading and writing; `nil` if it can.
    ///
    /// Opens the file without waiting, and closes it at once.
    public static func obstacleToOpening(_ path: String) -> Errno? {
        while true {
            let number = unsafe footfall_open(path, O_RDWR | O_NONBLOCK, 0)
            if number >= 0 {
                _ = close(number)
                return nil
            }
            let reason = Errno.current
            if reason != .interrupted { return reason }
        }
    }

    /// The text of a small file, such as the kernel's settings; `nil` if it cannot be read.
    public static func shortText(of path: String) -> String? {
        guard let file = try? OpenFile.open(path) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe bytes.withUnsafeMutableBytes { raw in
            try? unsafe file.read(into: raw, at: 0)
        }
        return count.map { String(decoding: bytes.prefix($0), as: UTF8.self) }
    }

    /// The target of a link, unchanged.
    public static func linkTarget(_ path: String) throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try retrying("readlink", path) { unsafe readlink(path, &bytes, bytes.count) }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension FileSystem {
    /// The owner, group and permissions of a file, for example "root:iio 0660"; `nil` if there is no such file.
    public static func ownership(of path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let owner = nameOfUser(status.st_uid)
        let group = nameOfGroup(status.st_gid)
        let mode = String(status.st_mode & 0o777, radix: 8)
        return "\(owner ?? "\(status.st_uid)"):\(group ?? "\(status.st_gid)") "
            + String(repeating: "0", count: 4 - mode.count) + mode
    }

    /// The name of a group; `nil` if it has none, or it cannot be looked up.
    static func nameOfGroup(_ group: gid_t) -> String? {
        // With a buffer of its own for each call: the C library's shared one is not thread-safe.
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            var entry = unsafe Glibc.group()
            var found: UnsafeMutablePointer<Glibc.group>?
            let status = unsafe getgrgid_r(
                group,
                &entry,
                buffer.baseAddress,
                buffer.count,
                &found
            )
            guard status == 0, unsafe found != nil, let name = unsafe entry.gr_name else {
                return nil
            }
            return unsafe String(cString: name)
        }
    }

    /// The name of a user; `nil` if there is none.
    private static func nameOfUser(_ user: uid_t) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            guard let room = buffer.baseAddress else { return nil }
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            let status = unsafe getpwuid_r(
                user,
                &entry,
                room,
                buffer.count,
                &found
            )
            guard status == 0, unsafe found != nil, let name = unsafe entry.pw_name else {
                return nil
            }
            return unsafe String(cString: name)
        }
    }
}
