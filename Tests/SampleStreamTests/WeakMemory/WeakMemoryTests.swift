// The ring between two threads of a machine that reorders as much as C11 lets it, an ARM board for
// one. Every execution is tried; on x86, where these tests mostly run, most could never be seen.
//
// This shows the ring's steps to be right with its four orderings, and wrong without any of them.
// That the memory of a real ring has those orderings is shown by `Scripts/race-gate`.

import Testing

@Suite("The ring on a machine that reorders")
struct WeakMemoryTests {
    @Test(
        "loses, repeats, swaps and races for nothing in any execution",
        arguments: RingScenario.all
    )
    func isSound(scenario: RingScenario) {
        let found = scenario.explore()
        if let counterexample = found.counterexample { Issue.record("\(counterexample)") }
        #expect(found.executions >= scenario.executions)
        #expect(found.sightings.isSuperset(of: scenario.sightings))
        #expect(found.staleLoads > 0)
        // From taking all that fits in and out, to the producer's having found it full early.
        #expect(found.endings.count > 3)
    }

    @Test(
        "is caught with any one ordering relaxed",
        arguments: RingOrdering.allCases,
        [RingScenario.oneSlot, .twoSlots, .twoSlotsInBatches, .twoSlotsMixed, .fourSlotsInBatches]
    )
    func needsEachOrdering(ordering: RingOrdering, scenario: RingScenario) throws {
        let found = scenario.explore(weakened: ordering)
        let counterexample = try #require(found.counterexample, "\(scenario.name) is clean")
        #expect(counterexample.fault.hasPrefix("a data race"))
    }

    @Test("is shown wrong by an execution that can be read")
    func explainsItself() {
        let found = RingScenario.oneSlot.explore(weakened: .consumerRelease)
        let execution = """
            1. producer writes 0 to slot 0
            2. producer stores pushed, releasing: 1
            3. consumer loads pushed, acquiring: 1
            4. consumer reads slot 0: 0
            5. consumer stores popped, relaxed: 1
            6. producer loads popped, acquiring: 1
            7. producer writes 1 to slot 0
            → a data race with the read of the consumer
            """
        #expect(found.counterexample?.description == execution)
    }

    @Test("is searched as well when states are merged as when each execution is tried by itself")
    func mergesRightly() {
        var scenario = RingScenario.oneSlot
        scenario.producer.removeLast(2)
        scenario.consumer.removeLast(2)
        var explorer = scenario.explorer()
        let merged = explorer.explore()
        explorer.mergesStates = false
        let each = explorer.explore()
        #expect(merged.executions == each.executions)
        #expect(merged.endings == each.endings)
        #expect(merged.states < each.states)
    }
}
