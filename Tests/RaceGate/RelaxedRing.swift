// The ring with its one mistake: every ordering is relaxed, so that nothing says that a slot was
// written before it is read. It exists to be caught.

import Synchronization

/// A ring that publishes nothing.
@safe
final class RelaxedRing: @unchecked Sendable {
    // @unchecked, and wrongly so: that is the point.
    private let slots: UnsafeMutablePointer<Item>
    private let capacity: Int
    private let pushed = Atomic<Int>(0)
    private let popped = Atomic<Int>(0)

    init(capacity: Int) {
        self.capacity = capacity
        unsafe slots = .allocate(capacity: capacity)
        unsafe slots.initialize(repeating: Item(0), count: capacity)
    }

    deinit { unsafe slots.deallocate() }

    func push(_ item: Item) -> Bool {
        let count = pushed.load(ordering: .relaxed)
        guard count - popped.load(ordering: .relaxed) < capacity else { return false }
        unsafe slots[count & (capacity - 1)] = item
        pushed.store(count + 1, ordering: .relaxed)
        return true
    }

    func pop() -> Item? {
        let count = popped.load(ordering: .relaxed)
        guard pushed.load(ordering: .relaxed) > count else { return nil }
        let item = unsafe slots[count & (capacity - 1)]
        popped.store(count + 1, ordering: .relaxed)
        return item
    }
}
