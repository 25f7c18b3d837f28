// The end of the ring that a writer thread owns.

/// The end of a ring that elements come out of, in the order in which they went in.
///
/// Every operation ends after a fixed number of steps, whatever the other end does.
@safe
@frozen
public struct RingConsumer<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    // It can be moved to another thread, and cannot be copied, so one thread has it.

    @usableFromInline let memory: SharedRingMemory<Element>
    @usableFromInline var steps: RingConsumerSteps

    init(memory: SharedRingMemory<Element>) {
        self.memory = memory
        steps = RingConsumerSteps(capacity: memory.storage.capacity)
    }

    /// How many elements the ring holds at most.
    @inlinable public var capacity: Int { steps.capacity }

    /// Takes the oldest element out; `nil` when there is none.
    @inlinable
    public mutating func pop() -> Element? {
        steps.pop(from: memory)
    }

    /// Takes out as many elements as there are and fit, and answers how many.
    @inlinable
    public mutating func pop(into elements: UnsafeMutableBufferPointer<Element>) -> Int {
        unsafe steps.pop(into: elements, from: memory)
    }
}
