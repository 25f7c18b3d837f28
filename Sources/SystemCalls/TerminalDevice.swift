// A terminal, or a pair of pipes in its place, as a value that closes its descriptors. No call waits longer than its
// limit: a terminal may be stopped, or gone.

internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// The settings of a terminal: how it treats input and output.
public struct TerminalSettings: Sendable, Hashable {
    fileprivate var raw: termios

    /// The same settings for key-by-key input: each key comes at once, nothing is echoed, and no key raises a signal.
    public var forEachKey: TerminalSettings {
        var settings = self
        unsafe cfmakeraw(&settings.raw)
        // `cfmakeraw` also stops the processing of output: a line feed no longer returns to the first column. Input is
        // UTF-8.
        settings.raw.c_iflag |= tcflag_t(IUTF8)
        return settings
    }

    private var fields: [UInt32] {
        var raw = raw
        let signs = unsafe withUnsafeBytes(of: &raw.c_cc) { unsafe $0.map { UInt32($0) } }
        return [raw.c_iflag, raw.c_oflag, raw.c_cflag, raw.c_lflag] + signs
    }

    public static func == (left: TerminalSettings, right: TerminalSettings) -> Bool {
        left.fields == right.fields
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

/// A terminal to read from and draw on.
public struct TerminalDevice: ~Copyable, Sendable {
    /// The size in columns and rows.
    public struct Size: Sendable, Hashable {
        public var columns: Int
        public var rows: Int

        public init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    private let input: Descriptor
    private let output: Descriptor

    private init(input: consuming Descriptor, output: consuming Descriptor) {
        self.input = input
        self.output = output
    }

    /// Opens a terminal by its path, without making it this process's controlling terminal.
    public static func open(_ path: String) throws(SystemError) -> TerminalDevice {
        let number = try retrying("open", path) {
            unsafe footfall_open(path, O_RDWR | O_NOCTTY | O_NONBLOCK, 0)
        }
        let input = Descriptor(number: number)
        let output = try Descriptor(duplicating: input.number)
        return TerminalDevice(input: input, output: output)
    }

    /// Opens the terminal that this process was started on, or else its standard input and output.
    ///
    /// Opens a terminal again if possible, so that other programs that share the descriptor do not find its flags
    /// changed.
    public static func ofThisProcess() throws(SystemError) -> TerminalDevice {
        if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
            var name = [CChar](repeating: 0, count: 256)
            if unsafe ttyname_r(STDIN_FILENO, &name, name.count) == 0 {
                let bytes = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
                for path in [String(decoding: bytes, as: UTF8.self), "/dev/tty"] {
                    if let device = try? open(path) { return device }
                }
            }
        }
        let input = try Descriptor(duplicating: STDIN_FILENO)
        let output = try Descriptor(duplicating: STDOUT_FILENO)
        return TerminalDevice(input: input, output: output)
    }

    /// Whether both its input and its output are a terminal.
    public var isTerminal: Bool { isatty(input.number) == 1 && isatty(output.number) == 1 }

    /// Its size; `nil` if it is not a terminal, or the size is unknown.
    public var size: Size? {
        let columns = Int(footfall_terminal_columns(output.number))
        let rows = Int(footfall_terminal_rows(output.number))
        return columns > 0 && rows > 0 ? Size(columns: columns, rows: rows) : nil
    }

    /// Reads its settings.
    public func settings() throws(SystemError) -> TerminalSettings {
        var raw = termios()
        try retrying("tcgetattr") { unsafe tcgetattr(input.number, &raw) }
        return TerminalSettings(raw: raw)
    }

    /// Changes its settings at once.
    ///
    /// If this program runs in the background, the kernel stops it until it is in the foreground.
    public func set(_ settings: TerminalSettings) throws(SystemError) {
        var raw = settings.raw
        try retrying("tcsetattr") { unsafe tcsetattr(input.number, TCSANOW, &raw) }
    }

    /// Restores its settings, even if this program runs in the background.
    public func restore(_ settings: TerminalSettings) throws(SystemError) {
        var raw = settings.raw
        try retrying("tcsetattr") { unsafe footfall_restore_terminal(input.number, &raw) }
    }

    /// A sleep that ends when there is something to read.
    public func sleep(wokenBy waking: WakingDescriptor, beside guarding: TerminalGuard?)
        -> DescriptorSleep
    {
        DescriptorSleep(
            beside: [input.number] + [guarding?.descriptor].compactMap(\.self),
            wokenBy: waking
        )
    }

    /// Reads what has arrived, without waiting; an empty array if there is nothing, `nil` at the end.
    public func read(upTo count: Int = 4096) throws(SystemError) -> [UInt8]? {
        var ready = pollfd(fd: input.number, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&ready, 1, 0) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        do throws(SystemError) {
            let taken = try retrying("read") {
                unsafe Glibc.read(input.number, &bytes, count)
            }
            return taken > 0 ? Array(bytes[..<taken]) : nil
        } catch {
            if error.errno == .again { return [] }
            throw error
        }
    }

    /// Writes all of a text; gives up if the terminal accepts nothing for the time of `limit`.
    public func write(_ text: String, upTo limit: Duration) throws(SystemError) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            var ready = pollfd(fd: output.number, events: Int16(POLLOUT), revents: 0)
            let milliseconds = Int32(clamping: limit.wholeNanoseconds / 1_000_000)
            guard try retrying("poll", nil, { unsafe poll(&ready, 1, milliseconds) }) > 0 else {
                throw SystemError(call: "write", errno: .timedOut)
            }
            // 512 bytes fit whenever poll(2) reports room. So the descriptor, which other programs may share, need not
            // be made non-blocking.
            let part = min(512, bytes.count - written)
            do throws(SystemError) {
                written += try retrying("write") {
                    unsafe bytes.withUnsafeBytes { raw in
                        unsafe Glibc.write(
                            output.number,
                            raw.baseAddress?.advanced(by: written),
                            part
                        )
                    }
                }
            } catch {
                if error.errno != .again { throw error }
            }
        }
    }
}

