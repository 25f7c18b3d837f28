import RandomWords
import Testing

@testable import Orientation

@Suite("An implausible reading")
struct HostileReadingTests {
    static let hostile: [SIMD3<Double>] = [
        SIMD3(.nan, 0, 1), SIMD3(0, .infinity, 0), SIMD3(0, 0, -.infinity),
        SIMD3(.nan, .nan, .nan), SIMD3(.greatestFiniteMagnitude, 0, 0), SIMD3(0, 1e200, 1e200),
        SIMD3(repeating: -1e12), SIMD3(.signalingNaN, 0, 0),
    ]

    @Test("is dropped and counted, and leaves the attitude unchanged", arguments: hostile)
    func leftOut(reading: SIMD3<Double>) {
        var sensor = SimulatedSensor(attitude: Quaternion(rotationVector: SIMD3(1, 0.5, -1)))
        var filter = OrientationFilter(rateInHertz: 100)
        for index in 0..<1_000 {
            filter.update(sensor.step(turning: sensor.tumbling(atSample: index)))
        }
        let before = filter
        for _ in 0..<100 {
            filter.update(gyroscope: reading, accelerometer: reading, magnetometer: reading)
        }
        #expect(filter.refusedReadings == 300)
        #expect(filter.attitude6D == before.attitude6D)
        #expect(filter.attitude9D == before.attitude9D)
        #expect(filter.bias == before.bias)
        #expect(filter.heading == before.heading)
        for index in 0..<1_000 {
            filter.update(sensor.step(turning: sensor.tumbling(atSample: index)))
        }
        #expect(OrientationFilter.error(filter.attitude9D, sensor.attitude).total < 4)
    }

    @Test("of the accelerometer alone leaves the gyroscope in use", arguments: hostile + [.zero])
    func accelerometerAlone(reading: SIMD3<Double>) {
        var sensor = SimulatedSensor()
        var filter = OrientationFilter(rateInHertz: 100)
        filter.update(sensor.step())
        for index in 0..<500 {
            let good = sensor.step(turning: sensor.tumbling(atSample: index))
            filter.update(
                gyroscope: good.gyroscope,
                accelerometer: reading,
                magnetometer: good.magnetometer
            )
        }
        #expect(filter.refusedReadings == 500)
        #expect(OrientationFilter.error(filter.attitude9D, sensor.attitude).total < 3)
    }

    @Test("before the first plausible one does no harm", arguments: hostile)
    func first(reading: SIMD3<Double>) {
        var sensor = SimulatedSensor(attitude: Quaternion(rotationVector: SIMD3(1, 0.5, -1)))
        var filter = OrientationFilter(rateInHertz: 100)
        filter.update(gyroscope: reading, accelerometer: reading, magnetometer: reading)
        #expect(filter.attitude6D == .identity)
        #expect(filter.attitude9D == nil)
        for _ in 0..<300 { filter.update(sensor.step()) }
        #expect(OrientationFilter.error(filter.attitude9D, sensor.attitude).total < 1)
    }

    @Test(
        "within the limits keeps the attitude a rotation, and the filter recovers from it",
        arguments: 1...3
    )
    func believable(seed: UInt64) throws {
        var random = RandomWords(seed: seed)
        var filter = OrientationFilter(rateInHertz: 100)
        var isTurn = true
        for _ in 0..<3_000 {
            let scale = Double.random(in: -12...3, using: &random)
            var size = 1.0
            for _ in 0..<Int(abs(scale)) { size *= scale < 0 ? 0.1 : 10 }
            filter.update(
                gyroscope: 0.3 * size * random.noise(),
                accelerometer: size * random.noise(),
                magnetometer: 1e4 * size * random.noise()
            )
            isTurn =
                isTurn && abs(filter.attitude6D.norm - 1) < 1e-13
                && abs((filter.attitude9D ?? .identity).norm - 1) < 1e-13
                && filter.gravity.dot(filter.gravity).isFinite
                && filter.userAcceleration.dot(filter.userAcceleration).isFinite
                && 0..<360 ~= filter.heading ?? 0
        }
        #expect(isTurn)
        var sensor = SimulatedSensor(attitude: Quaternion(rotationVector: SIMD3(1, 0.5, -1)))
        for index in 0..<8_000 {
            filter.update(sensor.step(turning: sensor.tumbling(atSample: index)))
        }
        #expect(OrientationFilter.error(filter.attitude9D, sensor.attitude).total < 5)
    }

