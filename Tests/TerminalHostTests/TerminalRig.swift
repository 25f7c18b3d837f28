// A host on a real terminal. The test has the other end of the terminal pair, and types and reads as a user
// would.

import Patience
import ShownTerminal
import SystemCalls
import Testing

@testable import TerminalHost

@MainActor
final class TerminalRig {
    private var pair: TerminalPair?
    let run: SampleRun
    let host: TerminalHost
    let before: TerminalSettings
    private var ended: Task<TerminalHost.Outcome?, Never>?

    init(
        _ run: SampleRun,
        _ style: TerminalHost.Style,
        columns: Int = 80,
        rows: Int = 24,
        idleLimit: Duration? = nil,
        reads: Bool = true
    ) throws {
        self.run = run
        let pair = try TerminalPair(columns: columns, rows: rows)
        self.pair = pair
        before = try pair.own.settings()
        host = try TerminalHost(
            showing: run.controller,
            on: .device(pair.terminal.path),
            style: style,
            idleLimit: idleLimit,
            timekeeper: run.clock
        )
        if reads { try pair.begin() }
    }

    deinit { pair?.stop() }

    /// Closes the test's end of the terminal.
    func unplug() {
        pair?.stop()
        pair = nil
    }

    func begin() {
        ended = Task { try? await host.run() }
    }

    /// The text on the screen now.
    var screen: String { emulator.whole }
    var transcript: String { emulator.transcript }
    var emulator: Emulator {
        pair?.screen ?? Emulator(columns: 1, rows: 1)
    }
    var settings: TerminalSettings? { try? pair?.own.settings() }

    func type(_ text: String) throws { try type(bytes: Array(text.utf8)) }

    func type(bytes: [UInt8]) throws { try pair?.terminal.type(bytes) }

    func see(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await pair?.see("'\(words)'", sourceLocation) { $0.whole.contains(words) }
    }

    func see(
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: (Emulator) -> Bool
    ) async throws { try await pair?.see(what, sourceLocation, condition) }

    func read(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await pair?.see("'\(words)'", sourceLocation) { $0.transcript.contains(words) }
    }

    func reach(_ step: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await until("the step '\(step)'", sourceLocation: sourceLocation) {
            self.run.step == step
        }
    }

    func outcome() async -> TerminalHost.Outcome? { await ended?.value }
}
