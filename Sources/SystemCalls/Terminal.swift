// What a program needs to know of the terminal it may be drawing on, and its two streams of text.

internal import CSystemCalls
internal import Glibc

/// One of the two streams a program writes text to.
public enum TextStream: Sendable {
    case standardOutput, standardError

    private var descriptor: Int32 {
        switch self {
        case .standardOutput: STDOUT_FILENO
        case .standardError: STDERR_FILENO
        }
    }

    /// Whether a person's terminal is the standard input: somebody can be asked.
    public static var asksAPerson: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether a person's terminal is at the other end.
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

    /// Writes text, whole.
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

/// What the surroundings say to a program.
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

    /// Puts the null device where this program was started without a standard stream.
    ///
    /// Otherwise the next file that is opened would get its number, and a participant's data would
    /// have the program's words in it. Call it first of all.
    public static func fillStandardStreams() {
        while true {
            let descriptor = unsafe footfall_open("/dev/null", O_RDWR, 0)
            guard descriptor >= 0, descriptor <= STDERR_FILENO else {
                if descriptor >= 0 { close(descriptor) }
                return
            }
        }
    }

    /// Ends this process at once; what it holds open is closed by the kernel.
    public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

    private static func text<Tuple>(of tuple: Tuple) -> String {
        unsafe withUnsafeBytes(of: tuple) { raw in
            unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
