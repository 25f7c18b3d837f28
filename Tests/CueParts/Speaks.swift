// A program has few connections to speech servers, and all tests are one program: if one test uses all of them,
// the voice of another test has none. So the suites that speak take turns.

internal import Synchronization
package import Testing

/// Runs a suite while no other suite speaks.
///
/// Tests of one suite still run in parallel: if they might have more than eight voices together, the suite is
/// `.serialized`, too.
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
    /// The suite speaks, through any server or program.
    package static var speaks: Self { Self() }
}

/// Admits one caller at a time, in the order of arrival.
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
