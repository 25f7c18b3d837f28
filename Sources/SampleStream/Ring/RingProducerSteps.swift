// What the producer's end of a ring does, step by step: when it looks at the other end, which slots
// it writes, and when it says so. It is a plain value, apart from the memory, so that the tests can
// run it on a model of a machine that reorders.

/// The producer's own counts, and the steps that it takes with them.
///
/// `Hashable`, so that the model knows when two executions have come to the same point.
@frozen
@usableFromInline
package struct RingProducerSteps: Hashable, Sendable {
    @usableFromInline let mask: Int
    /// How many elements were pushed: only this end writes the shared count, so it need never be
    /// read back.
    @usableFromInline var pushed = 0
    /// What was last seen of the other end: read anew only when the ring looks full.
    @usableFromInline var seenPopped = 0

    package init(capacity: Int) {
        mask = capacity - 1
    }

    @inlinable package var capacity: Int { mask &+ 1 }

    @inlinable
    package mutating func push<Memory: RingMemory>(
        _ element: Memory.Element,
        to memory: Memory
    ) -> Bool {
        if pushed &- seenPopped > mask, look(at: memory) > mask { return false }
        memory.write(element, slot: pushed & mask)
        publish(pushed &+ 1, to: memory)
        memory.prefetch(slot: (pushed &+ Self.lead) & mask)
        return true
    }

    @inlinable
    package mutating func push<Memory: RingMemory>(
        contentsOf elements: UnsafeBufferPointer<Memory.Element>,
        to memory: Memory
    ) -> Int {
        let wanted = elements.count
        if capacity &- (pushed &- seenPopped) < wanted { _ = look(at: memory) }
        let count = min(wanted, capacity &- (pushed &- seenPopped))
        guard count > 0, let source = elements.baseAddress else { return 0 }
        let start = pushed & mask
        let first = min(count, capacity &- start)
        unsafe memory.write(source, count: first, slot: start)
        if first < count {
            unsafe memory.write(source + first, count: count &- first, slot: 0)
        }
        publish(pushed &+ count, to: memory)
        return count
    }

    @inlinable
    package mutating func room<Memory: RingMemory>(in memory: Memory) -> Int {
        capacity &- look(at: memory)
    }

    /// Looks at the other end, and answers how full the ring is.
    @inlinable
    mutating func look<Memory: RingMemory>(at memory: Memory) -> Int {
        seenPopped = memory.loadPopped()
        return pushed &- seenPopped
    }

    @inlinable
    mutating func publish<Memory: RingMemory>(_ count: Int, to memory: Memory) {
        pushed = count
        memory.storePushed(count)
    }

    /// How many slots ahead of the next one a slot is prefetched: about what it takes to fetch it.
    @inlinable static var lead: Int { 16 }
}
