import Testing

@testable import Orientation

@Suite("The gyroscope's bias")
struct BiasTests {
    static let degree = SimulatedSensor.degree

    @Test("is found within ten seconds of rest")
    func atRest() {
        var sensor = SimulatedSensor()
        sensor.bias = SIMD3(0.8, -0.5, 1.2) * Self.degree
        var filter = OrientationFilter(rateInHertz: 100)
        for _ in 0..<1_000 { filter.update(sensor.step()) }
        let left = filter.bias - sensor.bias
        #expect(left.dot(left).squareRoot() < 0.05 * Self.degree)
        let rate = filter.rotationRate
        #expect(rate.dot(rate).squareRoot() < 0.6 * Self.degree, "noise remains, but no bias")
    }

    @Test("is not estimated if the settings turn that off")
    func notEstimated() {
        var sensor = SimulatedSensor()
        sensor.bias = SIMD3(0.8, -0.5, 1.2) * Self.degree
        var settings = OrientationSettings()
        settings.bias.isEstimatedAtRest = false
        settings.bias.isEstimatedInMotion = false
        var filter = OrientationFilter(rateInHertz: 100, settings: settings)
        for _ in 0..<1_000 { filter.update(sensor.step()) }
        #expect(filter.bias == .zero)
    }

    @Test("is found in motion too, without a magnetometer")
    func inMotion() {
        var sensor = SimulatedSensor()
        sensor.bias = SIMD3(0.5, -0.4, 0.3) * Self.degree
        var filter = OrientationFilter(rateInHertz: 100)
        for index in 0..<24_000 {
            let reading = sensor.step(turning: sensor.tumbling(atSample: index, by: 1.5))
            filter.update(gyroscope: reading.gyroscope, accelerometer: reading.accelerometer)
        }
        #expect(!filter.isAtRest)
        let left = filter.bias - sensor.bias
        #expect(left.dot(left).squareRoot() < 0.2 * Self.degree)
    }

    @Test("is never estimated above its limit")
    func isLimited() {
        var filter = OrientationFilter(rateInHertz: 100)
        var largest = SIMD3<Double>.zero
        for _ in 0..<3_000 {
            filter.update(gyroscope: SIMD3(0.3, 0, 0.5), accelerometer: SIMD3(0, 0, 1))
            largest = pointwiseMax(largest, pointwiseMax(filter.bias, -filter.bias))
        }
        #expect(largest.max() <= 2 * Self.degree)
        #expect(!filter.isAtRest, "a rotation this fast is no bias")
    }

    @Test(
        "stays accurate over 20,000 samples at rest, at low and high rates",
        arguments: [(0.1, 0.3), (1_000, 0.05)]
    )
    func overDays(rate: Double, tolerance: Double) {
        var sensor = SimulatedSensor(rate: rate)
        sensor.bias = SIMD3(0.8, -0.5, 1.2) * Self.degree
        var filter = OrientationFilter(rateInHertz: rate)
        for _ in 0..<20_000 { filter.update(sensor.step()) }
        let left = filter.bias - sensor.bias
        #expect(left.dot(left).squareRoot() < tolerance * Self.degree)
    }
}

@Suite("Rest")
struct RestTests {
    @Test("is detected 1.5 to 5 s after the last motion, and ends with the next one")
    func beginsAndEnds() {
        var sensor = SimulatedSensor()
        var filter = OrientationFilter(rateInHertz: 100)
        for index in 0..<500 {
            filter.update(sensor.step(turning: sensor.tumbling(atSample: index)))
        }
        #expect(!filter.isAtRest)
        var waited = 0
        while !filter.isAtRest, waited < 1_000 {
            filter.update(sensor.step())
            waited += 1
        }
        #expect(150..<500 ~= waited)
        filter.update(sensor.step(turning: SIMD3(0, 0, 0.5)))
        #expect(!filter.isAtRest)
    }

    @Test("is not detected while the sensor is pushed without turning")
    func pushed() {
        var sensor = SimulatedSensor()
        var filter = OrientationFilter(rateInHertz: 100)
        for index in 0..<1_000 {
            let push = 0.2 * sensor.tumbling(atSample: 5 * index)
            filter.update(sensor.step(pushed: push))
        }
        #expect(!filter.isAtRest)
    }
}
