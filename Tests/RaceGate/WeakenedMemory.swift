// The memory of a real ring with one mistake: one of the four orderings is relaxed. The steps are the ring's own. The
// gate must report it, whichever of the four it is.

import SampleStream
import Synchronization

/// One of the four orderings that the ring needs.
enum RingOrdering: String, CaseIterable {
    case producerLook = "producer-look"
    case producerPublish = "producer-publish"
    case consumerLook = "consumer-look"
    case consumerRelease = "consumer-release"
}

/// The memory of a ring with one ordering relaxed; with `nil` it is like the ring's own.
struct WeakenedMemory: RingMemory {
    let shared: SharedRingMemory<Item>
    let relaxed: RingOrdering?

    init(capacity: Int, relaxed: RingOrdering?) {
        shared = SharedRingMemory(capacity: capacity)
        self.relaxed = relaxed
    }

    func loadPushed() -> Int {
        guard relaxed == .consumerLook else { return shared.loadPushed() }
        return unsafe shared.storage.pushed.pointee.load(ordering: .relaxed)
    }

    func storePushed(_ count: Int) {
        guard relaxed == .producerPublish else { return shared.storePushed(count) }
        unsafe shared.storage.pushed.pointee.store(count, ordering: .relaxed)
    }

    func loadPopped() -> Int {
        guard relaxed == .producerLook else { return shared.loadPopped() }
        return unsafe shared.storage.popped.pointee.load(ordering: .relaxed)
    }

    func storePopped(_ count: Int) {
        guard relaxed == .consumerRelease else { return shared.storePopped(count) }
        unsafe shared.storage.popped.pointee.store(count, ordering: .relaxed)
    }

    func write(_ element: Item, slot: Int) { shared.write(element, slot: slot) }

    func read(slot: Int) -> Item { shared.read(slot: slot) }

    func write(_ elements: UnsafePointer<Item>, count: Int, slot: Int) {
        unsafe shared.write(elements, count: count, slot: slot)
    }

    func read(into elements: UnsafeMutablePointer<Item>, count: Int, slot: Int) {
        unsafe shared.read(into: elements, count: count, slot: slot)
    }
}
