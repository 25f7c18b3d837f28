// The standard output and standard error, the terminal behind them, and the environment.

internal import CSystemCalls
internal import Glibc

/// One of the two streams that a program writes text to.
public enum TextStream: Sendable {
    case standardOutput, standardError

    private var descriptor: Int32 {
        switch self {
        case .standardOutput: STDOUT_FILENO
        case .standardError: STDERR_FILENO
        }
    }

    /// Whether the standard input is a terminal, so that a user can be asked.
    public static var asksAPerson: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether a terminal is at the other end.
    public var isTerminal: Bool { isatty(descriptor) == 1 }

    /// How many columns the terminal has, if it is one.
    public var columns: Int? {
        let columns = footfall_terminal_columns(descriptor)
        return columns > 0 ? Int(columns) : nil
    }

    /// How many rows the terminal has, if it is one.
    public var rows: Int? {
        let rows = footfall_terminal_rows(descriptor)
        return rows > 0 ? Int(rows) : nil
    }

    /// Writes the whole text.
    public func write(_ text: String) throws(SystemError) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            written += try retrying("write") {
                unsafe bytes.withUnsafeBytes { raw in
                    unsafe Glibc.write(
                        descriptor,
                        raw.baseAddress?.advanced(by: written),
                        raw.count - written
                    )
                }
            }
        }
    }
}

/// The environment of this program.
public enum Environment {
    /// The value of an environment variable.
    public static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Kernel release and machine type, as `uname` has them.
    public static var kernel: (release: String, machine: String) {
        var names = utsname()
        guard unsafe uname(&names) == 0 else { return ("unknown", "unknown") }
        return (text(of: names.release), text(of: names.machine))
    }

    /// Opens the null device for each standard stream that is closed.
    ///
    /// Otherwise the next opened file would get that number, and the program's messages would be written into a
    /// participant's data. Call it first of all.
    public static func fillStandardStreams() {
        while true {
            let descriptor = unsafe footfall_open("/dev/null", O_RDWR, 0)
            guard descriptor >= 0, descriptor <= STDERR_FILENO else {
                if descriptor >= 0 { close(descriptor) }
                return
            }
        }
    }

    /// Ends this process; the kernel closes what it holds open.
    public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

    private static func text<Tuple>(of tuple: Tuple) -> String {
        unsafe withUnsafeBytes(of: tuple) { raw in
            unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
