// The ring's steps between two threads, over a memory that may be weakened. One by one only: the sanitizer
// does not see into the copying of a batch, and a batch has the same four orderings.

import SampleStream
import SystemCalls

struct WeakenedRing {
    let relaxed: RingOrdering?
    let rounds: Int

    func run() throws {
        let memory = WeakenedMemory(capacity: 64, relaxed: relaxed)
        let rounds = rounds
        let thread = try SystemThread.spawn(name: "weakened") {
            var producer = RingProducerSteps(capacity: 64)
            var next = 0
            while next < rounds { if producer.push(Item(next), to: memory) { next += 1 } }
        }
        var consumer = RingConsumerSteps(capacity: 64)
        var (taken, torn) = (0, 0)
        while taken < rounds {
            // The item is used, or the compiler would not read the slot at all.
            guard let item = consumer.pop(from: memory) else { continue }
            if item.number != taken || !item.isWhole { torn += 1 }
            taken += 1
        }
        thread.join()
        conclude(torn)
    }

    private func conclude(_ torn: Int) {
        precondition(relaxed != nil || torn == 0, "the ring lost or tore an item")
        let name = relaxed?.rawValue ?? "nothing"
        print("race gate: ring with \(name) relaxed ran \(rounds) rounds, and tore \(torn)")
    }
}
