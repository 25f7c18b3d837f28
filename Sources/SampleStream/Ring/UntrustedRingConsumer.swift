// The end of a ring whose other end is in a child process. The child may be in anybody's hands: whatever it
// says that it has pushed is checked against what this end knows by itself, and elements are copied before
// anybody looks at them.

package import SystemCalls

/// The end of a ring that elements of a child process come out of.
///
/// An element is read as the bits that are there, so that its type must have no bits that mean nothing:
/// integers and floating-point numbers only.
package struct UntrustedRingConsumer<Element: BitwiseCopyable & Sendable>: ~Copyable {
    /// The child says that it has pushed what it cannot have.
    package struct Corruption: Error, Sendable, Hashable {}

    private let memory: SharedRingMemory<Element>
    private let capacity: Int
    private var popped = 0

    /// The end of a ring in shared memory, as `SampleRing.producer` has it.
    package init(
        of type: Element.Type = Element.self,
        capacity: Int,
        in memory: SharedMemory,
        at offset: Int
    ) {
        self.memory = SharedRingMemory(capacity: capacity, in: memory, at: offset)
        self.capacity = capacity
    }

    /// Takes out as many elements as there are and fit, and answers how many.
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
