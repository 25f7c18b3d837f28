import Testing

@testable import Orientation

@Suite("A magnetic field")
struct MagneticFieldTests {
    /// Runs the filter for some seconds, with a disturbance during some of them; returns the largest error of the
    /// heading from the second `first` on, in degrees.
    ///
    /// Calls `mark` at each sample with the second, and with true if the filter reports a disturbance.
    func worstHeading(
        of filter: inout OrientationFilter,
        from first: Int,
        seconds: Int,
        disturbed: Range<Int>,
        by disturbance: SIMD3<Double>,
        mark: (Int, Bool) -> Void = { _, _ in }
    ) -> Double {
        var sensor = SimulatedSensor(rate: 50, attitude: Quaternion(aboutZByRadians: -1))
        var worst = 0.0
        var tilt = 0.0
        for index in 0..<seconds * 50 {
            let isOn = disturbed.contains(index / 50)
            filter.update(
                sensor.step(
                    turning: sensor.tumbling(atSample: index),
                    disturbance: isOn ? disturbance : .zero
                )
            )
            let off = OrientationFilter.error(filter.attitude9D, sensor.attitude)
            tilt = max(tilt, off.inclination)
            if index >= first * 50 { worst = max(worst, off.heading) }
            mark(index / 50, filter.isMagneticFieldDisturbed)
        }
        #expect(tilt < 2, "a magnetic field never changes the inclination")
        return worst
    }

    @Test("that is disturbed for 15 s is reported, and does not turn the heading")
    func disturbanceIsRejected() {
        var filter = OrientationFilter(rateInHertz: 50)
        var during: Set<Bool> = []
        var after: Set<Bool> = []
        let worst = worstHeading(
            of: &filter,
            from: 30,
            seconds: 90,
            disturbed: 40..<55,
            by: SIMD3(0, 40, 0)
        ) { second, isDisturbed in
            if 41..<55 ~= second { during.insert(isDisturbed) }
            if second > 57 { after.insert(isDisturbed) }
        }
        #expect(worst < 3)
        #expect(during == [true])
        #expect(after == [false])
    }

    @Test("with the strength of the Earth's but another dip is reported as disturbed")
    func dipDiffers() {
        var filter = OrientationFilter(rateInHertz: 50)
        var during: Set<Bool> = []
        let field = SimulatedSensor.field
        _ = worstHeading(
            of: &filter,
            from: 30,
            seconds: 55,
            disturbed: 40..<55,
            // Reverses the vertical component.
            by: SIMD3(0, 0, -2 * field.z)
        ) { second, isDisturbed in
            if second > 41 { during.insert(isDisturbed) }
        }
        #expect(during == [true])
    }

    @Test("that is disturbed turns the heading if the settings turn rejection off")
    func disturbanceIsFollowed() {
        var settings = OrientationSettings()
        settings.magneticField.isDisturbanceRejected = false
        var filter = OrientationFilter(rateInHertz: 50, settings: settings)
        let worst = worstHeading(
            of: &filter,
            from: 30,
            seconds: 90,
            disturbed: 40..<55,
            by: SIMD3(0, 40, 0)
        )
        #expect(worst > 20)
    }

    @Test("that persists while the sensor moves is learnt as the new one")
    func newField() {
        var filter = OrientationFilter(rateInHertz: 50)
        var isDisturbedAtEnd = true
        var sawDisturbance = false
        _ = worstHeading(
            of: &filter,
            from: 0,
            seconds: 140,
            disturbed: 40..<140,
            // Stronger than the Earth's, in the same direction.
            by: 0.5 * SimulatedSensor.field
        ) { second, isDisturbed in
            if 42..<50 ~= second { sawDisturbance = sawDisturbance || isDisturbed }
            isDisturbedAtEnd = isDisturbed
        }
        #expect(sawDisturbance)
        #expect(!isDisturbedAtEnd)
    }

    @Test("is not learnt while the sensor lies still, but gives a heading nevertheless")
    func atRest() {
        var sensor = SimulatedSensor(rate: 50, attitude: Quaternion(aboutZByRadians: 2.5))
        var filter = OrientationFilter(rateInHertz: 50)
        for _ in 0..<2_000 { filter.update(sensor.step()) }
        #expect(filter.isMagneticFieldDisturbed)
        #expect(OrientationFilter.error(filter.attitude9D, sensor.attitude).heading < 1)
    }
}
