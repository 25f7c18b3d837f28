import Testing

@testable import MotionRecorder

@Suite("The rate through a hole")
struct RateBridgeTests {
    private typealias Point = RateBridge.Point

    private func bridge(
        _ rate: (Double) -> Double,
        _ earlier: Double?,
        _ before: Double,
        _ behind: Double,
        _ later: Double?
    ) -> RateBridge {
        func point(_ seconds: Double) -> Point {
            Point(rate: SIMD3(rate(seconds), 2 * rate(seconds), 0), seconds: seconds)
        }
        return RateBridge(
            earlier: earlier.map(point),
            before: point(before),
            behind: point(behind),
            later: later.map(point)
        )
    }

    @Test("is the line between its ends where nothing else is known")
    func line() {
        let found = bridge({ 3 * $0 + 1 }, nil, 0, 0.1, nil).mean(from: 0.02, to: 0.06)
        #expect(abs(found.x - 1.12) < 1e-12)
        #expect(abs(found.y - 2.24) < 1e-12)
        #expect(found.z == 0)
    }

    @Test("goes on as it was changing at both ends")
    func curve() {
        // A parabola, of which the line between its ends knows nothing, by two readings at each end.
        let rate = { (seconds: Double) in 1000 * seconds * (0.1 - seconds) }
        let mean = 1000 * 0.01 / 6
        let bent = bridge(rate, -0.01, 0, 0.1, 0.11).mean(from: 0, to: 0.1)
        #expect(abs(bent.x - mean) < 1e-9)
        // Two readings at one instant say no more than one.
        let twice = bridge(rate, 0, 0, 0.1, 0.11).mean(from: 0, to: 0.1)
        #expect(abs(twice.x - mean) < 1e-9)
        let straight = bridge(rate, nil, 0, 0.1, nil).mean(from: 0, to: 0.1)
        #expect(abs(straight.x) < 1e-12)
    }
}
