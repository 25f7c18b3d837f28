// The memory operations that the ring's algorithm uses. The algorithm is written once, over this protocol. Tests
// run the same code on a model of a machine that reorders memory accesses, and try every order that such a machine
// may choose. A real x86 machine would not reveal a missing ordering.

/// The memory that the two ends of a ring share: two counts and the slots.
///
/// One end writes a count and the other reads it. A thread that loads a count sees everything that its writer did
/// before storing it: the load acquires what the store releases.
@usableFromInline
package protocol RingMemory {
    associatedtype Element: BitwiseCopyable

    /// How many elements the producer has pushed; the consumer calls it; acquiring.
    func loadPushed() -> Int
    /// Publishes how many elements were pushed; the producer calls it; releasing.
    func storePushed(_ count: Int)
    /// How many elements the consumer has popped; the producer calls it; acquiring.
    func loadPopped() -> Int
    /// Publishes how many elements were popped; the consumer calls it; releasing.
    func storePopped(_ count: Int)

    /// Writes one slot, which no other thread may access meanwhile.
    func write(_ element: Element, slot: Int)
    /// Reads one slot, which no thread may write meanwhile.
    func read(slot: Int) -> Element
    /// Writes `count` consecutive slots.
    func write(_ elements: UnsafePointer<Element>, count: Int, slot: Int)
    /// Reads `count` consecutive slots.
    func read(into elements: UnsafeMutablePointer<Element>, count: Int, slot: Int)

    /// Prefetches the first cache line of a slot for writing.
    func prefetch(slot: Int)
}

/// A prefetch is a hint: a memory may ignore it.
extension RingMemory {
    @inlinable
    package func prefetch(slot: Int) {}
}
