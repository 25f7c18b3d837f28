// The extremes that a window updates at each step must equal those of a search through all of its values.

import RandomWords
import Testing

@testable import Calibration

@Suite("A sliding window")
struct SlidingWindowTests {
    @Test("has the same span and contents as a search through all values", arguments: 1...8)
    func extremes(seed: UInt64) {
        var random = RandomWords(seed: seed)
        var (span, window) = (SlidingSpan(), SlidingWindow<(seconds: Double, SIMD3<Double>)>())
        var plain: [(seconds: Double, SIMD3<Double>)] = []
        var (seconds, place) = (0.0, SIMD3<Double>.zero)
        for step in 0..<1_000 {
            // Now and then a jump in time leaves everything before the window behind.
            seconds += step % 500 == 499 ? 2 : 0.001 + 0.004 * abs(random.vector(1).x)
            // A random walk, so that the value that leaves the window is often an extreme; rounding makes some equal.
            place += (random.vector(1) * 4).rounded(.toNearestOrAwayFromZero) / 4
            let vector = place
            let old = seconds - 0.5
            window.append((seconds, vector))
            span.append(vector, at: seconds)
            window.removeFirst { $0.seconds < old }
            span.removeAll(before: old)
            plain.append((seconds, vector))
            plain.removeAll { $0.seconds < old }
            let widest = (0..<3).map { axis in
                let numbers = plain.map { $0.1[axis] }
                return (numbers.max() ?? 0) - (numbers.min() ?? 0)
            }
            #expect(span.widest == widest.max())
            #expect(window.all.map(\.seconds) == plain.map(\.seconds))
            #expect(window.first?.seconds == plain.first?.seconds)
        }
    }

    @Test("is empty before its first value, and after the last has left")
    func empty() {
        var (span, window) = (SlidingSpan(), SlidingWindow<Int>())
        #expect(span.widest == 0 && window.isEmpty && window.first == nil && window.last == nil)
        span.append(SIMD3(1, 2, 3), at: 0)
        span.append(SIMD3(3, 2, 1), at: 1)
        #expect(span.widest == 2)
        span.removeAll(before: 2)
        (0..<1_000).forEach { window.append($0) }
        window.removeFirst { _ in true }
        #expect(span.widest == 0 && window.isEmpty && window.first == nil && window.last == nil)
        window.append(7)
        #expect(window.first == 7 && window.last == 7)
    }
}
