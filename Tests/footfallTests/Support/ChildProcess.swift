// The built command, run as a shell would run it: its words, its two streams, its signals, its exit
// status. Tests see what a person sees.

import Glibc
import Synchronization
import SystemCalls

/// A running program of ours.
struct ChildProcess: ~Copyable {
    /// Where its standard output goes.
    enum Output {
        case pipe
        /// A terminal of 100 columns and 30 rows.
        case terminal
        /// A pipe that is full already, as a pager or a held terminal leaves it.
        case held
        /// None: the shell's `>&-`.
        case closed
        /// A disk without room.
        case full
    }

    /// What was left when it ended.
    struct Ending: Equatable {
        /// The exit status; a signal that killed it is negative.
        var status: Int32
        var output: String
        var errors: String

        var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
    }

    /// Held by whoever starts a program: between two calls, what is open would be open in another's too.
    static let starting = Mutex(())
    private static let getTerminalNumber: UInt = 0x8004_5430
    private static let lockTerminal: UInt = 0x4004_5431

    private let identifier: pid_t
    private var outputEnd: Int32
    private let errorsEnd: Int32
    private var readAlready: [UInt8] = []
    private var errorsReadAlready: [UInt8] = []

    /// The `footfall` that was built beside these tests.
    static func pathOfFootfall() throws -> String {
        let tests = try FileSystem.absolutePath("/proc/self/exe")
        return (FileSystem.parent(of: tests) ?? ".") + "/footfall"
    }

    /// Runs the command to its end.
    static func footfall(
        _ words: [String],
        in folder: borrowing TemporaryFolder,
        environment: [String: String] = [:],
        input: String = "/dev/null",
        output: Output = .pipe
    ) throws -> Ending {
        let child = try ChildProcess(
            words,
            in: folder.path,
            environment: environment,
            input: input,
            output: output
        )
        return child.ending()
    }

    /// Starts the command.
    init(
        _ words: [String],
        in folder: String,
        environment: [String: String] = [:],
        input: String = "/dev/null",
        output: Output = .pipe
    ) throws {
        let program = try Self.pathOfFootfall()
        // One at a time: a child that starts between two calls of another would keep its pipes open.
        let started = try Self.starting.withLock { _ in
            try Self.start(
                program,
                words,
                in: folder,
                environment: environment,
                input: input,
                output: output
            )
        }
        self.init(started)
    }

    private init(_ started: (identifier: pid_t, output: Int32, errors: Int32)) {
        (identifier, outputEnd, errorsEnd) = started
    }

    private static func start(
        _ program: String,
        _ words: [String],
        in folder: String,
        environment: [String: String],
        input: String,
        output: Output
    ) throws -> (identifier: pid_t, output: Int32, errors: Int32) {
        let (reading, writing) = try output == .terminal ? makeTerminal() : makePipe()
        if output == .held { fill(writing) }
        let (errorsReading, errorsWriting) = try makePipe()
        defer {
            close(writing)
            close(errorsWriting)
        }

        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, writing, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, errorsWriting, 2)
        switch output {
        case .closed: unsafe posix_spawn_file_actions_addclose(&actions, 1)
        case .full: unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/full", O_WRONLY, 0)
        case .pipe, .terminal, .held: break
        }

        // Signals as a shell leaves them, whatever the test runner does with its own.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
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

