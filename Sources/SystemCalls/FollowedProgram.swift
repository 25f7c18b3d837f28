// A program that is followed to its end: what it writes is taken as it comes, it can be stopped, and it never outlives
// whoever has started it, since a second one would then do the same work beside it.

internal import CSystemCalls
internal import Glibc

extension ChildProgram {
    /// What became of a program that was followed.
    public struct Followed: Sendable {
        /// How it ended.
        public var ending: Ending
        /// What it wrote to its standard output.
        public var output: [UInt8]
        /// Why it was killed, where the follower had that done.
        public var cut: Cut?

        /// Why a program was killed before its end.
        public enum Cut: Sendable, Hashable {
            /// It was not wanted any more.
            case stopped
            /// It wrote more to its standard output than it may.
            case tooMuchOutput
        }
    }

    /// Runs a program, and follows it to its end on the calling thread; never the main one.
    ///
    /// The kernel kills it when this process, or the calling thread, ends. Ctrl-C at a terminal does not reach it.
    ///
    /// - Parameters:
    ///   - words: The program, and its arguments.
    ///   - environment: What it is told of its surroundings, this process's own if not given.
    ///   - limit: How many bytes it may write to its standard output.
    ///   - goesOn: Is asked about ten times a second; the program is killed at once where it says no.
    ///   - onLine: Is given each line of its standard error, without its end, as it comes; a line of more than 64 KiB in
    ///     pieces.
    /// - Returns: How it ended, and what it wrote.
    /// - Throws: When there is no such program, or it cannot be run.
    public static func follow(
        _ words: [String],
        environment: [String: String]? = nil,
        outputLimit limit: Int64 = 64 << 20,
        whileTrue goesOn: () -> Bool,
        onLine: (String) -> Void
    ) throws(SystemError) -> Followed {
        let output = try OpenFile.createInMemory("output")
        var ends: [Int32] = [-1, -1]
        try retrying("pipe") { unsafe footfall_pipe(&ends) }
        let reading = Descriptor(number: ends[0])
        let process: pid_t
        do {
            let writing = Descriptor(number: ends[1])
            process = try startBound(words, environment, output.descriptor, writing.number)
        }
        var lines = LineCutter()
        var cut: Followed.Cut?
        var isOpen = true
        while isOpen {
            if cut == nil { cut = reasonToCut(output, limit, goesOn) }
            // What it has started may hold its standard error for longer.
            if cut != nil { break }
            isOpen = take(from: reading.number) { bytes in
                for line in lines.add(bytes) { onLine(line) }
            }
        }
        for line in lines.finish() { onLine(line) }
        let ending = try end(of: process, goesOn, &cut)
        let bytes = cut == .tooMuchOutput ? [] : try output.readAll(limit: limit)
        return Followed(ending: ending, output: bytes, cut: cut)
    }

    private static func reasonToCut(
        _ output: borrowing OpenFile,
        _ limit: Int64,
        _ goesOn: () -> Bool
    ) -> Followed.Cut? {
        if !goesOn() { return .stopped }
        return ((try? output.size()) ?? 0) > limit ? .tooMuchOutput : nil
    }

    /// Waits for a program that has closed its standard error, which is most often its end.
    private static func end(
        of process: pid_t,
        _ goesOn: () -> Bool,
        _ cut: inout Followed.Cut?
    ) throws(SystemError) -> Ending {
        let pause = Doorbell()
        while true {
            if let ending = try endingIfOver(process) { return ending }
            if cut == nil, !goesOn() { cut = .stopped }
            if cut != nil { return try endKilling(process) ?? .killed(SIGKILL) }
            pause.wait(since: 0, upTo: .milliseconds(5))
        }
    }

    /// Takes what has come within a tenth of a second; `false` behind the end.
    private static func take(from descriptor: Int32, _ body: ([UInt8]) -> Void) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&watched, 1, 100) > 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        if count > 0 { body(Array(buffer[..<count])) }
        return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
    }

    private static func startBound(
        _ words: [String],
        _ environment: [String: String]?,
        _ output: Int32,
        _ errors: Int32
    ) throws(SystemError) -> pid_t {
        guard let program = words.first else {
            throw SystemError(call: "run", errno: .invalid)
        }
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        let told = (environment ?? [:]).map { "\($0.key)=\($0.value)" }
        var variables = unsafe told.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe variables.indices { unsafe free(variables[index]) } }
        let child =
            environment == nil
            ? unsafe footfall_start_bound(&arguments, environ, output, errors)
            : unsafe footfall_start_bound(&arguments, &variables, output, errors)
        guard child > 0 else { throw SystemError(call: "run", path: program, errno: .current) }
        return child
    }
}

/// Cuts bytes that come in pieces into lines.
struct LineCutter {
    private static let longest = 1 << 16
    private var rest: [UInt8] = []

    /// The lines that have come to their end.
    mutating func add(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || rest.count == Self.longest {
                lines += finish()
                if byte == UInt8(ascii: "\n") { continue }
            }
            rest.append(byte)
        }
        return lines
    }

    /// What has no end, if anything.
    mutating func finish() -> [String] {
        defer { rest.removeAll(keepingCapacity: true) }
        return rest.isEmpty ? [] : [String(decoding: rest, as: UTF8.self)]
    }
}
