import Testing

@testable import SessionFolder

@Suite("What the values of an inertial sensor tell")
struct MotionSurveyTests {
    /// A sensor at 50 Hz with the values of its axes at each sample.
    private func survey(
        _ kind: MotionSurvey.Kind,
        samples: Int = 250,
        _ value: (Int) -> SIMD3<Double>
    ) -> MotionSurvey {
        var survey = MotionSurvey(kind)
        for index in 0..<samples { survey.add(value(index), at: 100 + Double(index) / 50) }
        return survey
    }

    /// A wave that a range cuts off at both ends.
    private func wave(_ index: Int, height: Double, range: Double = .infinity) -> Double {
        let phase = Double(index % 40) / 40
        let triangle = 4 * abs(phase - 0.5) - 1
        return min(max(triangle * height, -range), range)
    }

    @Test("suspects a channel that holds both ends of a range")
    func suspects() {
        let survey = survey(.accelerometer) { SIMD3(self.wave($0, height: 5, range: 4), 0, 1) }
        let found = survey.clipping(range: nil)
        #expect(found.map(\.channel) == ["x"])
        #expect(found.map(\.limit) == [4])
        #expect(found.map(\.isSuspected) == [true])
        #expect((found.first?.samples ?? 0) > 45)
    }

    @Test("suspects ends that differ by one step of a converter of 8 bits")
    func suspectsUneven() {
        let survey = survey(.accelerometer) {
            SIMD3(min(self.wave($0, height: 5, range: 4), 4 * 127 / 128), 0, 1)
        }
        #expect(survey.clipping(range: nil).map(\.channel) == ["x"])
    }

    @Test("does not suspect what only may be clipped")
    func suspectsNothing() {
        let whole = survey(.accelerometer) { SIMD3(self.wave($0, height: 5), 0, 1) }
        #expect(whole.clipping(range: nil).isEmpty)
        let oneEnd = survey(.accelerometer) { SIMD3(max(self.wave($0, height: 5), -4), 0, 1) }
        #expect(oneEnd.clipping(range: nil).isEmpty)
        let uneven = survey(.accelerometer) {
            SIMD3(min(self.wave($0, height: 5, range: 4), 3.9), 0, 1)
        }
        #expect(uneven.clipping(range: nil).isEmpty)
        // The noise of a sensor that lies still holds its ends, too.
        let noise = survey(.gyroscope) { SIMD3(self.wave($0, height: 0.02, range: 0.01), 0, 0) }
        #expect(noise.clipping(range: nil).isEmpty)
    }

    @Test("counts every sample at the ends of a range that is told")
    func knowsRange() {
        let survey = survey(.accelerometer) { SIMD3(self.wave($0, height: 5, range: 4), 4, 1) }
        let found = survey.clipping(range: 4)
        #expect(found.map(\.channel) == ["x", "y"])
        #expect(found.last?.samples == 250)
        #expect(found.map(\.isSuspected) == [false, false])
        #expect(survey.clipping(range: 8).isEmpty)
    }

    @Test("knows a sensor that never moves, in whatever unit", arguments: [1, 9.80665, 1000])
    func knowsStillness(unit: Double) throws {
        let survey = survey(.accelerometer) { index in
            SIMD3(0.6, 0.8, index.isMultiple(of: 2) ? 0.01 : -0.01) * unit
        }
        #expect(survey.stillness.isStillThroughout == true)
        let magnitude = try #require(survey.stillness.stillMagnitude)
        #expect(abs(magnitude / unit - 1) < 1e-6)
    }

    @Test("knows one that moves, and gravity from the seconds without movement")
    func knowsMovement() throws {
        let survey = survey(.accelerometer) { index in
            SIMD3(0, 0, index < 125 ? 1 : 1 + self.wave(index, height: 0.3))
        }
        #expect(survey.stillness.isStillThroughout == false)
        #expect(try #require(survey.stillness.stillMagnitude) == 1)
        let walk = self.survey(.accelerometer) { SIMD3(0, 0, 1 + self.wave($0, height: 0.3)) }
        #expect(walk.stillness.stillMagnitude == nil)
    }

    @Test("takes a gyroscope's stillness from its spread, not from its offset")
    func gyroscope() {
        let still = survey(.gyroscope) { SIMD3(0.2, 0.2, self.wave($0, height: 0.05)) }
        #expect(still.stillness.isStillThroughout == true)
        let moving = survey(.gyroscope) { SIMD3(0.2, 0.2, self.wave($0, height: 0.5)) }
        #expect(moving.stillness.isStillThroughout == false)
    }

    @Test("says nothing of a recording of two seconds, nor of values beyond all numbers")
    func saysNothing() {
        let short = survey(.accelerometer, samples: 100) { _ in SIMD3(0, 0, 1) }
        #expect(short.stillness.isStillThroughout == nil)
        let hostile = survey(.accelerometer) { index in
            SIMD3(repeating: index.isMultiple(of: 2) ? 1e308 : -1e308)
        }
        #expect(hostile.stillness.isStillThroughout == false)
        #expect(hostile.stillness.stillMagnitude == nil)
    }

    @Test("looks at accelerometers and gyroscopes only")
    func kinds() {
        #expect(MotionSurvey.Kind(sensorType: "accelerometer") == .accelerometer)
        #expect(MotionSurvey.Kind(sensorType: "gyro") == .gyroscope)
        #expect(MotionSurvey.Kind(sensorType: "userAcceleration") == nil)
        #expect(MotionSurvey.Kind(sensorType: "magnetometer") == nil)
    }
}
