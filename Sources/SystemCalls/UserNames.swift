// Who has an account here, as every program of the system sees it: in files, or on a server of the network.

internal import Glibc

/// The users of this machine.
public enum UserNames {
    /// Whether a user has this name.
    ///
    /// - Throws: When it cannot be found out, as where a server that knows does not answer.
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
            // An entry may be as long as it likes; this much is none.
            case ERANGE where room < 1 << 20: room *= 4
            // The manual has these for a name that is nobody's.
            case ENOENT, ESRCH, EBADF, EPERM: return false
            default:
                throw SystemError(call: "getpwnam", path: name, errno: Errno(rawValue: problem))
            }
        }
    }
}
