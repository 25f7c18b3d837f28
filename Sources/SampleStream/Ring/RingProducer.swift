// The end of the ring that a capture thread owns. It never waits and never locks: a full ring
// refuses, and whoever pushes says so in the stream.

/// The end of a ring that elements go into.
///
/// Every operation ends after a fixed number of steps, whatever the other end does.
@safe
@frozen
public struct RingProducer<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    // It can be moved to another thread, and cannot be copied, so one thread has it.

    @usableFromInline let memory: SharedRingMemory<Element>
    @usableFromInline var steps: RingProducerSteps

    init(memory: SharedRingMemory<Element>) {
        self.memory = memory
        steps = RingProducerSteps(capacity: memory.storage.capacity)
    }

    /// How many elements the ring holds at most.
    @inlinable public var capacity: Int { steps.capacity }

    /// Puts an element in; `false`, and nothing happens, when the ring is full.
    @inlinable
    public mutating func push(_ element: Element) -> Bool {
        steps.push(element, to: memory)
    }

    /// Puts in as many elements from the front as there is room for, and answers how many.
    @inlinable
    public mutating func push(contentsOf elements: UnsafeBufferPointer<Element>) -> Int {
        unsafe steps.push(contentsOf: elements, to: memory)
    }

    /// How many elements can be pushed now at least.
    @inlinable
    public mutating func room() -> Int {
        steps.room(in: memory)
    }
}
