// Takes over a socket by systemd's socket activation, the protocol of sd_listen_fds(3): systemd opens the socket before
// the program runs, and starts the program when a client connects; the client waits meanwhile.

internal import Glibc
internal import Synchronization

/// The sockets passed to a process started by socket activation.
public enum HandedSocket {
    /// The descriptor of the first socket.
    private static let first: Int32 = 3

    /// Whether this process has taken the socket over.
    private static let isTaken = Atomic<Bool>(false)

    /// Takes over the socket that was passed to this process.
    ///
    /// The first result owns the descriptor, so a later call returns `nil`: its result would close the descriptor a
    /// second time, and by then the number may belong to another file.
    ///
    /// - Returns: The socket; `nil` if none was passed, or it was taken over before.
    /// - Throws: If it is not a listening TCP socket, or if there are several.
    public static func take() throws(SystemError) -> ListeningSocket? {
        try take(
            first,
            given: Environment.variable,
            to: Environment.process,
            unless: isTaken
        )
    }

    /// Takes over the socket with this number, unless that has been done, and notes that it has.
    static func take(
        _ number: Int32,
        given variable: (String) -> String?,
        to process: Int32,
        unless isTaken: borrowing Atomic<Bool>
    ) throws(SystemError) -> ListeningSocket? {
        switch count(given: variable, to: process) {
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
        guard fcntl(number, F_GETFD) >= 0 else { return nil }
        guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        do throws(SystemError) {
            return try ListeningSocket(adopting: number)
        } catch {
            // The descriptor still belongs to its owner, so a later call finds the same fault.
            isTaken.store(false, ordering: .releasing)
            throw error
        }
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
