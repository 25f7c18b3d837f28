// A socket that systemd has opened ahead of the program: whoever connects before it runs waits, and begins it. The
// protocol is that of sd_listen_fds(3).

internal import Glibc

/// What is handed to a process that a socket began.
public enum HandedSocket {
    /// Where the first socket is.
    private static let first: Int32 = 3

    /// Takes the socket that was handed to this process.
    ///
    /// It is this call's: it must not be made twice.
    ///
    /// - Returns: The socket; `nil` where none was handed.
    /// - Throws: Where it is not one that listens over TCP, or where there is more than one.
    public static func take() throws(SystemError) -> ListeningSocket? {
        switch count(given: Environment.variable, to: Environment.process) {
        case 0: return nil
        case 1: break
        default:
            throw SystemError(
                call: "take over",
                path: "several sockets",
                errno: Errno(rawValue: E2BIG)
            )
        }
        // A number that only the environment tells of may be nobody's.
        guard fcntl(first, F_GETFD) >= 0 else { return nil }
        return try ListeningSocket(adopting: first)
    }

    /// How many were handed to a process, by what its environment says.
    static func count(given variable: (String) -> String?, to process: Int32) -> Int {
        // A child of that process has the same environment, and no socket.
        guard variable("LISTEN_PID").flatMap(Int32.init) == process,
            let count = variable("LISTEN_FDS").flatMap(Int.init), count > 0
        else { return 0 }
        return count
    }
}
