// The memory that the two ends of a ring share: two counts that are never in the same cache line, and the slots. A
// ring's own memory is one allocation, written completely at creation, so that no page fault happens while samples
// flow. In memory that processes share, only the counts are written at creation.

public import Synchronization
package import SystemCalls

/// The memory of one ring, freed when both ends are gone.
@safe
@usableFromInline
package final class RingStorage<Element: BitwiseCopyable>: @unchecked Sendable {
    // @unchecked: the pointers never change, and what they point to is written by one end and read
    // by the other only across the acquire/release pairs of `SharedRingMemory`.

    /// Two cache lines, because processors fetch lines in pairs.
    private static var separation: Int { 128 }

    /// How many elements were ever pushed; only the producer writes it.
    @usableFromInline package let pushed: UnsafeMutablePointer<Atomic<Int>>
    /// How many elements were ever popped; only the consumer writes it.
    @usableFromInline package let popped: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline package let capacity: Int
    private let memory: UnsafeMutableRawPointer
    /// The owner of shared memory, kept alive for as long as the ring; `nil` if the ring owns its memory.
    private let owner: SharedMemory?

    /// A ring in memory of its own.
    convenience init(capacity: Int) {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: Self.bytes(capacity: capacity),
            alignment: Self.separation
        )
        unsafe self.init(capacity: capacity, in: memory, of: nil)
    }

    /// A ring inside memory that processes share.
    convenience init(capacity: Int, in shared: SharedMemory, at offset: Int) {
        precondition(offset % Self.separation == 0 && offset >= 0, "offset: whole pairs of lines")
        precondition(
            offset + Self.bytes(capacity: capacity) <= shared.count,
            "the ring does not fit"
        )
        unsafe self.init(capacity: capacity, in: shared.address + offset, of: shared)
    }

    /// How many bytes a ring takes.
    static func bytes(capacity: Int) -> Int {
        2 * separation + capacity * MemoryLayout<Element>.stride
    }

    private init(
        capacity: Int,
        in memory: UnsafeMutableRawPointer,
        of owner: SharedMemory?
    ) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0, "capacity: a power of two")
        self.capacity = capacity
        self.owner = owner
        unsafe self.memory = unsafe memory
        if owner == nil {
            let bytes = Self.bytes(capacity: capacity)
            _ = unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        }
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
        if owner == nil { unsafe memory.deallocate() }
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

    /// The ends of a new ring, each to be taken once.
    ///
    /// A module that imports this one for itself alone cannot take a `RingEnds` apart with the Swift 6.2 of Debian,
    /// whose compiler then fails.
    package static func handovers<Element: BitwiseCopyable & Sendable>(
        of type: Element.Type = Element.self,
        capacity: Int
    ) -> (producer: Handover<RingProducer<Element>>, consumer: Handover<RingConsumer<Element>>) {
        let ends = make(of: type, capacity: capacity)
        let consumer = Handover(ends.consumer)
        return (Handover(ends.producer), consumer)
    }

    /// The producing end for a child process.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - capacity: A power of two, the same on both sides.
    ///   - memory: The shared memory; the bytes of the ring must be zero.
    ///   - offset: Where the ring begins in the memory.
    /// - Returns: The producing end of an empty ring.
    package static func producer<Element: BitwiseCopyable & Sendable>(
        of type: Element.Type = Element.self,
        capacity: Int,
        in memory: SharedMemory,
        at offset: Int
    ) -> RingProducer<Element> {
        RingProducer(memory: SharedRingMemory(capacity: capacity, in: memory, at: offset))
    }

    /// How many bytes of shared memory a ring needs.
    package static func bytes<Element: BitwiseCopyable & Sendable>(
        of type: Element.Type,
        capacity: Int
    ) -> Int {
        RingStorage<Element>.bytes(capacity: capacity)
    }
}

/// Both ends of a ring, one for each of two threads.
@frozen
public struct RingEnds<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    public var producer: RingProducer<Element>
    public var consumer: RingConsumer<Element>

    init(producer: consuming RingProducer<Element>, consumer: consuming RingConsumer<Element>) {
        self.producer = producer
        self.consumer = consumer
    }
}
