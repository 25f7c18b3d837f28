// Runs the ring's own steps over the memory of the model. The memory of a real ring, `SharedRingMemory`,
// has the same orderings; the thread sanitizer shows that (`Scripts/race-gate`).

import SampleStream

/// One of the four orderings that the ring needs.
enum RingOrdering: CaseIterable {
    case producerLook, producerPublish, consumerLook, consumerRelease
}

/// The memory of a ring whose elements are numbers, during one call.
struct ModelRingMemory: RingMemory {
    static let pushed = 0
    static let popped = 1

    let call: CallMemory
    /// The ordering that is relaxed, if any.
    let weakened: RingOrdering?

    private func ordering(_ name: RingOrdering) -> ModelOrdering {
        name == weakened ? .relaxed : .synchronizing
    }

    func loadPushed() -> Int {
        call.perform(.load(location: Self.pushed, ordering(.consumerLook)))
    }

    func storePushed(_ count: Int) {
        call.perform(.store(location: Self.pushed, value: count, ordering(.producerPublish)))
    }

    func loadPopped() -> Int {
        call.perform(.load(location: Self.popped, ordering(.producerLook)))
    }

    func storePopped(_ count: Int) {
        call.perform(.store(location: Self.popped, value: count, ordering(.consumerRelease)))
    }

    func write(_ element: Int, slot: Int) { call.perform(.write(slot: slot, value: element)) }

    func read(slot: Int) -> Int { call.perform(.read(slot: slot)) }

    func write(_ elements: UnsafePointer<Int>, count: Int, slot: Int) {
        for index in 0..<count { unsafe write(elements[index], slot: slot + index) }
    }

    func read(into elements: UnsafeMutablePointer<Int>, count: Int, slot: Int) {
        for index in 0..<count { unsafe elements[index] = read(slot: slot + index) }
    }
}
