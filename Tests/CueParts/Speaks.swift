// A program has few connections to speech servers, and all tests are one program: where one test takes all of
// them, a voice of another has none. So the suites that speak take turns.

internal import Synchronization
package import Testing

/// Has a suite run while no other one speaks.
///
/// Tests of one suite run beside each other as ever: where they might have more than eight voices between them,
/// the suite is `.serialized`, too.
package struct Speaks: SuiteTrait, TestScoping {
    private static let turns = Turns()

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Self.turns.take()
        defer { Self.turns.pass() }
        try await function()
    }
}

extension Trait where Self == Speaks {
    /// The suite speaks, by whatever server or program.
    package static var speaks: Self { Self() }
}

/// Lets one in at a time, in the order in which they came.
private final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    func pass() {
        let next = state.withLock { state in
            state.isTaken = !state.waiting.isEmpty
            return state.isTaken ? state.waiting.removeFirst() : nil
        }
        next?.resume()
    }
}
