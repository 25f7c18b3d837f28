// What the consumer's end of a ring does, step by step: when it looks at the other end, which slots
// it reads, and when it gives them back. It is a plain value, apart from the memory, so that the
// tests can run it on a model of a machine that reorders.

/// The consumer's own counts, and the steps that it takes with them.
///
/// `Hashable`, so that the model knows when two executions have come to the same point.
@frozen
@usableFromInline
package struct RingConsumerSteps: Hashable, Sendable {
    @usableFromInline let mask: Int
    /// How many elements were popped: only this end writes the shared count, so it need never be
    /// read back.
    @usableFromInline var popped = 0
    /// What was last seen of the other end: read anew only when the ring looks empty.
    @usableFromInline var seenPushed = 0

    package init(capacity: Int) {
        mask = capacity - 1
    }

    @inlinable package var capacity: Int { mask &+ 1 }

    @inlinable
    package mutating func pop<Memory: RingMemory>(from memory: Memory) -> Memory.Element? {
        if popped == seenPushed, look(at: memory) == 0 { return nil }
        let element = memory.read(slot: popped & mask)
        release(popped &+ 1, to: memory)
        return element
    }

    @inlinable
    package mutating func pop<Memory: RingMemory>(
        into elements: UnsafeMutableBufferPointer<Memory.Element>,
        from memory: Memory
    ) -> Int {
        let wanted = elements.count
        if seenPushed &- popped < wanted { _ = look(at: memory) }
        let count = min(wanted, seenPushed &- popped)
        guard count > 0, let target = elements.baseAddress else { return 0 }
        let start = popped & mask
        let first = min(count, capacity &- start)
        unsafe memory.read(into: target, count: first, slot: start)
        if first < count {
            unsafe memory.read(into: target + first, count: count &- first, slot: 0)
        }
        release(popped &+ count, to: memory)
        return count
    }

    /// Looks at the other end, and answers how many elements there are.
    @inlinable
    mutating func look<Memory: RingMemory>(at memory: Memory) -> Int {
        seenPushed = memory.loadPushed()
        return seenPushed &- popped
    }

    @inlinable
    mutating func release<Memory: RingMemory>(_ count: Int, to memory: Memory) {
        popped = count
        memory.storePopped(count)
    }
}
