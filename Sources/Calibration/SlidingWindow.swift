// Readings of the last half second, a thousand times a second or ten thousand: nothing may look at all of them for each
// new one. What leaves is only counted, and moved away when it is as much as what stays.

/// What is in a window that only moves on, in its order.
struct SlidingWindow<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var gone = 0

    private static var leastMoved: Int { 64 }

    var isEmpty: Bool { gone == elements.count }
    var first: Element? { isEmpty ? nil : elements[gone] }
    var last: Element? { isEmpty ? nil : elements.last }
    var all: ArraySlice<Element> { elements[gone...] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeLast() { elements.removeLast() }

    /// Lets go of the first elements for which something is so.
    mutating func removeFirst(while isOld: (Element) -> Bool) {
        while let first, isOld(first) { gone += 1 }
        guard gone >= Self.leastMoved, gone >= elements.count - gone else { return }
        elements.removeFirst(gone)
        gone = 0
    }
}

/// The highest number in a window that only moves on.
///
/// A number that a later one exceeds can never be the highest again and is forgotten, so that each is looked at a few
/// times in all (Lemire 2006, Nordic J Comput 13).
struct SlidingMaximum: Sendable {
    private var candidates = SlidingWindow<(seconds: Double, number: Double)>()

    /// The highest; `nil` where nothing is in the window.
    var number: Double? { candidates.first?.number }

    /// Takes a number in.
    mutating func append(_ number: Double, at seconds: Double) {
        while let last = candidates.last, last.number <= number { candidates.removeLast() }
        candidates.append((seconds, number))
    }

    /// Lets go of what was before a time.
    mutating func removeAll(before seconds: Double) {
        candidates.removeFirst { $0.seconds < seconds }
    }
}

/// How far the numbers of three axes lie apart in a window that only moves on.
struct SlidingSpan: Sendable {
    private var highest = [SlidingMaximum](repeating: SlidingMaximum(), count: 3)
    private var lowest = [SlidingMaximum](repeating: SlidingMaximum(), count: 3)

    /// The widest of the three; 0 where nothing is in the window.
    var widest: Double {
        var widest = 0.0
        for axis in 0..<3 {
            guard let high = highest[axis].number, let low = lowest[axis].number else { continue }
            widest = max(widest, high + low)
        }
        return widest
    }

    /// Takes the numbers of a reading in.
    mutating func append(_ vector: SIMD3<Double>, at seconds: Double) {
        for axis in 0..<3 {
            highest[axis].append(vector[axis], at: seconds)
            lowest[axis].append(-vector[axis], at: seconds)
        }
    }

    /// Lets go of what was before a time.
    mutating func removeAll(before seconds: Double) {
        for axis in 0..<3 {
            highest[axis].removeAll(before: seconds)
            lowest[axis].removeAll(before: seconds)
        }
    }
}
