// Linux's error numbers, with a name and a remedy that users understand.

internal import Glibc

/// Why a Linux call failed.
public struct Errno: Error, Hashable, Sendable {
    /// The number Linux gave.
    public let rawValue: Int32

    /// Wraps a number that Linux gave.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    static var current: Errno { Errno(rawValue: errno) }

    public static let permission = Errno(rawValue: EPERM)
    public static let notFound = Errno(rawValue: ENOENT)
    public static let interrupted = Errno(rawValue: EINTR)
    public static let ioError = Errno(rawValue: EIO)
    public static let again = Errno(rawValue: EAGAIN)
    public static let noMemory = Errno(rawValue: ENOMEM)
    public static let access = Errno(rawValue: EACCES)
    public static let busy = Errno(rawValue: EBUSY)
    public static let exists = Errno(rawValue: EEXIST)
    public static let notDirectory = Errno(rawValue: ENOTDIR)
    public static let isDirectory = Errno(rawValue: EISDIR)
    public static let invalid = Errno(rawValue: EINVAL)
    public static let tooManyOpenFiles = Errno(rawValue: EMFILE)
    public static let fileTooLarge = Errno(rawValue: EFBIG)
    public static let noSpace = Errno(rawValue: ENOSPC)
    public static let readOnlyFileSystem = Errno(rawValue: EROFS)
    public static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
    public static let notSupported = Errno(rawValue: EOPNOTSUPP)
    public static let notImplemented = Errno(rawValue: ENOSYS)
    public static let overQuota = Errno(rawValue: EDQUOT)
    public static let tooManyLinks = Errno(rawValue: ELOOP)
    public static let hasOtherNames = Errno(rawValue: EMLINK)
    public static let notEmpty = Errno(rawValue: ENOTEMPTY)
    public static let stale = Errno(rawValue: ESTALE)
    public static let brokenPipe = Errno(rawValue: EPIPE)
    public static let noDevice = Errno(rawValue: ENODEV)
    public static let noDeviceOrAddress = Errno(rawValue: ENXIO)
    public static let badDescriptor = Errno(rawValue: EBADF)
    public static let missingLibrary = Errno(rawValue: ELIBACC)
    public static let timedOut = Errno(rawValue: ETIMEDOUT)
    public static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    public static let connectionReset = Errno(rawValue: ECONNRESET)
    public static let notConnected = Errno(rawValue: ENOTCONN)
    public static let addressInUse = Errno(rawValue: EADDRINUSE)
    public static let addressNotAvailable = Errno(rawValue: EADDRNOTAVAIL)
    public static let networkUnreachable = Errno(rawValue: ENETUNREACH)
    public static let hostUnreachable = Errno(rawValue: EHOSTUNREACH)

    /// The symbol, such as "ENOENT"; for rarer numbers, "errno" and the number.
    public var name: String {
        Self.names[self] ?? "errno \(rawValue)"
    }

    /// The C library's text for it, in lower case.
    public var message: String {
        guard let text = unsafe strerror(rawValue) else { return "unknown error" }
        return unsafe String(cString: text).lowercased()
    }

    /// The remedy, if one is known.
    public var remedy: String? {
        switch self {
        case .noSpace, .overQuota: "free some space there, or choose another folder with -o"
        case .access, .permission: "choose a place you may write to, or ask for the right to it"
        case .readOnlyFileSystem: "choose a folder on a file system that can be written"
        case .notFound: "check the path for a slip of the pen"
        case .exists: "choose another name, or move away what is there"
        case .notDirectory: "a part of the path is a file: choose another path"
        case .isDirectory: "name a file, not a folder"
        case .nameTooLong: "choose a shorter name"
        case .tooManyOpenFiles: "close other programs or raise `ulimit -n`"
        case .missingLibrary:
            "install the package of Footfall again, or run `make install-packages` where it was built"
        case .fileTooLarge:
            "raise `ulimit -f`, or choose a file system that takes larger files with -o"
        case .ioError: "the storage itself failed: check the card or disk"
        case .hasOtherNames:
            "it has a second name somewhere, and would change there too: put a copy of it in its place"
        case .stale: "see that nobody else changes what is there, and try again"
        default: nil
        }
    }

    private static let names: [Errno: String] = [
        .permission: "EPERM", .notFound: "ENOENT", .interrupted: "EINTR", .ioError: "EIO",
        .again: "EAGAIN", .noMemory: "ENOMEM", .access: "EACCES", .busy: "EBUSY",
        .exists: "EEXIST", .notDirectory: "ENOTDIR", .isDirectory: "EISDIR", .invalid: "EINVAL",
        .tooManyOpenFiles: "EMFILE", .fileTooLarge: "EFBIG", .noSpace: "ENOSPC",
        .readOnlyFileSystem: "EROFS", .nameTooLong: "ENAMETOOLONG", .notSupported: "EOPNOTSUPP",
        .notImplemented: "ENOSYS", .overQuota: "EDQUOT", .tooManyLinks: "ELOOP",
        .hasOtherNames: "EMLINK",
        .notEmpty: "ENOTEMPTY", .stale: "ESTALE", .brokenPipe: "EPIPE", .noDevice: "ENODEV",
        .noDeviceOrAddress: "ENXIO", .badDescriptor: "EBADF",
        .missingLibrary: "ELIBACC", .timedOut: "ETIMEDOUT",
        .connectionRefused: "ECONNREFUSED", .connectionReset: "ECONNRESET",
        .notConnected: "ENOTCONN", .addressInUse: "EADDRINUSE",
        .addressNotAvailable: "EADDRNOTAVAIL", .networkUnreachable: "ENETUNREACH",
        .hostUnreachable: "EHOSTUNREACH",
    ]
}

extension Errno: CustomStringConvertible {
    public var description: String { "\(message) (\(name))" }
}
