// The end of the ring that a writer thread owns.

public import Synchronization

/// The end of a ring that elements come out of, in the order in which they went in.
///
/// Every operation ends after a fixed number of steps, whatever the other end does.
@safe
@frozen
public struct RingConsumer<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    // @unchecked: it can be moved to another thread, and cannot be copied, so one thread has it.

    @usableFromInline let storage: RingStorage<Element>
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let mask: Int
    /// Own index: only this end writes the shared one, so it need never be read back.
    @usableFromInline var popped = 0
    /// What was last seen of the other end: read anew only when the ring looks empty.
    @usableFromInline var seenPushed = 0

    init(storage: RingStorage<Element>) {
        self.storage = storage
        unsafe slots = storage.slots
        mask = storage.capacity - 1
    }

    /// How many elements the ring holds at most.
    @inlinable public var capacity: Int { mask &+ 1 }

    /// Takes the oldest element out; `nil` when there is none.
    @inlinable
    public mutating func pop() -> Element? {
        if popped == seenPushed, look() == 0 { return nil }
        let element = unsafe slots[popped & mask]
        release(popped &+ 1)
        return element
    }

    /// Takes out as many elements as there are and fit, and answers how many.
    @inlinable
    public mutating func pop(into elements: UnsafeMutableBufferPointer<Element>) -> Int {
        let wanted = elements.count
        if seenPushed &- popped < wanted { _ = look() }
        let count = min(wanted, seenPushed &- popped)
        guard count > 0, let target = elements.baseAddress else { return 0 }
        let start = popped & mask
        let first = min(count, capacity &- start)
        unsafe target.update(from: slots + start, count: first)
        if first < count {
            unsafe (target + first).update(from: slots, count: count &- first)
        }
        release(popped &+ count)
        return count
    }

    /// Looks at the other end, and answers how many elements there are.
    @inlinable
    mutating func look() -> Int {
        // Acquires the producer's `publish(_:)`: a slot is read only after it was written.
        seenPushed = unsafe storage.pushed.pointee.load(ordering: .acquiring)
        return seenPushed &- popped
    }

    @inlinable
    mutating func release(_ count: Int) {
        popped = count
        // Releases the slots, read, to the producer's `look()`.
        unsafe storage.popped.pointee.store(count, ordering: .releasing)
    }
}
