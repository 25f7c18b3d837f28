// The error of every Linux call: what was tried, on what, why it failed, and the remedy.

/// A Linux call that failed.
public struct SystemError: Error, Hashable, Sendable {
    /// The call, by its name in the manual pages.
    public let call: String
    /// The file or folder concerned.
    public let path: String?
    /// Why it failed.
    public let errno: Errno

    /// Makes the error of a failed call.
    public init(call: String, path: String? = nil, errno: Errno) {
        self.call = call
        self.path = path
        self.errno = errno
    }
}

extension SystemError: CustomStringConvertible {
    public var description: String {
        let place = path.map { " \($0)" } ?? ""
        let remedy = remedy.map { "; \($0)" } ?? ""
        return "cannot \(deed)\(place): \(errno)\(remedy)"
    }

    /// The remedy, if one is known.
    public var remedy: String? {
        // EAGAIN has no remedy but trying again, which does not help here.
        if call == "pthread_create", errno == .again {
            return "close other programs, or raise `ulimit -u` or `ulimit -v`"
        }
        if call == SandboxedChild.deed {
            return "call `SandboxedChild.runIfAsked` first of all in the program, or set "
                + "`SandboxedChild.program`"
        }
        if call == Confinement.apart {
            return "use a kernel with Landlock (5.13 or later), or set "
                + "`kernel.yama.ptrace_scope` to 1"
        }
        return errno.remedy
    }

    /// What was tried, in plain words: "write", "reserve space for".
    public var deed: String { Self.deeds[call] ?? call }

    private static let deeds: [String: String] = [
        "open": "open", "pwrite": "write", "pread": "read", "fdatasync": "save to disk",
        "fsync": "save to disk", "ftruncate": "shorten", "fallocate": "reserve space for",
        "mkdir": "create the folder", "rename": "rename", "unlink": "delete", "rmdir": "delete",
        "opendir": "list", "flock": "lock", "fstat": "look at", "lstat": "look at",
        "close": "close", "pthread_create": "start a thread", "realpath": "find",
        "readlink": "follow", "memfd_create": "make room in memory for",
        "getpwnam": "look up the user",
    ]
}

extension SystemError {
    /// Whether a file could not get a second name because its file system has no hard links.
    ///
    /// File systems report that by different numbers; EMLINK comes from those on which a file has one name only.
    package var meansNoHardLinks: Bool {
        let numbers: Set<Errno> = [.permission, .notSupported, .notImplemented, .hasOtherNames]
        return call == "link" && numbers.contains(errno)
    }
}
