// Takes over a socket by systemd's socket activation, the protocol of sd_listen_fds(3): systemd opens the socket before
// the program runs, and starts the program when a client connects; the client waits meanwhile.

internal import Glibc

/// The sockets passed to a process started by socket activation.
public enum HandedSocket {
    /// The descriptor of the first socket.
    private static let first: Int32 = 3

    /// Takes over the socket that was passed to this process.
    ///
    /// Call it only once: the result owns the descriptor.
    ///
    /// - Returns: The socket; `nil` if none was passed.
    /// - Throws: If it is not a listening TCP socket, or if there are several.
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
        // The environment alone proves nothing: the descriptor may not be open.
        guard fcntl(first, F_GETFD) >= 0 else { return nil }
        return try ListeningSocket(adopting: first)
    }

    /// How many sockets were passed to a process, by its environment.
    static func count(given variable: (String) -> String?, to process: Int32) -> Int {
        // A child of that process inherits the environment, but not the sockets.
        guard variable("LISTEN_PID").flatMap(Int32.init) == process,
            let count = variable("LISTEN_FDS").flatMap(Int.init), count > 0
        else { return 0 }
        return count
    }
}
