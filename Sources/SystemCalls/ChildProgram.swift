// Runs other programs of the system. A program is found by `PATH` and gets its arguments unchanged, without a shell.

internal import CSystemCalls
internal import Glibc

/// A program of the system.
public enum ChildProgram {
    /// How a program ended.
    public enum Ending: Sendable, Hashable {
        /// It exited with a status; 0 means success.
        case exited(Int32)
        /// A signal ended it.
        case killed(Int32)

        /// Decodes the status of `waitpid`.
        init(status: Int32) {
            self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
        }
    }

    /// Runs a program with this process's standard streams, and waits.
    ///
    /// For rare work, such as making a group.
    ///
    /// - Parameter words: The program and its arguments.
    /// - Returns: How it ended.
    /// - Throws: If there is no such program, or it cannot be run.
    public static func run(_ words: [String]) throws(SystemError) -> Ending {
        try waitFor(try unsafe spawn(words, streams: nil), named: words.first)
    }

    /// Starts a program that runs in the background, inherits no descriptors, and whose output is discarded.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - input: The whole of its standard input.
    ///   - wakeEvent: Signalled when it has ended.
    /// - Returns: The program, for the caller to wait for or to kill.
    /// - Throws: If there is no such program, or it cannot be run.
    public static func start(
        _ words: [String],
        input: [UInt8],
        signalling wakeEvent: WakeEvent
    ) throws(SystemError) -> RunningProgram {
        let given = try OpenFile.createInMemory("input")
        try given.writeAll(input, at: 0)
        let errors = try OpenFile.createInMemory("errors")
        var streams = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&streams)
        defer { unsafe posix_spawn_file_actions_destroy(&streams) }
        unsafe posix_spawn_file_actions_adddup2(&streams, given.descriptor, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&streams, errors.descriptor, STDERR_FILENO)
        unsafe posix_spawn_file_actions_addopen(
            &streams,
            STDOUT_FILENO,
            "/dev/null",
            O_WRONLY,
            0
        )
        // A library's connection that lacks close-on-exec would stay open in the child after it is closed here.
        _ = unsafe footfall_child_closes_from(&streams, STDERR_FILENO + 1)
        let process = try unsafe spawn(words, streams: &streams)
        let program = RunningProgram(process: process, errors: errors)
        do throws(SystemError) {
            _ = try SystemThread.spawn(name: "child's end") {
                program.waitForEnd()
                wakeEvent.signal()
            }
        } catch {
            program.kill()
            program.waitForEnd()
            throw error
        }
        return program
    }

    /// Starts a program in a new session.
    ///
    /// It gets a message socket, shared memory and perhaps a socket, and nothing else from this process.
    ///
    /// Its environment has only the library path, without which it may not start.
    static func startSandboxed(
        _ words: [String],
        line: Int32,
        memory: Int32,
        socket: Int32?
    ) throws(SystemError) -> pid_t {
        var streams = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&streams)
        defer { unsafe posix_spawn_file_actions_destroy(&streams) }
        let given = [line, memory] + (socket.map { [$0] } ?? [])
        let first = ChildEnd.lineNumber
        let last = first + Int32(given.count) - 1
        // Moves the descriptors to higher numbers first, because one may have the number that another is to get.
        let free = max(given.max() ?? last, last) + 1
        for (place, number) in given.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&streams, number, free + Int32(place))
        }
        for place in 0..<Int32(given.count) {
            unsafe posix_spawn_file_actions_adddup2(&streams, free + place, first + place)
        }
        for stream in STDIN_FILENO...STDERR_FILENO {
            unsafe posix_spawn_file_actions_addopen(&streams, stream, "/dev/null", O_RDWR, 0)
        }
        _ = unsafe footfall_child_closes_from(&streams, last + 1)
        let libraries = "LD_LIBRARY_PATH"
        let kept = unsafe getenv(libraries).map { unsafe "\(libraries)=" + String(cString: $0) }
        var entries = unsafe [kept].compactMap { unsafe $0.map { unsafe strdup($0) } } + [nil]
        defer { for index in unsafe entries.indices { unsafe Glibc.free(entries[index]) } }
        return try unsafe spawn(words, streams: &streams, environment: &entries, isApart: true)
    }

    /// Returns how a child has ended, and reaps it; `nil` if it still runs.
    static func endingIfOver(_ process: pid_t) throws(SystemError) -> Ending? {
        var status: Int32 = 0
        let found = try retrying("waitpid") { unsafe waitpid(process, &status, WNOHANG) }
        return found == 0 ? nil : Ending(status: status)
    }

    /// Waits for a child, and reaps it.
    static func waitFor(_ process: pid_t, named name: String?) throws(SystemError) -> Ending {
        var status: Int32 = 0
        try retrying("waitpid", name) { unsafe waitpid(process, &status, 0) }
        return Ending(status: status)
    }

    static func spawn(
        _ words: [String],
        streams: UnsafePointer<posix_spawn_file_actions_t>?,
        environment: UnsafePointer<UnsafeMutablePointer<CChar>?>? = nil,
        isApart: Bool = false
    ) throws(SystemError) -> pid_t {
        guard let program = words.first else {
            throw SystemError(call: "run", errno: .invalid)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The child does not inherit which signals this process blocks or ignores.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        // In a new session, the child gets no signals from this process's terminal, and cannot type into it.
        let session = isApart ? footfall_child_session_flag() : 0
        unsafe posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | session
        )
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        let variables = unsafe environment ?? UnsafePointer(environ)
        var child: pid_t = 0
        let problem = unsafe posix_spawnp(
            &child,
            program,
            streams,
            &attributes,
            &arguments,
            variables
        )
        guard problem == 0 else {
            throw SystemError(call: "run", path: program, errno: Errno(rawValue: problem))
        }
        return child
    }
}