        let variables = ["TERM": "xterm", "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin"]
            .merging(environment) { $1 }
        // `env` changes into the folder and becomes the command.
        let line = ["env", "-C", folder, program] + words
        var arguments = unsafe line.map { unsafe strdup($0) } + [nil]
        var entries = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for index in unsafe arguments.indices { unsafe free(arguments[index]) }
            for index in unsafe entries.indices { unsafe free(entries[index]) }
        }
        var started: pid_t = 0
        let problem = unsafe posix_spawn(
            &started,
            "/usr/bin/env",
            &actions,
            &attributes,
            &arguments,
            &entries
        )
        guard problem == 0 else {
            throw SystemError(call: "posix_spawn", path: program, errno: Errno(rawValue: problem))
        }
        return (started, reading, errorsReading)
    }

    /// Sends it a signal.
    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits until a line of its standard output holds `text`, and answers whether that came.
    mutating func waitForLine(containing text: String) -> Bool {
        Self.wait(for: text, at: outputEnd, &readAlready)
    }

    /// Waits until a line of its standard output has come that begins so; `nil` where it ends before that.
    mutating func line(beginning start: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let whole = readAlready.prefix((readAlready.lastIndex(of: 10) ?? -1) + 1)
            let lines = String(decoding: whole, as: UTF8.self).split(separator: "\n")
            if let line = lines.first(where: { $0.hasPrefix(start) }) { return String(line) }
            let count = unsafe read(outputEnd, &buffer, buffer.count)
            guard count > 0 else { return nil }
            readAlready += buffer[..<count]
        }
    }

    /// Waits until a line of its standard error holds `text`, and answers whether that came.
    mutating func waitForError(containing text: String) -> Bool {
        Self.wait(for: text, at: errorsEnd, &errorsReadAlready)
    }

    private static func wait(
        for text: String,
        at descriptor: Int32,
        _ bytes: inout [UInt8]
    ) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            if String(decoding: bytes, as: UTF8.self).contains(text) { return true }
            let count = unsafe read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return false }
            bytes += buffer[..<count]
        }
    }

    /// Waits until it has opened a file, and answers whether it did before it ended.
    func waitUntilOpen(_ path: String) -> Bool {
        let folder = "/proc/\(identifier)/fd"
        while let names = try? FileSystem.list(folder), !names.isEmpty {
            let isOpen = names.contains { name in
                (try? FileSystem.absolutePath("\(folder)/\(name)")) == path
            }
            if isOpen { return true }
            ChildProcess.waitForNextLook()
        }
        return false
    }

    /// Lets the program work until a test looks again at what it has written.
    static func waitForNextLook() { usleep(1000) }

    /// Whether it has ended; `ending` says how.
    var hasEnded: Bool {
        // Until somebody asks how it ended, it is still listed, but has no open files any more.
        let names = try? FileSystem.list("/proc/\(identifier)/fd")
        return names?.isEmpty ?? true
    }

    /// Stops reading its standard output, as `head` does when it has had enough.
    mutating func hangUpOutput() {
        close(outputEnd)
        outputEnd = -1
    }

    /// Waits for its end.
    consuming func ending() -> Ending {
        var output = readAlready
        if outputEnd >= 0 { Self.drain(outputEnd, into: &output) }
        var errors = errorsReadAlready
        Self.drain(errorsEnd, into: &errors)
        close(outputEnd)
        close(errorsEnd)
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return Ending(
            status: signal == 0 ? (status >> 8) & 0xFF : -signal,
            output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: errors, as: UTF8.self)
        )
    }

    private static func drain(_ descriptor: Int32, into bytes: inout [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            // A test beside this one may have sent the process a signal that is handled.
            if count < 0, errno == EINTR { continue }
            // A terminal whose other end is closed answers EIO.
            guard count > 0 else { return }
            bytes += buffer[..<count]
        }
    }

    private static func makePipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else {
            throw SystemError(call: "pipe", errno: Errno(rawValue: errno))
        }
        return (keepFromChildren(ends[0]), keepFromChildren(ends[1]))
    }

    /// Writes until a writer would have to wait.
    private static func fill(_ pipe: Int32) {
        let bytes = [UInt8](repeating: 0x20, count: 4096)
        let flags = fcntl(pipe, F_GETFL)
        _ = fcntl(pipe, F_SETFL, flags | O_NONBLOCK)
        while unsafe write(pipe, bytes, bytes.count) > 0 {}
        _ = fcntl(pipe, F_SETFL, flags)
    }

    private static func makeTerminal() throws -> (reading: Int32, writing: Int32) {
        let reading = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var number: Int32 = 0
        var locked: Int32 = 0
        guard reading >= 0, unsafe ioctl(reading, getTerminalNumber, &number) == 0,
            unsafe ioctl(reading, lockTerminal, &locked) == 0
        else { throw SystemError(call: "open", path: "/dev/ptmx", errno: Errno(rawValue: errno)) }
        let writing = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // Rows, columns, and two that nobody uses.
        var size: [UInt16] = [30, 100, 0, 0]
        _ = unsafe ioctl(writing, UInt(TIOCSWINSZ), &size)
        return (reading, writing)
    }

    private static func keepFromChildren(_ descriptor: Int32) -> Int32 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }
}
