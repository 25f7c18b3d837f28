// What a capture thread tells now and then, beside its samples. It may not wait for anybody: so neither side takes a
// lock, and there is always room.

internal import Synchronization

/// A list that one thread adds to and another takes whole.
///
/// Adding allocates: it is for what is rare.
final class HandoverList<Element: Sendable>: Sendable {
    /// An element, and the address of the one that was added before it.
    private final class Node: Sendable {
        let element: Element
        let before = Atomic<UInt>(0)

        init(_ element: Element) { self.element = element }
    }

    /// The address of the newest node; who has it owns the node and those before it.
    private let newest = Atomic<UInt>(0)

    /// Adds an element, and waits for nobody.
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

    /// Whether there is nothing to take; what was added just now may be seen late.
    var isEmpty: Bool { newest.load(ordering: .relaxed) == 0 }

    /// Takes all that there is, in the order in which it was added.
    func takeAll() -> [Element] {
        guard !isEmpty else { return [] }
        // Acquires what `add` has released.
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
