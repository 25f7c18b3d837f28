// The memory that the two ends of a ring share: two indices that never touch the same cache line,
// and the slots. It is one allocation, touched whole at creation, so that nothing is paged in while
// samples run.

public import Synchronization

/// The memory of one ring, freed when both ends are gone.
@safe
@usableFromInline
package final class RingStorage<Element: BitwiseCopyable>: @unchecked Sendable {
    // @unchecked: the pointers never change, and what they point to is written by one end and read
    // by the other only across the acquire/release pairs of `SharedRingMemory`.

    /// Two cache lines: processors fetch lines in pairs.
    private static var separation: Int { 128 }

    /// How many elements were ever pushed; written by the producer alone.
    @usableFromInline package let pushed: UnsafeMutablePointer<Atomic<Int>>
    /// How many elements were ever popped; written by the consumer alone.
    @usableFromInline package let popped: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline package let capacity: Int
    private let memory: UnsafeMutableRawPointer

    init(capacity: Int) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0, "capacity: a power of two")
        self.capacity = capacity
        let bytes = 2 * Self.separation + capacity * MemoryLayout<Element>.stride
        unsafe memory = .allocate(byteCount: bytes, alignment: Self.separation)
        _ = unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        unsafe pushed = memory.bindMemory(to: Atomic<Int>.self, capacity: 1)
        unsafe popped = (memory + Self.separation).bindMemory(to: Atomic<Int>.self, capacity: 1)
        unsafe pushed.initialize(to: Atomic(0))
        unsafe popped.initialize(to: Atomic(0))
        unsafe slots = (memory + 2 * Self.separation)
            .bindMemory(to: Element.self, capacity: capacity)
    }

    deinit {
        unsafe pushed.deinitialize(count: 1)
        unsafe popped.deinitialize(count: 1)
        unsafe memory.deallocate()
    }
}

/// Makes the two ends of a ring.
public enum SampleRing {
    /// The ends of a new ring that holds `capacity` elements, a power of two.
    public static func make<Element: BitwiseCopyable & Sendable>(
        of type: Element.Type = Element.self,
        capacity: Int
    ) -> RingEnds<Element> {
        let memory = SharedRingMemory<Element>(capacity: capacity)
        return RingEnds(
            producer: RingProducer(memory: memory),
            consumer: RingConsumer(memory: memory)
        )
    }
}

/// Both ends of a ring, to be given to two threads.
@frozen
public struct RingEnds<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    public var producer: RingProducer<Element>
    public var consumer: RingConsumer<Element>

    init(producer: consuming RingProducer<Element>, consumer: consuming RingConsumer<Element>) {
        self.producer = producer
        self.consumer = consumer
    }
}
