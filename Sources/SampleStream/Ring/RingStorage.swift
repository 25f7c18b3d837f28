// The memory that the two ends of a ring share: two indices that never touch the same cache line,
// and the slots. It is one allocation, touched whole at creation, so that nothing is paged in while
// samples run.

public import Synchronization
package import SystemCalls

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
    /// Where the memory is somebody else's, who keeps it for as long as the ring is used.
    private let owner: SharedMemory?

    /// A ring in memory of its own.
    convenience init(capacity: Int) {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: Self.bytes(capacity: capacity),
            alignment: Self.separation
        )
        unsafe self.init(capacity: capacity, in: memory, of: nil)
    }

    /// A ring at a place in memory that processes share.
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

    /// The end that a child process pushes into.
    ///
    /// - Parameters:
    ///   - type: What goes into it.
    ///   - capacity: A power of two, the same on both sides.
    ///   - memory: What both processes share; where the ring is, it holds zeroes.
    ///   - offset: Where in it the ring is.
    /// - Returns: The end, of a ring that is empty.
    package static func producer<Element: BitwiseCopyable & Sendable>(
        of type: Element.Type = Element.self,
        capacity: Int,
        in memory: SharedMemory,
        at offset: Int
    ) -> RingProducer<Element> {
        RingProducer(memory: SharedRingMemory(capacity: capacity, in: memory, at: offset))
    }

    /// How many bytes of shared memory a ring takes.
    package static func bytes<Element: BitwiseCopyable & Sendable>(
        of type: Element.Type,
        capacity: Int
    ) -> Int {
        RingStorage<Element>.bytes(capacity: capacity)
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
