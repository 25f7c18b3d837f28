// Windows over the readings of the last half second, at up to ten thousand a second: no operation may visit all of them
// for each new one. Removed elements are only counted at first; they are deleted once they are as many as the remaining
// ones.

/// The elements of a window that only moves forward, in order.
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

    /// Removes the first elements that meet a condition.
    mutating func removeFirst(while isOld: (Element) -> Bool) {
        while let first, isOld(first) { gone += 1 }
        guard gone >= Self.leastMoved, gone >= elements.count - gone else { return }
        elements.removeFirst(gone)
        gone = 0
    }
}

/// The maximum in a window that only moves forward.
///
/// A number smaller than a later one can never be the maximum again and is dropped, so each is visited only a few times
/// (Lemire 2006, Nordic J Comput 13).
struct SlidingMaximum: Sendable {
    private var candidates = SlidingWindow<(seconds: Double, number: Double)>()

    /// The maximum; `nil` for an empty window.
    var number: Double? { candidates.first?.number }

    /// Adds a number.
    mutating func append(_ number: Double, at seconds: Double) {
        while let last = candidates.last, last.number <= number { candidates.removeLast() }
        candidates.append((seconds, number))
    }

    /// Removes what is older than a time.
    mutating func removeAll(before seconds: Double) {
        candidates.removeFirst { $0.seconds < seconds }
    }
}

/// The range of three axes' values in a window that only moves forward.
struct SlidingSpan: Sendable {
    private var highest = [SlidingMaximum](repeating: SlidingMaximum(), count: 3)
    private var lowest = [SlidingMaximum](repeating: SlidingMaximum(), count: 3)

    /// The widest range of the three; 0 for an empty window.
    var widest: Double {
        var widest = 0.0
        for axis in 0..<3 {
            guard let high = highest[axis].number, let low = lowest[axis].number else { continue }
            widest = max(widest, high + low)
        }
        return widest
    }

    /// Adds a reading.
    mutating func append(_ vector: SIMD3<Double>, at seconds: Double) {
        for axis in 0..<3 {
            highest[axis].append(vector[axis], at: seconds)
            lowest[axis].append(-vector[axis], at: seconds)
        }
    }

    /// Removes what is older than a time.
    mutating func removeAll(before seconds: Double) {
        for axis in 0..<3 {
            highest[axis].removeAll(before: seconds)
            lowest[axis].removeAll(before: seconds)
        }
    }
}
