// What this process may do with a file, asked ahead of doing it: somebody who may not should hear
// which file stands in the way before a recording begins, not in the middle of it.

internal import CSystemCalls
internal import Glibc

extension FileSystem {
    /// Whether this process may write to a file.
    public static func mayWrite(_ path: String) -> Bool { obstacleToWriting(path) == nil }

    /// Why this process may not write to a file; `nil` when it may.
    public static func obstacleToWriting(_ path: String) -> Errno? {
        // By the rights that opening would have, not those of whoever started a privileged program.
        unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? nil : .current
    }

    /// Why this process may not read a file; `nil` when it may.
    ///
    /// It is not opened: there are devices that wake, or switch on a light, when they are.
    public static func obstacleToReading(_ path: String) -> Errno? {
        unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 ? nil : .current
    }

    /// Why a file cannot be opened for reading and writing; `nil` when it can.
    ///
    /// It is opened without waiting and closed at once.
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

    /// The text of a small file, as the kernel shows its settings; `nil` where it cannot be read.
    public static func shortText(of path: String) -> String? {
        guard let file = try? OpenFile.open(path) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe bytes.withUnsafeMutableBytes { raw in
            try? unsafe file.read(into: raw, at: 0)
        }
        return count.map { String(decoding: bytes.prefix($0), as: UTF8.self) }
    }

    /// What a link says, as it stands.
    public static func linkTarget(_ path: String) throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try retrying("readlink", path) { unsafe readlink(path, &bytes, bytes.count) }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension FileSystem {
    /// Who owns a file and what others may do with it, as in "root:iio 0660"; `nil` without one.
    public static func ownership(of path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let owner = nameOfUser(status.st_uid)
        let group = nameOfGroup(status.st_gid)
        let mode = String(status.st_mode & 0o777, radix: 8)
        return "\(owner ?? "\(status.st_uid)"):\(group ?? "\(status.st_gid)") "
            + String(repeating: "0", count: 4 - mode.count) + mode
    }

    /// The name of a group; `nil` where it has none.
    static func nameOfGroup(_ group: gid_t) -> String? {
        // Threads ask at once: of one answer that all share, each would read the other's.
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

    /// The name of a user; `nil` where there is none.
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
