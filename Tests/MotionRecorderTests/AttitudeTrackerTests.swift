import Orientation
import Testing

@testable import MotionRecorder

@Suite("An attitude that follows timestamps")
struct AttitudeTrackerTests {
    private let up = SIMD3(0.0, 0, 1)
    private let period: Int64 = 10_000_000

    private func heading(of tracker: AttitudeTracker) -> Double {
        tracker.filter.attitude.headingInRadians
    }

    /// Turns about the vertical, to the left.
    private func turn(_ rate: Double, at time: Int64) -> AttitudeTracker.Turn {
        AttitudeTracker.Turn(rate: SIMD3(0, 0, rate), time: time)
    }

    /// Has turned at a rate at instants, of which the last ones may be known only when the next are there.
    private func tracker(
        samples: Int,
        periodInSeconds: Double = 0.01,
        rate: (Double) -> Double = { _ in 1 },
        at time: (Int) -> Int64
    ) -> AttitudeTracker {
        var tracker = AttitudeTracker(rateInHertz: 1 / periodInSeconds)
        for index in 0..<samples {
            func turn(_ index: Int) -> AttitudeTracker.Turn {
                self.turn(rate(Double(time(index)) / 1e9), at: time(index))
            }
            tracker.update(
                turn(index),
                accelerometer: up,
                next: index + 1 < samples ? turn(index + 1) : nil,
                periodInSeconds: periodInSeconds
            )
        }
        return tracker
    }

    @Test("turns for the time between timestamps, whatever the nominal rate")
    func steps() {
        // Between even and odd instants it takes another time.
        let found = tracker(samples: 201) { Int64($0) * period + ($0 % 2 == 0 ? 0 : 1_000_000) }
        #expect(abs(heading(of: found) - 2.01) < 1e-4)
        #expect(found.levellings == 0)
    }

    @Test("turns in a hole at the rate before and behind it", arguments: [1, 2, 5, 10, 20])
    func bridges(missing: Int) {
        let found = tracker(samples: 100) { Int64($0 < 50 ? $0 : $0 + missing) * period }
        #expect(found.levellings == 0)
        #expect(abs(heading(of: found) - Double(100 + missing) / 100) < 1e-9)
    }

    @Test("turns in a hole along the curve of the rate", arguments: [1, 5, 10])
    func curve(missing: Int) {
        // A parabola whose top is inside the hole.
        let middle = Double(100 + missing) / 200
        let rate = { (seconds: Double) in 5 - 200 * (seconds - middle) * (seconds - middle) }
        let whole = tracker(samples: 100 + missing, rate: rate) { Int64($0) * period }
        let found = tracker(samples: 100, rate: rate) { index in
            Int64(index < 50 ? index : index + missing) * period
        }
        #expect(abs(heading(of: found) - heading(of: whole)) < 2e-4)
    }

    @Test("waits for the next reading after a short hole only")
    func needsNext() {
        let found = tracker(samples: 100) { Int64($0) * period }
        #expect(found.nextNeeded(at: 100 * period) == nil)
        #expect(found.nextNeeded(at: 100 * period + 2_000_000) == nil)
        #expect(found.nextNeeded(at: 101 * period) == 101 * period + 7_000_000)
        #expect(found.nextNeeded(at: 119 * period) == 119 * period + 7_000_000)
        #expect(found.nextNeeded(at: 121 * period) == nil)
        #expect(found.nextNeeded(at: 50 * period) == nil)
    }

    @Test("goes on with half of the readings as if the others were missing")
    func halved() {
        let whole = tracker(samples: 400, rate: { 3 * $0 }) { Int64($0) * period }
        let found = tracker(samples: 200, rate: { 3 * $0 }) { index in
            Int64(index < 1 ? index : 2 * index + 1) * period
        }
        #expect(abs(heading(of: found) - heading(of: whole)) < 0.01)
    }

