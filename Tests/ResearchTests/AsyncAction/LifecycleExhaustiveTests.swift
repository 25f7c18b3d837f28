// Every reachable state with every event: this also finds races in combinations that nobody
// thought of.

import Research
import Testing

@Suite("The lifecycle of an async action, in every reachable state")
struct LifecycleExhaustiveTests {
    /// A state, and one way to reach it.
    struct Visit {
        var witness: LifecycleWitness
        var way: [String]
    }

    /// All reachable states, in the order in which they are found.
    static let visits: [Visit] = {
        let start = Visit(witness: LifecycleWitness(), way: [])
        var seen: Set<LifecycleWitness.Position> = [start.witness.position]
        var visits = [start]
        var next = 0
        while next < visits.count, visits.count < 100_000 {
            let visit = visits[next]
            next += 1
            for event in AsyncActionLifecycle.Event.allNames {
                var witness = visit.witness
                witness.receive(event)
                if seen.insert(witness.position).inserted {
                    visits.append(Visit(witness: witness, way: visit.way + [event]))
                }
            }
        }
        return visits
    }()

    @Test("keeps every guarantee at every event")
    func keepsPromises() {
        let shortest = Self.visits.lazy.flatMap { visit in
            AsyncActionLifecycle.Event.allNames.lazy.compactMap { event -> String? in
                var witness = visit.witness
                witness.receive(event)
                guard !witness.broken.isEmpty else { return nil }
                return "\((visit.way + [event]).joined(separator: " ")): \(witness.broken)"
            }
        }.first
        #expect(shortest == nil)
    }

    @Test("has as many states as were thought through")
    func countsStates() {
        let pairs = Set(Self.visits.map(\.witness.lifecycle).map { "\($0.phase) \($0.status)" })
        let expected: Set = [
            "none idle", "none requestingPermission", "none permissionGranted",
            "opening starting", "opening waitingToStop", "opening cancelled", "opening failed",
            "capturing running",
            "draining waitingToStop", "draining cancelled", "draining failed",
            "closing processingResults", "closing cancelled", "closing failed",
            "releasing stopping", "releasing cancelled", "releasing failed",
            "done finished", "done cancelled", "done failed",
        ]
        #expect(pairs == expected)
    }

    @Test(
        "comes to its end from every state, once nobody wants it any more",
        arguments: ["stop", "cancel", "fail"],
        [true, false]
    )
    func comesToItsEnd(by last: String, well: Bool) {
        let shortest = Self.visits.first { visit in
            var witness = visit.witness
            witness.receive(last)
            witness.performToTheEnd(well: well)
            return !witness.lifecycle.isOver || !witness.broken.isEmpty
        }
        #expect(shortest?.way == nil)
    }

    @Test("keeps every guarantee in 100,000 random runs")
    func survivesRandomRuns() {
        var random = SplitMix(state: 20_261_121)
        for _ in 0..<100_000 {
            var witness = LifecycleWitness()
            var way: [String] = []
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let event = witness.randomEvent(using: &random)
                way.append(event)
                witness.receive(event)
            }
            witness.receive("stop")
            witness.performToTheEnd(well: Bool.random(using: &random))
            guard witness.lifecycle.isOver, witness.broken.isEmpty else {
                Issue.record("\(way.joined(separator: " ")): \(witness.broken)")
                return
            }
        }
    }
}

extension LifecycleWitness {
    /// Answers each effect that is under way, as an executor does, until nothing is.
    fileprivate mutating func performToTheEnd(well: Bool) {
        for _ in AsyncActionLifecycle.Phase.allCases {
            switch lifecycle.phase {
            case .none, .capturing, .done: return
            case .opening: receive(well ? "opened" : "openFailed")
            case .draining: receive("drained")
            case .closing: receive(well ? "filesClosed" : "closeFailed")
            case .releasing: receive("released")
            }
        }
    }

    /// Half of the time anything at all, else what would come next: so that runs get far.
    fileprivate func randomEvent(using random: inout SplitMix) -> String {
        let names = AsyncActionLifecycle.Event.allNames
        let any = names[Int.random(in: names.indices, using: &random)]
        guard Bool.random(using: &random) else { return any }
        switch lifecycle.phase {
        case .none: return "start"
        case .opening: return "opened"
        case .draining: return "drained"
        case .closing: return "filesClosed"
        case .releasing: return "released"
        case .capturing, .done: return any
        }
    }
}

/// A small generator that gives the same numbers from the same seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
