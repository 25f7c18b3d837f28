import Testing

@testable import Orientation

@Suite("An orientation filter with missing readings")
struct HoleTests {
    /// Filters that have followed a sensor for some seconds, and the sensor.
    private func settled(
        bias: SIMD3<Double> = .zero,
        seconds: Int = 30
    ) -> (InclinationFilter, HeadingFilter, SimulatedSensor) {
        var sensor = SimulatedSensor()
        sensor.bias = bias
        var inclination = InclinationFilter(rateInHertz: 100)
        var north = HeadingFilter(rateInHertz: 100)
        for index in 0..<seconds * 100 {
            step(&inclination, &north, &sensor, sensor.tumbling(atSample: index, by: 2))
        }
        return (inclination, north, sensor)
    }

    private func step(
        _ inclination: inout InclinationFilter,
        _ north: inout HeadingFilter,
        _ sensor: inout SimulatedSensor,
        _ turning: SIMD3<Double> = .zero
    ) {
        let reading = sensor.step(turning: turning)
        inclination.update(
            gyroscope: reading.gyroscope,
            accelerometer: reading.accelerometer
        )
        north.update(
            magnetometer: reading.magnetometer,
            attitude: inclination.attitude,
            meanRotation: inclination.meanRotation
        )
    }

    private func error(
        _ inclination: InclinationFilter,
        _ north: HeadingFilter,
        _ sensor: SimulatedSensor
    ) -> Double {
        OrientationFilter.error(north.northward(inclination.attitude), sensor.attitude).total
    }

    @Test("turns through a gap at the given rate")
    func bridges() {
        var (inclination, north, sensor) = settled()
        for _ in 0..<20 { _ = sensor.step(turning: SIMD3(1, -2, 1)) }
        inclination.bridge(at: SIMD3(1, -2, 1), forSeconds: 0.2)
        step(&inclination, &north, &sensor)
        #expect(error(inclination, north, sensor) < 2)
    }

    @Test(
        "ignores an implausible rate and an infinite length of a gap",
        arguments: [Double.nan, 1e9]
    )
    func refuses(rate: Double) {
        var (inclination, _, _) = settled()
        let before = inclination.attitude
        inclination.bridge(at: SIMD3(0, 0, rate), forSeconds: 0.1)
        inclination.bridge(at: SIMD3(0, 0, 1), forSeconds: .infinity)
        inclination.update(gyroscope: .zero, accelerometer: nil, turnTimeInSeconds: 0)
        #expect((inclination.attitude * before.inverse).angleInRadians < 1e-9)
    }

    @Test("finds up and north at once after levelling anew, and keeps bias and field")
    func levels() {
        let bias = SIMD3(0.005, -0.01, 0.008)
        var (inclination, north, sensor) = settled(bias: bias, seconds: 300)
        let learnt = inclination.bias
        #expect((learnt - bias).dot(learnt - bias).squareRoot() < 0.004)
        #expect(!north.isMagneticFieldDisturbed)
        // The filters get no readings of this rotation.
        for _ in 0..<100 { _ = sensor.step(turning: SIMD3(1.5, 0.5, -2)) }
        inclination.levelAnew(afterSeconds: 1, trustInSeconds: 0)
        north.lookAnew(trustInSeconds: 0)
        for _ in 0..<10 { step(&inclination, &north, &sensor) }
        #expect(error(inclination, north, sensor) < 3)
        #expect(!north.isMagneticFieldDisturbed)
        for index in 0..<1000 {
            step(&inclination, &north, &sensor, sensor.tumbling(atSample: index, by: 2))
            let left = inclination.bias - learnt
            #expect(left.dot(left).squareRoot() < 0.003)
        }
        #expect(error(inclination, north, sensor) < 3)
    }

    @Test("keeps the heading after a gap in a disturbed field")
    func disturbed() throws {
        var (inclination, north, sensor) = settled()
        func heading() throws -> Double {
            try #require(north.northward(inclination.attitude)).headingInRadians
        }
        let iron = SIMD3(40.0, 60, 10)
        func step() {
            let reading = sensor.step(disturbance: iron)
            inclination.update(gyroscope: reading.gyroscope, accelerometer: reading.accelerometer)
            north.update(
                magnetometer: reading.magnetometer,
                attitude: inclination.attitude,
                meanRotation: inclination.meanRotation
            )
        }
        for _ in 0..<100 { step() }
        #expect(north.isMagneticFieldDisturbed)
        let before = try heading()
        inclination.levelAnew(afterSeconds: 0.5, trustInSeconds: 0)
        north.lookAnew(trustInSeconds: 0)
        for _ in 0..<100 { step() }
        #expect(abs(try heading() - before) < 0.02)
    }

    @Test(
        "continues at another rate, and keeps what it has learnt",
        arguments: [25.0, 50, 200, 400]
    )
    func otherRate(rate: Double) {
        var (inclination, north, sensor) = settled()
        let bias = inclination.bias
        inclination.change(toRateInHertz: rate)
        north.change(toRateInHertz: rate)
        sensor = SimulatedSensor(rate: rate, attitude: sensor.attitude)
        #expect(inclination.bias == bias)
        for index in 0..<Int(20 * rate) {
            step(&inclination, &north, &sensor, sensor.tumbling(atSample: index, by: 2))
            #expect(error(inclination, north, sensor) < 3)
        }
        #expect(!north.isMagneticFieldDisturbed)
    }

    @Test(
        "gives valid results at rates so low that little is smoothed",
        arguments: [8, 0.9, 0.1, 0.01]
    )
    func lowRates(rate: Double) {
        var inclination = InclinationFilter(rateInHertz: rate)
        var north = HeadingFilter(rateInHertz: rate)
        func step() {
            inclination.update(gyroscope: SIMD3(0, 0, 0.01), accelerometer: SIMD3(0, 0, 1))
            north.update(
                magnetometer: SIMD3(20, 0, -40),
                attitude: inclination.attitude,
                meanRotation: inclination.meanRotation
            )
        }
        for _ in 0..<20 { step() }
        inclination.levelAnew(afterSeconds: 5, trustInSeconds: 0.01)
        north.lookAnew(trustInSeconds: 0.01)
        step()
        inclination.change(toRateInHertz: rate * 0.7)
        north.change(toRateInHertz: rate * 0.7)
        for _ in 0..<200 { step() }
        #expect(abs(inclination.attitude.norm - 1) < 1e-6)
        #expect(inclination.attitude.inclinationInRadians < 0.01)
        #expect(inclination.isAtRest)
        #expect(abs(inclination.bias.z) < 0.02)
        #expect(north.northward(inclination.attitude).map { abs($0.norm - 1) < 1e-6 } ?? false)
    }

    @Test("stays upright if only the middle of a push is missing")
    func pushes() {
        // Twice a second a push forward and then one back, 0.1 s each; from 5 s on the middle of the first is missing.
        var filter = InclinationFilter(rateInHertz: 100)
        var whole = InclinationFilter(rateInHertz: 100)
        for index in 0..<2000 {
            let push = index % 50 < 10 ? 0.5 : index % 50 < 20 ? -0.5 : 0
            let felt = SIMD3(push, 0, 1)
            whole.update(gyroscope: .zero, accelerometer: felt)
            let isMissing = index > 500 && (3..<8).contains(index % 50)
            if isMissing {
                filter.bridge(at: .zero, forSeconds: 0.01)
            } else {
                filter.update(gyroscope: .zero, accelerometer: felt)
            }
        }
        let off = filter.attitude * whole.attitude.inverse
        #expect(off.inclinationInRadians < 0.2 * SimulatedSensor.degree)
    }
}