    @Test(
        "is levelled again after a long hole, and keeps the bias",
        arguments: [21, 50, 100, 6000]
    )
    func levels(missing: Int) {
        var found = AttitudeTracker(rateInHertz: 100)
        let bias = SIMD3(0.01, -0.02, 0.015)
        for index in 0..<1000 {
            found.update(
                AttitudeTracker.Turn(rate: bias, time: Int64(index) * period),
                accelerometer: up,
                periodInSeconds: 0.01
            )
        }
        let learnt = found.filter.bias
        #expect((learnt - bias).length < 0.002)
        // Meanwhile somebody has laid it on its side.
        let intake = found.update(
            AttitudeTracker.Turn(rate: bias, time: Int64(1000 + missing) * period),
            accelerometer: SIMD3(1, 0, 0),
            periodInSeconds: 0.01
        )
        #expect(found.levellings == 1)
        #expect(intake.trustInSeconds != nil)
        #expect(found.filter.bias == learnt)
        for index in 1..<300 {
            found.update(
                AttitudeTracker.Turn(rate: bias, time: Int64(1000 + missing + index) * period),
                accelerometer: SIMD3(1, 0, 0),
                periodInSeconds: 0.01
            )
            // What levels it is no rotation that the gyroscope did not see.
            #expect((found.filter.bias - learnt).length < 0.002)
        }
        #expect((found.filter.gravity - SIMD3(1, 0, 0)).length < 0.2)
    }

    @Test("trusts the earlier attitude less, the longer the hole was")
    func trust() {
        let trusts = [0.2, 0.3, 0.5, 1, 10].map { AttitudeTracker.trust(afterSeconds: $0) }
        #expect(trusts == trusts.sorted(by: >))
        #expect(trusts[4] < 1e-5)
    }

    @Test("turns on evenly if the clock goes back a little, and is levelled if it goes back more")
    func setBack() {
        let little = tracker(samples: 200) { Int64($0 < 100 ? $0 : $0 - 50) * period }
        #expect(little.levellings == 0)
        #expect(abs(heading(of: little) - 2) < 1e-3)
        let much = tracker(samples: 200) { Int64($0 < 150 ? $0 : $0 - 260) * period }
        #expect(much.levellings == 1)
    }

    @Test("follows a new rate of readings, and stays upright", arguments: [0.25, 0.5, 2, 4])
    func otherRate(factor: Double) {
        var found = tracker(samples: 500) { Int64($0) * period }
        let before = found.filter.attitude
        for index in 1...200 {
            let time = 499 * period + Int64(Double(index) / factor * 1e7)
            found.update(
                turn(0, at: time),
                accelerometer: up,
                next: turn(0, at: time + Int64(1e7 / factor)),
                periodInSeconds: 0.01 / factor
            )
        }
        #expect(found.filter.attitude.inclinationInRadians < 1e-6)
        #expect(abs(heading(of: found) - before.headingInRadians) < 0.02)
    }

    @Test("turns without an acceleration, and says which readings it refused")
    func intake() {
        var found = tracker(samples: 100) { Int64($0) * period }
        func take(_ rate: SIMD3<Double>, _ accelerometer: SIMD3<Double>?) -> Bool {
            found.update(
                AttitudeTracker.Turn(rate: rate, time: 100 * period),
                accelerometer: accelerometer,
                periodInSeconds: 0.01
            ).isWhole
        }
        let turning = SIMD3(0.0, 0, 1)
        #expect(take(turning, up))
        #expect(take(turning, nil))
        #expect(!take(SIMD3(repeating: .nan), up))
        #expect(!take(SIMD3(0, 0, 1e9), nil))
        #expect(!take(turning, .zero))
        #expect(!take(turning, SIMD3(repeating: .infinity)))
    }

    @Test("turns through a refused reading as through a hole")
    func refused() {
        var found = AttitudeTracker(rateInHertz: 100)
        for index in 0..<200 {
            found.update(
                turn(index == 100 ? 1e9 : 1, at: Int64(index) * period),
                accelerometer: up,
                next: turn(1, at: Int64(index + 1) * period),
                periodInSeconds: 0.01
            )
        }
        #expect(abs(heading(of: found) - 2) < 1e-6)
    }

    @Test(
        "survives any clock and any rate",
        arguments: [Double.nan, 0, -3, .infinity, 1e300, 100]
    )
    func hostile(rate: Double) {
        var found = AttitudeTracker(rateInHertz: rate)
        let times: [Int64] = [.min, .max, 0, -1, .min, 1, 1, 1, 1, .max, .max - 1, .max]
        for time in times + times {
            found.update(
                turn(1, at: time),
                accelerometer: up,
                next: turn(-1e12, at: time &+ 1),
                periodInSeconds: 1 / rate
            )
            #expect(abs(found.filter.attitude.norm - 1) < 1e-9)
        }
    }
}
