// The ring's steps between two threads, on a memory that may be weakened. A thread that has to wait yields: if it spun,
// the sanitizer could forget the other access of a race, and would not report the race.

import Glibc
import SampleStream
import SystemCalls

struct WeakenedRing {
    let relaxed: RingOrdering?
    let rounds: Int

    func single() throws {
        let memory = WeakenedMemory(capacity: 64, relaxed: relaxed)
        let rounds = rounds
        let thread = try SystemThread.spawn(name: "single") {
            var producer = RingProducerSteps(capacity: 64)
            var next = 0
            while next < rounds {
                if producer.push(Item(next), to: memory) { next += 1 } else { sched_yield() }
            }
        }
        var consumer = RingConsumerSteps(capacity: 64)
        var (taken, torn) = (0, 0)
        while taken < rounds {
            // The item is used, or the compiler would not read the slot at all.
            guard let item = consumer.pop(from: memory) else {
                sched_yield()
                continue
            }
            if item.number != taken || !item.isWhole { torn += 1 }
            taken += 1
        }
        thread.join()
        conclude(torn)
    }

    func batched() throws {
        let memory = WeakenedMemory(capacity: 64, relaxed: relaxed)
        let rounds = rounds
        let thread = try SystemThread.spawn(name: "batched") {
            var producer = RingProducerSteps(capacity: 64)
            // All items are made in advance, so that the ring is often full and the producer has to look.
            let items = (0..<rounds).map { Item($0) }
            unsafe items.withUnsafeBufferPointer { items in
                var next = 0
                while next < rounds {
                    let batch = unsafe items[next..<min(next + 24, rounds)]
                    let pushed = unsafe producer.push(
                        contentsOf: UnsafeBufferPointer(rebasing: batch),
                        to: memory
                    )
                    if pushed == 0 { sched_yield() }
                    next += pushed
                }
            }
        }
        var consumer = RingConsumerSteps(capacity: 64)
        let items = UnsafeMutableBufferPointer<Item>.allocate(capacity: 17)
        defer { unsafe items.deallocate() }
        var (taken, torn) = (0, 0)
        while taken < rounds {
            let popped = unsafe consumer.pop(into: items, from: memory)
            if popped == 0 { sched_yield() }
            for index in 0..<popped {
                let item = unsafe items[index]
                if item.number != taken || !item.isWhole { torn += 1 }
                taken += 1
            }
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
