// Runs one of our programs from a shell, on a terminal of its own. A test types and reads as a person would, and checks
// what the shell finds afterwards.

internal import Foundation
internal import Glibc
internal import Patience
package import Scratch
internal import SystemCalls
package import Testing

/// A program on a terminal.
@MainActor
package final class ProgramOnTerminal {
    /// The folder in which it was started; the shell stores its files for `text` there, too.
    package let scratch: Scratch
    package var folder: String { scratch.path }
    private var pair: TerminalPair?
    private var shell: pid_t = 0

    /// What the shell prints when the program has ended.
    private static let ended = "(the program has ended)"

    /// The path of a program that was built beside the tests.
    package static func built(_ name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: name).path
    }

    /// Starts a program in a folder of its own, with these files in it.
    package init(
        _ command: [String],
        environment: [String: String] = [:],
        files: [String: String] = [:],
        columns: Int = 80,
        rows: Int = 24
    ) throws {
        let pair = try TerminalPair(columns: columns, rows: rows)
        self.pair = pair
        scratch = try Scratch()
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(filePath: "\(scratch.path)/\(name)"))
        }
        let variables = [
            "TERM": "xterm", "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin",
            "SWIFT_BACKTRACE": "enable=no",
        ].merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        let words = (["env", "-i"] + variables + command).map(Self.quoted)
            .joined(separator: " ")
        // `exec` replaces the inner shell, whose process number the program keeps. The outer shell does nothing on
        // Ctrl-C, which is for the program only.
        let script = """
            cd \(Self.quoted(scratch.path))
            trap : INT
            stty -g > before
            sh -c 'echo $$ > pid.new && mv pid.new pid && exec "$@"' sh \(words) 2> errors
            echo $? > status
            stty -g > after
            echo '\(Self.ended)'
            read line
            """
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, pair.terminal.path, O_RDWR, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID, which Swift does not import.
        unsafe posix_spawnattr_setflags(&attributes, 0x80)
        var line: [UnsafeMutablePointer<CChar>?] = unsafe ["sh", "-c", script].map {
            (word: String) in
            unsafe strdup(word)
        }
        unsafe line.append(nil)
        defer { unsafe line.forEach { unsafe free($0) } }
        let problem = unsafe posix_spawn(&shell, "/bin/sh", &actions, &attributes, line, environ)
        try #require(problem == 0)
        try pair.begin()
    }

    private static func quoted(_ word: String) -> String {
        "'" + word.replacing("'", with: "'\\''") + "'"
    }

    package var screen: Emulator { pair?.screen ?? Emulator(columns: 1, rows: 1) }

    package func see(
        _ words: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await see("'\(words)'", sourceLocation: sourceLocation) { $0.whole.contains(words) }
    }

    package func see(
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: (Emulator) -> Bool
    ) async throws { try await pair?.see(what, sourceLocation, condition) }

    package func type(_ text: String) throws { try pair?.terminal.type(Array(text.utf8)) }

    package func resize(columns: Int, rows: Int) throws {
        try pair?.resize(columns: columns, rows: rows)
    }

    /// The text of a file in its folder: `before` and `after` contain the terminal's settings, `status` and `errors`
    /// what the program left.
    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(scratch.path)/\(name)", encoding: .utf8)
    }

    private var program: pid_t? {
        (try? text("pid")).flatMap { pid_t($0.dropLast()) }
    }

    package func signal(_ number: Int32) async throws {
        try await until("its number") { self.program != nil }
        if let program { #expect(kill(program, number) == 0) }
    }

    /// Whether the kernel says that it is stopped.
    package var isStopped: Bool {
        guard let program,
            let status = try? String(contentsOfFile: "/proc/\(program)/stat", encoding: .utf8)
        else { return false }
        return status.contains(") T ")
    }

    /// Closes the terminal.
    package func close() {
        pair?.stop()
        pair = nil
    }

    /// Waits for the program's end, and ends the shell.
    package func end(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await see("its end", sourceLocation: sourceLocation) {
            $0.transcript.contains(Self.ended)
        }
        try type("\n")
        var status: Int32 = 0
        try await until("the shell's end") {
            unsafe waitpid(self.shell, &status, WNOHANG) != 0
        }
        // Another process may have its number now.
        shell = 0
    }

    isolated deinit {
        // Without this wait, the code that waits for the processes of exit tests would find this one again and again,
        // instead of its own. The kill makes the shell end at once.
        guard shell > 0 else { return }
        kill(shell, SIGKILL)
        var status: Int32 = 0
        _ = unsafe waitpid(shell, &status, 0)
    }
}
