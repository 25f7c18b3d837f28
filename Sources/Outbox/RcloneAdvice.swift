// Finds the remedy for a failure of rclone. Its exit status is 1 for nearly all failures, so the text of its errors
// decides, including what servers report. A wrong password, a place without write permission and a full store each need
// a remedy of their own; none of them is a network failure.

/// Why rclone failed, judged by its messages.
enum RcloneAdvice: Hashable, CaseIterable {
    /// The remote is not configured, or does not exist.
    case unknownRemote
    /// The server refuses the login.
    case refusedLogin
    /// The store is full.
    case full
    /// The account lacks the permission to write there.
    case mayNotWrite
    /// The server refuses to write and gives no reason: WebDAV reports a full store and a missing permission alike.
    case refusesToWrite
    /// Any other failure, such as a lost network.
    case other

    /// The commands that change something at the destination.
    private static let writing: Set<String> = ["copy", "move", "delete", "purge", "rmdirs"]

    /// Parts of messages in lower case, the gravest failure first.
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

    /// Classifies one error message of an rclone command.
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

    /// Picks the most informative error message of a command, and classifies it; `nil` if there is none.
    static func best(of command: String, among errors: [String]) -> (RcloneAdvice, String)? {
        let all = errors.reversed().map { (RcloneAdvice(of: command, saying: $0), $0) }
        return all.first { $0.0 != .other } ?? all.first
    }

    /// The kind of error, which decides what the sender does next.
    var kind: SendError.Kind {
        switch self {
        case .unknownRemote, .refusedLogin: .setUp
        case .full, .mayNotWrite, .refusesToWrite, .other: .passing
        }
    }

    /// What the user can do.
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
