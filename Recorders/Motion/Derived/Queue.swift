// A first-in, first-out queue. Its storage grows to the needed size once and stays, so a reading costs no
// allocation.

/// A queue of elements in the order of arrival.
struct Queue<Element: BitwiseCopyable> {
    /// Removed elements stay in their slots until overwritten, which is harmless because elements own nothing.
    private var slots: ContiguousArray<Element> = []
    private var head = 0
    private(set) var count = 0
    private let limit: Int

    /// - Parameter limit: The largest number of elements; a power of two.
    init(limit: Int) {
        precondition(limit > 0 && limit & (limit - 1) == 0, "\(limit) is no power of two")
        self.limit = limit
    }

    var isFull: Bool { count == limit }
    var first: Element? { count > 0 ? slots[head] : nil }

    subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count, "there is no element \(index)")
        return slots[(head + index) & (slots.count - 1)]
    }

    /// - Precondition: The queue is not full.
    mutating func append(_ element: Element) {
        precondition(!isFull, "a full queue takes nothing")
        if count == slots.count { grow(with: element) }
        slots[(head + count) & (slots.count - 1)] = element
        count += 1
    }

    mutating func removeFirst() {
        guard count > 0 else { return }
        head = (head + 1) & (slots.count - 1)
        count -= 1
    }

    private mutating func grow(with filling: Element) {
        let size = max(16, slots.count * 2)
        var larger = ContiguousArray<Element>()
        larger.reserveCapacity(size)
        for index in 0..<count { larger.append(self[index]) }
        while larger.count < size { larger.append(filling) }
        slots = larger
        head = 0
    }
}