extension TerminalDevice {
    /// Guards the terminal (see `TerminalGuard`): when this program ends, writes `words` and restores `settings`.
    public func guarded(
        restoring settings: TerminalSettings?,
        saying words: String
    ) throws(SystemError) -> TerminalGuard {
        try TerminalGuard(output: settings == nil ? -1 : output.number, settings?.raw, words)
    }
}

/// Restores a terminal when the program ends or crashes, and reports signals meanwhile; there is one guard at a time.
public final class TerminalGuard: Sendable {
    /// A received signal.
    public enum Signal: Sendable, Hashable {
        /// The terminal was resized.
        case resized
        /// The program was stopped and continues.
        case wentOn
        /// The program is asked to pause, as by Ctrl-Z.
        case stop
        /// The program is asked to end.
        case end(StopSignalKind)
    }

    /// The descriptor from which signals are read.
    fileprivate let descriptor: Int32

    fileprivate init(
        output: Int32,
        _ settings: termios?,
        _ words: String
    ) throws(SystemError) {
        var raw = settings ?? termios()
        let text = Array(words.utf8CString)
        descriptor = try retrying("sigaction") {
            unsafe footfall_guard_terminal(output, &raw, text, Int32(text.count - 1))
        }
    }

    private let isOver = Atomic<Bool>(false)

    deinit { end() }

    /// Ends the guard: signals have their earlier effect again.
    public func end() {
        if !isOver.exchange(true, ordering: .relaxed) { footfall_unguard_terminal() }
    }

    /// Sets whether the terminal needs restoring from now on.
    public func arm(_ isArmed: Bool) { footfall_arm_terminal_guard(isArmed ? 1 : 0) }

    /// The signals since the last call.
    public func signals() -> [Signal] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).compactMap { number in
            switch Int32(number) {
            case SIGWINCH: .resized
            case SIGCONT: .wentOn
            case SIGTSTP: .stop
            case SIGTERM, SIGQUIT: .end(.terminate)
            case SIGHUP: .end(.hangUp)
            case SIGINT: .end(.interrupt)
            default: nil
            }
        }
    }

    /// Stops this program until it is continued from outside.
    public func stopProgram() { _ = raise(SIGSTOP) }
}