    @Test("of almost zero acceleration, as in free fall, leaves the inclination unchanged")
    func freeFall() {
        var sensor = SimulatedSensor()
        var filter = OrientationFilter(rateInHertz: 100)
        for _ in 0..<500 { filter.update(sensor.step()) }
        for _ in 0..<100 {
            filter.update(gyroscope: .zero, accelerometer: SIMD3(1e-9, -1e-9, 1e-9))
        }
        #expect(OrientationFilter.error(filter.attitude6D, sensor.attitude).inclination < 1)
    }

    @Test("of almost zero acceleration at the start leaves attitude and bias unchanged")
    func fallsFirst() {
        var filter = OrientationFilter(rateInHertz: 100)
        for _ in 0..<100 {
            filter.update(gyroscope: .zero, accelerometer: SIMD3(1e-9, -1e-9, 1e-9))
        }
        #expect(filter.attitude6D == .identity)
        #expect(filter.bias == .zero)
    }
}

@Suite("The settings of an orientation filter")
struct OrientationSettingsTests {
    @Test("are valid by default")
    func good() {
        #expect(OrientationSettings().problem == nil)
    }

    @Test(
        "are rejected by name if a value is unusable",
        arguments: [0, -1, .nan, .infinity, 1e300, 1e-300]
    )
    func problems(value: Double) throws {
        let paths: [WritableKeyPath<OrientationSettings, Double>] = [
            \.inclinationTimeConstantInSeconds, \.headingTimeConstantInSeconds,
            \.bias.initialDeviationInDegreesPerSecond, \.bias.forgettingTimeInSeconds,
            \.bias.limitInDegreesPerSecond, \.bias.deviationInMotionInDegreesPerSecond,
            \.bias.deviationAtRestInDegreesPerSecond, \.bias.verticalForgettingFactor,
            \.rest.durationInSeconds, \.rest.timeConstantInSeconds,
            \.rest.gyroscopeInDegreesPerSecond, \.rest.accelerometerInG,
            \.magneticField.smoothingInSeconds, \.magneticField.learningInSeconds,
            \.magneticField.strengthTolerance, \.magneticField.dipToleranceInDegrees,
            \.magneticField.newFieldInSeconds, \.magneticField.firstFieldInSeconds,
            \.magneticField.newFieldMotionInDegreesPerSecond,
            \.magneticField.undisturbedInSeconds, \.magneticField.rejectionInSeconds,
            \.magneticField.rejectionFactor,
        ]
        var named: Set<Substring> = []
        for path in paths {
            var settings = OrientationSettings()
            settings[keyPath: path] = value
            let problem = try #require(settings.problem)
            named.insert(problem.prefix { $0 != " " })
        }
        #expect(named.count == paths.count)
        var settings = OrientationSettings()
        settings.magnetometerRateInHertz = value
        #expect(settings.problem?.hasPrefix("magnetometerRateInHertz is ") == true)
    }

    @Test("at both ends of the allowed range give finite results", arguments: [1e-9, 1e9])
    func extremes(value: Double) {
        var settings = OrientationSettings()
        settings.inclinationTimeConstantInSeconds = value
        settings.headingTimeConstantInSeconds = value
        settings.bias.deviationAtRestInDegreesPerSecond = value
        settings.bias.deviationInMotionInDegreesPerSecond = value
        settings.bias.forgettingTimeInSeconds = value
        settings.rest.timeConstantInSeconds = value
        settings.magneticField.smoothingInSeconds = value
        for rate in [1e-3, 100, 1e9] {
            var filter = OrientationFilter(rateInHertz: rate, settings: settings)
            var sensor = SimulatedSensor(rate: rate)
            for index in 0..<1_000 {
                let turning = index < 500 ? .zero : sensor.tumbling(atSample: index)
                filter.update(sensor.step(turning: turning))
            }
            #expect(abs(filter.attitude6D.norm - 1) < 1e-13)
            #expect(filter.bias.dot(filter.bias).isFinite)
        }
    }
}
