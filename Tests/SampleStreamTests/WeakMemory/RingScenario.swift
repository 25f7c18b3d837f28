// What the two threads do in each search of the ring: the fewest calls that still find the ring full
// and empty, and wrap around its end more than twice. (Four slots one by one wrap around once: twice
// would take longer than all other searches together.)

import Testing

/// A ring, and the calls at both of its ends.
struct RingScenario: CustomTestStringConvertible, Sendable {
    var name: String
    var capacity: Int
    var producer: [RingCall]
    var consumer: [RingCall]
    /// What must occur in at least one execution.
    var sightings: Set<RingSighting>
    /// The least number of executions that a complete search must find.
    var executions: Double

    var testDescription: String { name }

    /// Searches every execution; at the end of each, the consumer takes what is left.
    func explore(weakened: RingOrdering? = nil) -> Exploration<RingThread> {
        explorer(weakened: weakened).explore()
    }

    func explorer(weakened: RingOrdering? = nil) -> Explorer<RingThread> {
        Explorer(
            programs: [producer, consumer + [.join, .drain]].map {
                RingThread($0, capacity: capacity, weakened: weakened)
            },
            memory: ModelMemory(threads: 2, locations: 2, slots: capacity),
            threadNames: ["producer", "consumer"],
            locationNames: ["pushed", "popped"],
            judge: { programs in
                let (pushed, popped) = (programs[0].moved, programs[1].moved)
                return pushed == popped ? nil : "\(pushed) were pushed, but \(popped) came out"
            }
        )
    }
}

extension RingScenario {
    static let oneSlot = RingScenario(
        name: "one slot, one by one",
        capacity: 1,
        producer: many(5, .push),
        consumer: many(5, .pop),
        sightings: [.full, .empty, .twiceAround],
        executions: 70_000
    )

    static let twoSlots = RingScenario(
        name: "two slots, one by one",
        capacity: 2,
        producer: many(6, .push),
        consumer: many(6, .pop),
        sightings: [.full, .empty, .twiceAround],
        executions: 250_000_000
    )

    static let twoSlotsInBatches = RingScenario(
        name: "two slots, in batches of two",
        capacity: 2,
        producer: many(4, .pushBatch(2)),
        consumer: many(4, .popBatch(2)),
        sightings: [.full, .empty, .twiceAround],
        executions: 12_000
    )

    static let twoSlotsOverrun = RingScenario(
        name: "two slots, in batches that are larger than the ring",
        capacity: 2,
        producer: many(4, .pushBatch(3)),
        consumer: many(4, .popBatch(3)),
        sightings: [.full, .empty, .part, .twiceAround],
        executions: 15_000
    )

    static let twoSlotsMixed = RingScenario(
        name: "two slots, every kind of call",
        capacity: 2,
        producer: [.push, .pushBatch(2), .fill, .push, .pushBatch(2)],
        consumer: [.popBatch(2), .pop, .pop, .popBatch(2), .pop],
        sightings: [.full, .empty, .part, .split, .twiceAround],
        executions: 12_000_000
    )

    static let fourSlots = RingScenario(
        name: "four slots, one by one",
        capacity: 4,
        producer: many(7, .push),
        consumer: many(7, .pop),
        sightings: [.full, .empty],
        executions: 250e9
    )

    static let fourSlotsInBatches = RingScenario(
        name: "four slots, in batches of three",
        capacity: 4,
        producer: many(4, .pushBatch(3)),
        consumer: many(4, .popBatch(3)),
        sightings: [.full, .empty, .part, .split, .twiceAround],
        executions: 4_000_000
    )

    static let fourSlotsMixed = RingScenario(
        name: "four slots, every kind of call",
        capacity: 4,
        producer: [.pushBatch(3), .push, .fill, .pushBatch(3), .push],
        consumer: [.pop, .popBatch(4), .popBatch(2), .pop, .popBatch(3)],
        sightings: [.full, .empty, .part, .split, .twiceAround],
        executions: 190_000_000
    )

    static let all = [
        oneSlot, twoSlots, twoSlotsInBatches, twoSlotsOverrun, twoSlotsMixed, fourSlots,
        fourSlotsInBatches, fourSlotsMixed,
    ]

    private static func many(_ count: Int, _ call: RingCall) -> [RingCall] {
        Array(repeating: call, count: count)
    }
}
