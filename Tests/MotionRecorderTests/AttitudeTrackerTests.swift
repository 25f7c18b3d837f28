import Orientation
import Testing

@testable import MotionRecorder

@Suite("An attitude beside the clock")
struct AttitudeTrackerTests {
    private let up = SIMD3(0.0, 0, 1)
    private let period: Int64 = 10_000_000

    /// Turned about the vertical, to the left.
    private func turning(_ rate: Double) -> SIMD3<Double> { SIMD3(0, 0, rate) }

    private func heading(of tracker: AttitudeTracker) -> Double {
        tracker.filter.attitude6D.headingInRadians
    }

    /// Has turned at a rate for some samples, stamped in a way.
    private func tracker(
        rate: Double = 1,
        samples: Int,
        nominal: Double = 100,
        stamp: (Int) -> Int64
    ) -> AttitudeTracker {
        var tracker = AttitudeTracker(rateInHertz: nominal)
        for index in 0..<samples {
            tracker.update(
                gyroscope: turning(rate),
                accelerometer: up,
                magnetometer: nil,
                at: stamp(index)
            )
        }
        return tracker
    }

    @Test(
        "turns for the time that its stamps tell, whatever rate was said",
        arguments: [50.0, 200]
    )
    func learnsPeriod(nominal: Double) {
        let found = tracker(samples: 101, nominal: nominal) { Int64($0) * period }
        // The first sample turns for the period that was said, the others for the one there is.
        #expect(abs(heading(of: found) - (1 + 1 / nominal)) < 1e-3)
        #expect(found.restarts == 0)
    }

    @Test("follows a rate that changes")
    func followsRate() {
        let found = tracker(rate: 0.05, samples: 3000) { index in
            index < 1000
                ? Int64(index) * period : 1000 * period + Int64(index - 1000) * period * 9 / 8
        }
        #expect(abs(heading(of: found) - 0.05 * (10 + 2000 * 0.01125)) < 0.005)
    }

    @Test("does not quiver with stamps of arrival")
    func arrivalStamps() {
        var tracker = AttitudeTracker(rateInHertz: 100)
        var worst = 0.0
        var truth = 0.0
        var random: UInt64 = 7
        for index in 0..<20_000 {
            // Forth and back by an even turn a sample, so that each stamp's error would be an angle.
            let rate = (index / 2).isMultiple(of: 2) ? 5.0 : -5
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let late = Int64(random >> 33) % 6_000_000
            tracker.update(
                gyroscope: turning(rate),
                accelerometer: up,
                magnetometer: nil,
                at: Int64(index) * period + late
            )
            truth += rate * 0.01
            if index > 256 { worst = max(worst, abs(heading(of: tracker) - truth)) }
        }
        // One stamp alone is wrong by up to 0.03 rad; 20,000 of them would walk away.
        #expect(worst < 0.03)
    }

    @Test("bridges a short gap evenly, and a long one not", arguments: [1, 10, 99, 100])
    func bridges(missing: Int64) {
        var found = tracker(samples: 100) { Int64($0) * period }
        let before = heading(of: found)
        found.skip(missing)
        found.update(
            gyroscope: turning(1),
            accelerometer: up,
            magnetometer: nil,
            at: (100 + missing) * period
        )
        #expect(found.restarts == 0)
        #expect(abs(heading(of: found) - before - Double(missing + 1) / 100) < 1e-4)
    }

    @Test("turns in a gap by the mean of what was felt before and after it")
    func bridgesByMean() {
        var found = tracker(rate: 0, samples: 100) { Int64($0) * period }
        found.skip(49)
        found.update(
            gyroscope: turning(2),
            accelerometer: up,
            magnetometer: nil,
            at: 149 * period
        )
        #expect(abs(heading(of: found) - (0.5 + 0.01)) < 1e-4)
    }

    @Test("goes by the stamps where the number of the missing is an estimate")
    func estimates() {
        for (isEstimated, expected) in [(true, 0.5), (false, 0.1)] {
            var found = tracker(samples: 100) { Int64($0) * period }
            let before = heading(of: found)
            found.skip(9, isEstimated: isEstimated)
            found.update(
                gyroscope: turning(1),
                accelerometer: up,
                magnetometer: nil,
                at: (99 + 50) * period
            )
            #expect(abs(heading(of: found) - before - expected) < 1e-4)
        }
    }

