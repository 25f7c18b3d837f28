// The algorithm of the producer's end: when it loads the consumer's count, which slots it writes, and when it
// publishes them. It is a plain value, separate from the memory, so that tests can run it on a model of a machine
// that reorders memory accesses.

/// The producer's own counts, and its operations.
///
/// `Hashable`, so that the model recognises when two executions reach the same state.
@frozen
@usableFromInline
package struct RingProducerSteps: Hashable, Sendable {
    @usableFromInline let mask: Int
    /// How many elements were pushed.
    ///
    /// Only this end writes the shared count, so it never reads that count back.
    @usableFromInline var pushed = 0
    /// The last known count of the consumer; loaded again only when the ring looks full.
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

    /// Loads the consumer's count, and returns how full the ring is.
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

    /// How many slots ahead a slot is prefetched: about the time that a fetch takes.
    @inlinable static var lead: Int { 16 }
}
