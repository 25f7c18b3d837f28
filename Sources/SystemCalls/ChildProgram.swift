// Another program, run to its end. For what only that program may do, such as making a group: rare
// work, so the caller waits.

internal import Glibc

/// A program of the system.
public enum ChildProgram {
    /// How a program ended.
    public enum Ending: Sendable, Hashable {
        /// With a status; 0 is good.
        case exited(Int32)
        /// By a signal.
        case killed(Int32)
    }

    /// Runs a program that is found by `PATH`, with this process's standard streams, and waits.
    ///
    /// - Parameter words: The program, and its arguments.
    /// - Returns: How it ended.
    /// - Throws: When there is no such program, or it cannot be run.
    public static func run(_ words: [String]) throws(SystemError) -> Ending {
        guard let program = words.first else {
            throw SystemError(call: "run", errno: .invalid)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // What this process blocks or ignores is no matter of the program's.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        )
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        var child: pid_t = 0
        let problem = unsafe posix_spawnp(
            &child,
            program,
            nil,
            &attributes,
            &arguments,
            environ
        )
        guard problem == 0 else {
            throw SystemError(call: "run", path: program, errno: Errno(rawValue: problem))
        }
        var status: Int32 = 0
        let waitedFor = child
        try retrying("waitpid", program) { unsafe waitpid(waitedFor, &status, 0) }
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
    }
}
