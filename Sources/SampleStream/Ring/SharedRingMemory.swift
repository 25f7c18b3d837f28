// The memory of a real ring. All four memory orderings of the ring are here. `race-gate` replaces each of them in
// turn by a relaxed one, and the thread sanitizer must report it.

public import Synchronization
public import SystemCalls

/// The memory of a ring that two threads use.
@safe
@frozen
@usableFromInline
package struct SharedRingMemory<Element: BitwiseCopyable & Sendable>: RingMemory, Sendable {
    @usableFromInline package let storage: RingStorage<Element>
    /// The storage's slots, copied here to save one indirection.
    @usableFromInline nonisolated(unsafe) let slots: UnsafeMutablePointer<Element>

    package init(capacity: Int) {
        storage = RingStorage(capacity: capacity)
        unsafe slots = storage.slots
    }

    init(capacity: Int, in memory: SharedMemory, at offset: Int) {
        storage = RingStorage(capacity: capacity, in: memory, at: offset)
        unsafe slots = storage.slots
    }

    @inlinable
    package func loadPushed() -> Int {
        // Acquires `storePushed(_:)`: a slot is read only after it was written.
        unsafe storage.pushed.pointee.load(ordering: .acquiring)
    }

    @inlinable
    package func storePushed(_ count: Int) {
        // Releases the written slots to `loadPushed()`.
        unsafe storage.pushed.pointee.store(count, ordering: .releasing)
    }

    @inlinable
    package func loadPopped() -> Int {
        // Acquires `storePopped(_:)`: a slot is written again only after it was read.
        unsafe storage.popped.pointee.load(ordering: .acquiring)
    }

    @inlinable
    package func storePopped(_ count: Int) {
        // Releases the slots that were read to `loadPopped()`.
        unsafe storage.popped.pointee.store(count, ordering: .releasing)
    }

    @inlinable
    package func write(_ element: Element, slot: Int) {
        unsafe slots[slot] = element
    }

    @inlinable
    package func read(slot: Int) -> Element {
        unsafe slots[slot]
    }

    @inlinable
    package func write(_ elements: UnsafePointer<Element>, count: Int, slot: Int) {
        unsafe (slots + slot).update(from: elements, count: count)
    }

    @inlinable
    package func read(into elements: UnsafeMutablePointer<Element>, count: Int, slot: Int) {
        unsafe elements.update(from: slots + slot, count: count)
    }

    @inlinable
    package func prefetch(slot: Int) {
        unsafe CacheLine.askToWrite(slots + slot)
    }
}
