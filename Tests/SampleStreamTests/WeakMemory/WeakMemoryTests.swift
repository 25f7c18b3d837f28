// The ring between two threads of a machine that reorders as much as C11 allows, such as an ARM board.
// The search tries every execution; on x86, where these tests mostly run, most of them cannot occur.
//
// This shows that the ring's steps are right with its four orderings, and wrong if one is missing.
// `Scripts/race-gate` shows that the memory of a real ring has those orderings.

import Testing

@Suite("The ring on a machine that reorders")
struct WeakMemoryTests {
    @Test(
        "loses, repeats and swaps no element, and has no data race, in any execution",
        arguments: RingScenario.all
    )
    func isSound(scenario: RingScenario) {
        let found = scenario.explore()
        if let counterexample = found.counterexample { Issue.record("\(counterexample)") }
        #expect(found.executions >= scenario.executions)
        #expect(found.sightings.isSuperset(of: scenario.sightings))
        #expect(found.staleLoads > 0)
        // The endings range from all elements passing through to a producer that found the ring full early.
        #expect(found.endings.count > 3)
    }

    @Test(
        "has a data race that the search finds if any one ordering is relaxed",
        arguments: RingOrdering.allCases,
        [RingScenario.oneSlot, .twoSlots, .twoSlotsInBatches, .twoSlotsMixed, .fourSlotsInBatches]
    )
    func needsEachOrdering(ordering: RingOrdering, scenario: RingScenario) throws {
        let found = scenario.explore(weakened: ordering)
        let counterexample = try #require(found.counterexample, "\(scenario.name): no fault found")
        #expect(counterexample.fault.hasPrefix("a data race"))
    }

    @Test("is shown to be wrong by a readable execution if an ordering is relaxed")
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

    @Test("is searched with the same result whether or not equal states are merged")
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