    @Test("sees a gap that nobody tells, and learns nothing from it")
    func untold() {
        var found = tracker(samples: 100) { Int64($0) * period }
        let before = heading(of: found)
        for index in 0..<10 {
            found.update(
                gyroscope: turning(1),
                accelerometer: up,
                magnetometer: nil,
                at: Int64(99 + 50 + index) * period
            )
        }
        #expect(found.restarts == 0)
        #expect(abs(heading(of: found) - before - 0.59) < 1e-4)
    }

    @Test("turns on evenly when the clock is set back a little")
    func setBack() {
        let found = tracker(samples: 200) { Int64($0 < 100 ? $0 : $0 - 50) * period }
        #expect(found.restarts == 0)
        #expect(abs(heading(of: found) - 2) < 1e-3)
    }

    @Test("begins anew after more than a second", arguments: ["counted", "stamped", "back"])
    func beginsAnew(gap: String) {
        var found = tracker(samples: 200) { Int64($0) * period }
        #expect(heading(of: found) > 1.9)
        if gap == "counted" { found.skip(101) }
        let time = gap == "counted" ? 200 : gap == "stamped" ? 302 : -3
        found.update(
            gyroscope: turning(1),
            accelerometer: up,
            magnetometer: nil,
            at: Int64(time) * period
        )
        #expect(found.restarts == 1)
        #expect(abs(heading(of: found) - 0.01) < 1e-6)
    }

    @Test("misses nothing before its first sample")
    func skipsBeforeBeginning() {
        var found = AttitudeTracker(rateInHertz: 100)
        found.skip(1000)
        found.update(gyroscope: turning(1), accelerometer: up, magnetometer: nil, at: 0)
        #expect(found.restarts == 0)
        #expect(abs(heading(of: found) - 0.01) < 1e-6)
    }

    @Test("turns on where there is no acceleration, and says what was refused")
    func intake() {
        var found = tracker(samples: 100) { Int64($0) * period }
        let north = SIMD3(20.0, 0, -40)
        func take(
            _ gyroscope: SIMD3<Double>,
            _ accelerometer: SIMD3<Double>?,
            _ magnetometer: SIMD3<Double>?
        ) -> AttitudeTracker.Intake {
            found.update(
                gyroscope: gyroscope,
                accelerometer: accelerometer,
                magnetometer: magnetometer,
                at: 100 * period
            )
        }
        typealias Intake = AttitudeTracker.Intake
        #expect(take(turning(1), up, north) == Intake(isWhole: true, hasField: true))
        #expect(take(turning(1), up, nil) == Intake(isWhole: true, hasField: false))
        #expect(take(turning(1), nil, nil) == Intake(isWhole: true, hasField: false))
        #expect(take(turning(1), up, .zero) == Intake(isWhole: true, hasField: false))
        #expect(take(turning(.nan), up, north) == Intake(isWhole: false, hasField: true))
        #expect(take(turning(1e9), nil, nil) == Intake(isWhole: false, hasField: false))
        #expect(take(turning(1), .zero, north) == Intake(isWhole: false, hasField: true))
        #expect(
            take(turning(1), SIMD3(repeating: .infinity), .zero)
                == Intake(isWhole: false, hasField: false)
        )
    }

    @Test(
        "survives any clock, any count and any rate in little time",
        arguments: [
            Double.nan, 0, -3, .infinity, 1e300, 100,
        ]
    )
    func hostile(rate: Double) {
        var found = AttitudeTracker(rateInHertz: rate)
        let times: [Int64] = [.min, .max, 0, -1, .min, 1, 1, 1, 1, .max, .max - 1, .max]
        for count in [0, 1, -1, Int64.max, 1 << 40, 1 << 15] {
            for time in times {
                found.skip(count)
                found.skip(count, isEstimated: true)
                found.update(gyroscope: turning(1), accelerometer: up, magnetometer: up, at: time)
                #expect(abs(found.filter.attitude6D.norm - 1) < 1e-9)
            }
        }
    }
}
