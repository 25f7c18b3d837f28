import Testing

@testable import SessionFolder

@Suite("The survey of the values of an inertial sensor")
struct MotionSurveyTests {
    /// Surveys the samples of a sensor at 50 Hz; `value` gives the three axes of the sample with an index.
    private func survey(
        _ kind: MotionSurvey.Kind,
        samples: Int = 250,
        range: SIMD3<Double>? = nil,
        _ value: (Int) -> SIMD3<Double>
    ) -> MotionSurvey {
        var survey = MotionSurvey(kind, range: range)
        for index in 0..<samples { survey.add(value(index), at: 100 + Double(index) / 50) }
        return survey
    }

    /// A triangle wave between `-height` and `height`, with 40 samples a period, cut off at `-range` and `range`.
    private func wave(_ index: Int, height: Double, range: Double = .infinity) -> Double {
        let phase = Double(index % 40) / 40
        let triangle = 4 * abs(phase - 0.5) - 1
        return min(max(triangle * height, -range), range)
    }

    @Test("suspects clipping if a channel repeats both its largest and its smallest value")
    func suspects() {
        let survey = survey(.accelerometer) { SIMD3(self.wave($0, height: 5, range: 4), 0, 1) }
        let found = survey.clipping
        #expect(found.map(\.channel) == ["x"])
        #expect(found.map(\.limit) == [4])
        #expect(found.map(\.isSuspected) == [true])
        #expect((found.first?.samples ?? 0) > 45)
    }

    @Test("suspects clipping also if the two ends differ by one step of an 8-bit converter")
    func suspectsUneven() {
        let survey = survey(.accelerometer) {
            SIMD3(min(self.wave($0, height: 5, range: 4), 4 * 127 / 128), 0, 1)
        }
        #expect(survey.clipping.map(\.channel) == ["x"])
    }

    @Test("suspects no clipping of a whole wave, one cut end, ends over 1 % apart, or noise")
    func suspectsNothing() {
        let whole = survey(.accelerometer) { SIMD3(self.wave($0, height: 5), 0, 1) }
        #expect(whole.clipping.isEmpty)
        let oneEnd = survey(.accelerometer) { SIMD3(max(self.wave($0, height: 5), -4), 0, 1) }
        #expect(oneEnd.clipping.isEmpty)
        let uneven = survey(.accelerometer) {
            SIMD3(min(self.wave($0, height: 5, range: 4), 3.9), 0, 1)
        }
        #expect(uneven.clipping.isEmpty)
        // A sensor that lies still repeats its largest and smallest values, too, but both are near zero.
        let noise = survey(.gyroscope) { SIMD3(self.wave($0, height: 0.02, range: 0.01), 0, 0) }
        #expect(noise.clipping.isEmpty)
    }

    @Test("counts every sample at or beyond the end of its axis's known range")
    func knowsRange() {
        let ends: [(SIMD3<Double>, [String])] = [
            (SIMD3(4, 4, 4), ["x", "y"]), (SIMD3(8, 8, 8), []), (SIMD3(4, 8, 0.9), ["x", "z"]),
        ]
        for (range, channels) in ends {
            let survey = survey(.accelerometer, range: range) {
                SIMD3(self.wave($0, height: 5, range: 4), 4, 1)
            }
            let found = survey.clipping
            #expect(found.map(\.channel) == channels)
            #expect(found.allSatisfy { !$0.isSuspected })
            if channels.count > 1 { #expect(found.last?.samples == 250) }
        }
        let noisy = survey(.accelerometer, range: SIMD3(2, 2, 2)) {
            SIMD3($0.isMultiple(of: 2) ? -2 - Double($0) / 1000 : 0, 0, 1)
        }
        #expect(noisy.clipping.map(\.samples) == [125])
    }

    @Test("gives the mean rotation rate of a gyroscope, and none for an accelerometer")
    func rotation() {
        let turning = survey(.gyroscope) { SIMD3(0, $0.isMultiple(of: 2) ? 3 : 5, 0) }
        #expect(turning.meanRotation == 4)
        #expect(survey(.accelerometer) { _ in SIMD3(0, 0, 1) }.meanRotation == nil)
    }

    @Test("finds that an accelerometer never moves, in any unit", arguments: [1, 9.80665, 1000])
    func knowsStillness(unit: Double) throws {
        let survey = survey(.accelerometer) { index in
            SIMD3(0.6, 0.8, index.isMultiple(of: 2) ? 0.01 : -0.01) * unit
        }
        #expect(survey.stillness.isStillThroughout == true)
        let magnitude = try #require(survey.stillness.stillMagnitude)
        #expect(abs(magnitude / unit - 1) < 1e-6)
    }

    @Test("finds that an accelerometer moves, and measures gravity while it is still")
    func knowsMovement() throws {
        let survey = survey(.accelerometer) { index in
            SIMD3(0, 0, index < 125 ? 1 : 1 + self.wave(index, height: 0.3))
        }
        #expect(survey.stillness.isStillThroughout == false)
        #expect(try #require(survey.stillness.stillMagnitude) == 1)
        let walk = self.survey(.accelerometer) { SIMD3(0, 0, 1 + self.wave($0, height: 0.3)) }
        #expect(walk.stillness.stillMagnitude == nil)
    }

    @Test("finds that a gyroscope is still if its values vary little, whatever its offset")
    func gyroscope() {
        let still = survey(.gyroscope) { SIMD3(0.2, 0.2, self.wave($0, height: 0.05)) }
        #expect(still.stillness.isStillThroughout == true)
        let moving = survey(.gyroscope) { SIMD3(0.2, 0.2, self.wave($0, height: 0.5)) }
        #expect(moving.stillness.isStillThroughout == false)
    }

    @Test(
        "does not say whether a sensor moves before three whole windows of a second have passed",
        arguments: [(100, nil), (150, nil), (151, true)] as [(Int, Bool?)]
    )
    func needsThreeWindows(samples: Int, isStill: Bool?) {
        // A window has 50 samples, and ends when the first sample after it comes: the third one with sample 151.
        let survey = survey(.accelerometer, samples: samples) { _ in SIMD3(0, 0, 1) }
        #expect(survey.stillness.isStillThroughout == isStill)
    }

    @Test("finds movement, but no gravity, in values near the limit of a double")
    func saysNothing() {
        let hostile = survey(.accelerometer) { index in
            SIMD3(repeating: index.isMultiple(of: 2) ? 1e308 : -1e308)
        }
        #expect(hostile.stillness.isStillThroughout == false)
        #expect(hostile.stillness.stillMagnitude == nil)
    }

    @Test("examines accelerometers and gyroscopes only")
    func kinds() {
        #expect(MotionSurvey.Kind(sensorType: "accelerometer") == .accelerometer)
        #expect(MotionSurvey.Kind(sensorType: "gyro") == .gyroscope)
        #expect(MotionSurvey.Kind(sensorType: "userAcceleration") == nil)
        #expect(MotionSurvey.Kind(sensorType: "magnetometer") == nil)
    }
}
