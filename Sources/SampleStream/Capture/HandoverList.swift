// Passes occasional notes from a capture thread to another thread, separately from the samples. The capture thread
// must not wait, so neither side takes a lock, and the list has no fixed size.

internal import Synchronization

/// A lock-free list: one thread adds elements, another takes all of them.
///
/// Adding allocates memory, so use it for rare events.
final class HandoverList<Element: Sendable>: Sendable {
    /// An element, and the address of the node that was added before it.
    private final class Node: Sendable {
        let element: Element
        let before = Atomic<UInt>(0)

        init(_ element: Element) { self.element = element }
    }

    /// The address of the newest node; the thread that exchanges it owns that node and all before it.
    private let newest = Atomic<UInt>(0)

    /// Adds an element without waiting.
    func add(_ element: Element) {
        let node = Node(element)
        let address = unsafe UInt(bitPattern: Unmanaged.passRetained(node).toOpaque())
        var before = newest.load(ordering: .relaxed)
        while true {
            node.before.store(before, ordering: .relaxed)
            // Releases the node to `takeAll`.
            let (isDone, found) = newest.weakCompareExchange(
                expected: before,
                desired: address,
                successOrdering: .releasing,
                failureOrdering: .relaxed
            )
            if isDone { return }
            before = found
        }
    }

    /// Whether the list is empty; an element that was just added may not be visible yet.
    var isEmpty: Bool { newest.load(ordering: .relaxed) == 0 }

    /// Removes and returns all elements, in the order in which they were added.
    func takeAll() -> [Element] {
        guard !isEmpty else { return [] }
        // Acquires what `add` released.
        var next = newest.exchange(0, ordering: .acquiring)
        var elements: [Element] = []
        while let pointer = unsafe UnsafeRawPointer(bitPattern: next) {
            let node = unsafe Unmanaged<Node>.fromOpaque(pointer).takeRetainedValue()
            elements.append(node.element)
            next = node.before.load(ordering: .relaxed)
        }
        return elements.reversed()
    }

    deinit { _ = takeAll() }
}
