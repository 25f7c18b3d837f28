// The end of a ring whose other end is in a child process. An attacker may control that child, so this end checks
// the pushed count against its own count, and copies elements before anything reads them.

package import SystemCalls

/// The consuming end of a ring that a child process fills.
///
/// Elements are copied bit by bit and not checked, so every bit pattern of their type must be valid: use only
/// integers and floating-point numbers.
package struct UntrustedRingConsumer<Element: BitwiseCopyable & Sendable>: ~Copyable {
    /// The child has written a pushed count that is impossible.
    package struct Corruption: Error, Sendable, Hashable {}

    private let memory: SharedRingMemory<Element>
    private let capacity: Int
    private var popped = 0

    /// The end of a ring in shared memory that `SampleRing.producer` fills.
    package init(
        of type: Element.Type = Element.self,
        capacity: Int,
        in memory: SharedMemory,
        at offset: Int
    ) {
        self.memory = SharedRingMemory(capacity: capacity, in: memory, at: offset)
        self.capacity = capacity
    }

    /// Takes out as many elements as there are and fit; returns how many.
    package mutating func pop(
        into elements: UnsafeMutableBufferPointer<Element>
    ) throws(Corruption) -> Int {
        let waiting = memory.loadPushed() &- popped
        guard (0...capacity).contains(waiting) else { throw Corruption() }
        let count = min(waiting, elements.count)
        guard count > 0, let target = elements.baseAddress else { return 0 }
        let start = popped & (capacity - 1)
        let first = min(count, capacity - start)
        unsafe memory.read(into: target, count: first, slot: start)
        if first < count { unsafe memory.read(into: target + first, count: count - first, slot: 0) }
        popped &+= count
        memory.storePopped(popped)
        return count
    }
}
