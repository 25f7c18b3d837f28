// The algorithm of the consumer's end: when it loads the producer's count, which slots it reads, and when it
// releases them. It is a plain value, separate from the memory, so that tests can run it on a model of a machine
// that reorders memory accesses.

/// The consumer's own counts, and its operations.
///
/// `Hashable`, so that the model recognises when two executions reach the same state.
@frozen
@usableFromInline
package struct RingConsumerSteps: Hashable, Sendable {
    @usableFromInline let mask: Int
    /// How many elements were popped.
    ///
    /// Only this end writes the shared count, so it never reads that count back.
    @usableFromInline var popped = 0
    /// The last known count of the producer; loaded again only when the ring looks empty.
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

    /// Loads the producer's count, and returns how many elements there are.
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
