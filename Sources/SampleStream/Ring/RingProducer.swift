// The end of the ring that a capture thread owns. It never waits and never locks: a full ring
// refuses, and whoever pushes says so in the stream.

public import Synchronization
public import SystemCalls

/// The end of a ring that elements go into.
///
/// Every operation ends after a fixed number of steps, whatever the other end does.
@safe
@frozen
public struct RingProducer<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    // @unchecked: it can be moved to another thread, and cannot be copied, so one thread has it.

    @usableFromInline let storage: RingStorage<Element>
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let mask: Int
    /// Own index: only this end writes the shared one, so it need never be read back.
    @usableFromInline var pushed = 0
    /// What was last seen of the other end: read anew only when the ring looks full.
    @usableFromInline var seenPopped = 0

    init(storage: RingStorage<Element>) {
        self.storage = storage
        unsafe slots = storage.slots
        mask = storage.capacity - 1
    }

    /// How many elements the ring holds at most.
    @inlinable public var capacity: Int { mask &+ 1 }

    /// Puts an element in; `false`, and nothing happens, when the ring is full.
    @inlinable
    public mutating func push(_ element: Element) -> Bool {
        if pushed &- seenPopped > mask, look() > mask { return false }
        unsafe slots[pushed & mask] = element
        publish(pushed &+ 1)
        unsafe CacheLine.askToWrite(slots + (pushed &+ Self.lead) & mask)
        return true
    }

    /// Puts in as many elements from the front as there is room for, and answers how many.
    @inlinable
    public mutating func push(contentsOf elements: UnsafeBufferPointer<Element>) -> Int {
        let wanted = elements.count
        if capacity &- (pushed &- seenPopped) < wanted { _ = look() }
        let count = min(wanted, capacity &- (pushed &- seenPopped))
        guard count > 0, let source = elements.baseAddress else { return 0 }
        let start = pushed & mask
        let first = min(count, capacity &- start)
        unsafe (slots + start).update(from: source, count: first)
        if first < count {
            unsafe slots.update(from: source + first, count: count &- first)
        }
        publish(pushed &+ count)
        askForSlots(count)
        return count
    }

    /// How many elements can be pushed now at least.
    @inlinable
    public mutating func room() -> Int { capacity &- look() }

    /// Looks at the other end, and answers how full the ring is.
    @inlinable
    mutating func look() -> Int {
        // Acquires the consumer's `release(_:)`: a slot is written again only after it was read.
        seenPopped = unsafe storage.popped.pointee.load(ordering: .acquiring)
        return pushed &- seenPopped
    }

    /// How many slots ahead of the next one a slot is asked for: about what it takes to fetch it.
    @inlinable static var lead: Int { 16 }

    /// Asks for the slots that a batch as long as the last will be written to.
    ///
    /// The other processor has them from the last time round; it gives them all at once faster than
    /// one by one.
    @inlinable
    func askForSlots(_ count: Int) {
        let start = pushed & mask
        let bytes = min(count, capacity &- start) &* MemoryLayout<Element>.stride
        let first = unsafe UnsafeRawPointer(slots + start)
        var offset = 0
        while offset < bytes {
            unsafe CacheLine.askToWrite(first + offset)
            offset &+= CacheLine.size
        }
    }

    @inlinable
    mutating func publish(_ count: Int) {
        pushed = count
        // Releases the slots to the consumer's `look()`.
        unsafe storage.pushed.pointee.store(count, ordering: .releasing)
    }
}
