// Runs a program until it ends: passes on its output as it arrives, and can stop it. The kernel kills the program if
// this process ends first; otherwise this program, once restarted, would start a second one to do the same work.

internal import CSystemCalls
internal import Glibc

extension ChildProgram {
    /// The result of a followed program.
    public struct Followed: Sendable {
        /// How it ended.
        public var ending: Ending
        /// What it wrote to its standard output; empty if that was too much.
        public var output: [UInt8]
        /// Why the follower killed it, or did not take its output, if so.
        public var cut: Cut?

        /// Why a program was killed before its end, or its output was not taken.
        public enum Cut: Sendable, Hashable {
            /// The caller stopped it.
            case stopped
            /// It wrote more to its standard output than allowed.
            case tooMuchOutput
        }
    }

    /// Runs a program and follows it to its end on the calling thread; do not call it on the main thread.
    ///
    /// The kernel kills it when this process, or the calling thread, ends. Ctrl-C at a terminal does not reach it.
    /// Programs that it has started are not waited for, even if they keep its standard error open.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - environment: Its environment; that of this process if not given.
    ///   - limit: How many bytes it may write to its standard output.
    ///   - goesOn: Called about ten times a second; `false` kills the program at once.
    ///   - onLine: Called with each line of its standard error, without the line end, as it comes; a line of more than
    ///     64 KiB comes in pieces.
    /// - Returns: How it ended, and what it wrote.
    /// - Throws: If there is no such program, or it cannot be run.
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
        var ending: Ending?
        // How much may still be read once the program has ended.
        var rest = mostInPipe
        while rest > 0 {
            if ending == nil {
                cut = reasonToCut(output, limit, goesOn)
                // Stops reading: the program's own children may keep its standard error open after the program is
                // killed.
                if cut != nil { break }
                // Checked before the read: the last words of an ended program are in the pipe already.
                ending = try endingIfOver(process)
            }
            let taken = take(from: reading.number, within: ending == nil ? 100 : 0) { bytes in
                for line in lines.add(bytes) { onLine(line) }
            }
            guard let count = taken else { break }
            if ending != nil { rest = count > 0 ? rest - count : 0 }
        }
        for line in lines.finish() { onLine(line) }
        let found: Ending
        if let ending { found = ending } else { found = try end(of: process, goesOn, &cut) }
        var bytes: [UInt8] = []
        do throws(SystemError) {
            if cut != .tooMuchOutput { bytes = try output.readAll(limit: limit) }
        } catch {
            // The program has written the rest since its output was last measured.
            guard error.errno == .fileTooLarge else { throw error }
            if cut == nil { cut = .tooMuchOutput }
        }
        return Followed(ending: found, output: bytes, cut: cut)
    }

    /// The most bytes that a pipe holds, with the largest pages that Linux has.
    ///
    /// After a program's end, no more than these are read: its own children may write to the pipe without end.
    private static let mostInPipe = 1 << 20

    private static func reasonToCut(
        _ output: borrowing OpenFile,
        _ limit: Int64,
        _ goesOn: () -> Bool
    ) -> Followed.Cut? {
        if !goesOn() { return .stopped }
        return ((try? output.size()) ?? 0) > limit ? .tooMuchOutput : nil
    }

    /// Waits for the end of a program that has closed its standard error, and so is about to end; kills it on a cut.
    private static func end(
        of process: pid_t,
        _ goesOn: () -> Bool,
        _ cut: inout Followed.Cut?
    ) throws(SystemError) -> Ending {
        let pause = WakeEvent()
        while true {
            if let ending = try endingIfOver(process) { return ending }
            if cut == nil, !goesOn() { cut = .stopped }
            if cut != nil { return try endKilling(process) ?? .killed(SIGKILL) }
            pause.wait(since: 0, upTo: .milliseconds(5))
        }
    }

    /// Passes on what arrives within a time; returns how many bytes that were, or `nil` once the stream has ended.
    private static func take(
        from descriptor: Int32,
        within milliseconds: Int32,
        _ body: ([UInt8]) -> Void
    ) -> Int? {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&watched, 1, milliseconds) > 0 else { return 0 }
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            return count < 0 && (errno == EINTR || errno == EAGAIN) ? 0 : nil
        }
        body(Array(buffer[..<count]))
        return count
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

/// Splits bytes that arrive in pieces into lines.
struct LineCutter {
    private static let longest = 1 << 16
    private var rest: [UInt8] = []

    /// Adds bytes; returns the lines that are complete.
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

    /// Returns the incomplete last line, if there is one.
    mutating func finish() -> [String] {
        defer { rest.removeAll(keepingCapacity: true) }
        return rest.isEmpty ? [] : [String(decoding: rest, as: UTF8.self)]
    }
}
