// The end of the ring that a writer thread owns.

/// The consuming end of a ring: elements come out in the order in which they went in.
///
/// Every operation takes a bounded number of steps, whatever the other end does.
@safe
@frozen
public struct RingConsumer<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    // It can be moved to another thread but not copied, so only one thread has it.

    @usableFromInline let memory: SharedRingMemory<Element>
    @usableFromInline var steps: RingConsumerSteps

    init(memory: SharedRingMemory<Element>) {
        self.memory = memory
        steps = RingConsumerSteps(capacity: memory.storage.capacity)
    }

    /// The most elements that the ring can hold.
    @inlinable public var capacity: Int { steps.capacity }

    /// Takes out the oldest element; `nil` if the ring is empty.
    @inlinable
    public mutating func pop() -> Element? {
        steps.pop(from: memory)
    }

    /// Takes out as many elements as there are and fit; returns how many.
    @inlinable
    public mutating func pop(into elements: UnsafeMutableBufferPointer<Element>) -> Int {
        unsafe steps.pop(into: elements, from: memory)
    }
}
