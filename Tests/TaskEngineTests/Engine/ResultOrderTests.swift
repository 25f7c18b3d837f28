import Research
import ResearchUI
import Patience
import TaskEngine
import Testing

/// Random numbers that are the same for the same seed.
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    /// Mixes the bits of a counter.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

@Suite("The order of recorders' results")
@MainActor
struct ResultOrderTests {
    /// The orders in which three recorders can stop.
    static let permutations = [
        [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
    ]

    /// Runs a task whose recorders stop in a given order, with random pauses between them.
    private func run(
        _ actions: [ActionConfiguration],
        ending order: [Int],
        seed: Int
    ) async throws -> (result: [String], ends: [String]) {
        var random = SeededNumbers(state: UInt64(seed))
        let stage = Stage(
            Tasks.plain(["a", "b", "c"].map(Tasks.step) + [Tasks.completion("done")], actions)
        )
        stage.prepare = { $0.stopsByItself = false }
        let run = Task { await stage.run(with: AutomaticParticipant()) }
        let names = actions.map(\.identifier)
        // All stops are requested before the first recorder has stopped.
        try await until("all of them are told to stop") {
            names.allSatisfy { stage.actions[$0]?.isStopWaiting ?? false }
        }
        for index in order {
            for _ in 0..<Int.random(in: 0...7, using: &random) { await Task.yield() }
            stage.actions[names[index]]?.release()
            try await until("\(names[index]) has stopped") {
                stage.actions[names[index]]?.status == .finished
            }
        }
        _ = await run.value
        let ends = stage.log.lines.filter { $0.hasSuffix(" over") }.map { String($0.prefix(2)) }
        return (stage.engine.taskViewModel.taskResult.recorded, ends)
    }

    @Test("is the order of adding for recorders that stop together, in 1,000 runs")
    func sameMoment() async throws {
        let actions = ["m1", "m2", "m3"].map { ActionConfiguration($0) }
        for index in 0..<1000 {
            let order = Self.permutations[index % 6]
            let (result, ends) = try await run(actions, ending: order, seed: index)
            #expect(ends == order.map { "m\($0 + 1)" }, "seed \(index)")
            #expect(result == ["m1", "m2", "m3"], "seed \(index), \(order)")
        }
    }

    @Test("is the order of the stop requests for others, however they end")
    func oneAfterTheOther() async throws {
        let actions = [
            ActionConfiguration("m1"), ActionConfiguration("m2", stop: "b"),
            ActionConfiguration("m3", stop: "a"),
        ]
        for index in 0..<60 {
            let order = Self.permutations[index % 6]
            let (result, _) = try await run(actions, ending: order, seed: index)
            #expect(result == ["m3", "m2", "m1"], "seed \(index), \(order)")
        }
    }
}
