// What the steps of a ring ask of memory. The steps are written once, over this protocol, so that
// the tests can run those very steps on a model of a machine that reorders, where every order that
// the machine may choose is tried. An x86 machine would not show a missing ordering.

/// The memory that the two ends of a ring share: two counts, and the slots.
///
/// A count is written by one end and read by the other. Whoever loads a count sees everything that
/// its writer did before it stored that count: the load acquires what the store releases.
@usableFromInline
package protocol RingMemory {
    associatedtype Element: BitwiseCopyable

    /// How many elements the producer says it pushed; for the consumer, acquiring.
    func loadPushed() -> Int
    /// Says how many elements were pushed; for the producer, releasing.
    func storePushed(_ count: Int)
    /// How many elements the consumer says it popped; for the producer, acquiring.
    func loadPopped() -> Int
    /// Says how many elements were popped; for the consumer, releasing.
    func storePopped(_ count: Int)

    /// Writes one slot, which nobody else may touch meanwhile.
    func write(_ element: Element, slot: Int)
    /// Reads one slot, which nobody may write meanwhile.
    func read(slot: Int) -> Element
    /// Writes `count` slots that follow each other.
    func write(_ elements: UnsafePointer<Element>, count: Int, slot: Int)
    /// Reads `count` slots that follow each other.
    func read(into elements: UnsafeMutablePointer<Element>, count: Int, slot: Int)

    /// Prefetches the first cache line of a slot for writing.
    func prefetch(slot: Int)
}

/// A prefetch is a hint: a memory may ignore it.
extension RingMemory {
    @inlinable
    package func prefetch(slot: Int) {}
}
