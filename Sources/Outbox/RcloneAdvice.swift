// What mends a failure of rclone. Its status is 1 for nearly all of them, so that its words decide, and those of the
// servers in them: a password that is wrong, a place where nobody may write, and one that is full each have a remedy of
// their own, and none of them is the network.

/// Why rclone has failed, as far as its words tell.
enum RcloneAdvice: Hashable, CaseIterable {
    /// What rclone was configured for is not there.
    case unknownRemote
    /// The server does not let us in.
    case refusedLogin
    /// There is no more room there.
    case full
    /// Nobody may write there, or not we.
    case mayNotWrite
    /// It refuses to write and says no more: WebDAV has one word for both.
    case refusesToWrite
    /// Anything else, as when the network is gone.
    case other

    /// The commands that change something there.
    private static let writing: Set<String> = ["copy", "move", "delete", "purge", "rmdirs"]

    /// In lower case, the gravest first.
    private static let words: [(RcloneAdvice, [String])] = [
        (
            .unknownRemote,
            [
                "didn't find section in config file", "didn't find backend called",
                "unable to decrypt configuration",
            ]
        ),
        (
            .full,
            [
                "no space left", "quota exceeded", "quotaexceeded", "insufficient storage",
                "remaining disk space", "storagefull", "storage full",
            ]
        ),
        (
            .refusedLogin,
            [
                "401 unauthorized", "unable to authenticate", "invalidaccesskeyid",
                "signaturedoesnotmatch", "invalid_grant", "expiredtoken", "invalidtoken",
                "failed to read private key file", "failed to parse private key",
                "login incorrect", "530 login",
            ]
        ),
        (
            .mayNotWrite,
            [
                "read-only file system", "read only file system", "permission denied",
                "ssh_fx_permission_denied", "accessdenied", "access denied", "403 forbidden",
            ]
        ),
    ]

    /// Takes a command of rclone, and one error that it has told.
    init(of command: String, saying said: String) {
        let lower = said.lowercased()
        let isWriting = Self.writing.contains(command)
        if let found = Self.words.first(where: { $0.1.contains(where: lower.contains) }) {
            self = found.0
        } else if isWriting,
            ["405 method not allowed", "404 not found"].contains(where: lower.contains)
        {
            self = .refusesToWrite
        } else {
            self = .other
        }
    }

    /// Of the errors that a command has told the one that tells most, and what that is.
    static func best(of command: String, among errors: [String]) -> (RcloneAdvice, String)? {
        let all = errors.reversed().map { (RcloneAdvice(of: command, saying: $0), $0) }
        return all.first { $0.0 != .other } ?? all.first
    }

    /// What it means for what is done next.
    var kind: SendError.Kind {
        switch self {
        case .unknownRemote, .refusedLogin: .setUp
        case .full, .mayNotWrite, .refusesToWrite, .other: .passing
        }
    }

    /// What a person can do.
    var remedy: String {
        switch self {
        case .unknownRemote:
            "make the remote by `rclone config`, or name its file by --rclone-config"
        case .refusedLogin:
            "the server does not let it in: see to the user and the password or key by `rclone config`; `rclone lsd` tells whether they are right"
        case .full:
            "the destination is full: make room there, or have its quota raised; it is tried again"
        case .mayNotWrite:
            "it may not write there: give its account the right to write, move and delete, or mount the place for writing; it is tried again"
        case .refusesToWrite:
            "the server refuses to write there: see that the account may, and that there is room; it is tried again"
        case .other:
            "see that the server can be reached: `rclone lsd` tells; it is tried again"
        }
    }
}
