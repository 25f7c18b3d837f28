// Looks up accounts, in files or on a directory server, as every program of the system sees them.

internal import Glibc

/// The users of this machine.
public enum UserNames {
    /// Whether there is a user with this name.
    ///
    /// - Throws: If that cannot be determined, for example because a directory server does not answer.
    public static func has(_ name: String) throws(SystemError) -> Bool {
        var room = 1 << 10
        while true {
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            var texts = [CChar](repeating: 0, count: room)
            let problem = unsafe getpwnam_r(name, &entry, &texts, texts.count, &found)
            switch problem {
            case 0: return unsafe found != nil
            case EINTR: continue
            // An entry may be of any length, within reason.
            case ERANGE where room < 1 << 20: room *= 4
            // By the manual page, these mean an unknown name.
            case ENOENT, ESRCH, EBADF, EPERM: return false
            default:
                throw SystemError(call: "getpwnam", path: name, errno: Errno(rawValue: problem))
            }
        }
    }
}
