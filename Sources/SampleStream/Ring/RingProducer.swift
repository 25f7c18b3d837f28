// The end of the ring that a capture thread owns. It never waits and never locks. A full ring refuses the element,
// and the caller reports the loss in the stream.

/// The producing end of a ring.
///
/// Every operation takes a bounded number of steps, whatever the other end does.
@safe
@frozen
public struct RingProducer<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    // It can be moved to another thread but not copied, so only one thread has it.

    @usableFromInline let memory: SharedRingMemory<Element>
    @usableFromInline var steps: RingProducerSteps

    init(memory: SharedRingMemory<Element>) {
        self.memory = memory
        steps = RingProducerSteps(capacity: memory.storage.capacity)
    }

    /// The most elements that the ring can hold.
    @inlinable public var capacity: Int { steps.capacity }

    /// Adds an element; returns `false` and changes nothing if the ring is full.
    @inlinable
    public mutating func push(_ element: Element) -> Bool {
        steps.push(element, to: memory)
    }

    /// Adds as many of the first elements as there is room for; returns how many.
    @inlinable
    public mutating func push(contentsOf elements: UnsafeBufferPointer<Element>) -> Int {
        unsafe steps.push(contentsOf: elements, to: memory)
    }

    /// How many elements can be pushed now, at least.
    @inlinable
    public mutating func room() -> Int {
        steps.room(in: memory)
    }
}
