import Testing

@testable import Orientation

@Suite("An orientation filter")
struct OrientationFilterTests {
    static let degree = SimulatedSensor.degree

    @Test(
        "finds up and north with the first sample, however the sensor lies",
        arguments: [
            SIMD3<Double>(0, 0, 0), SIMD3(0, 1.57, 0), SIMD3(3.0, 0, 0), SIMD3(1, -2, 0.5),
        ]
    )
    func uprightAtOnce(pose: SIMD3<Double>) {
        var sensor = SimulatedSensor(attitude: Quaternion(rotationVector: pose))
        sensor.noise = .zero
        var filter = OrientationFilter(rateInHertz: 100)
        filter.update(sensor.step())
        let off = OrientationFilter.error(filter.attitude6D, sensor.attitude)
        #expect(off.inclination < 1e-6)
        #expect(OrientationFilter.error(filter.attitude9D, sensor.attitude).total < 1e-6)
    }

    @Test("finds up for a sensor that is exactly upside down")
    func upsideDown() {
        var filter = OrientationFilter(rateInHertz: 100)
        filter.update(gyroscope: .zero, accelerometer: SIMD3(0, 0, -1))
        #expect(filter.gravity == SIMD3(0, 0, -1))
        #expect(abs(filter.attitude6D.norm - 1) < 1e-15)
    }

    @Test("follows a turn about the vertical by the gyroscope alone")
    func followsTurn() {
        var sensor = SimulatedSensor()
        sensor.noise = .zero
        var filter = OrientationFilter(rateInHertz: 100)
        filter.update(gyroscope: .zero, accelerometer: SIMD3(0, 0, 1))
        for _ in 0..<100 {
            let reading = sensor.step(turning: SIMD3(0, 0, Double.pi / 2))
            filter.update(gyroscope: reading.gyroscope, accelerometer: reading.accelerometer)
        }
        #expect(abs(filter.attitude6D.headingInRadians - .pi / 2) < 0.001)
    }

    @Test("is accurate to two degrees despite turns, pushes, bias and noise", arguments: 1...3)
    func movement(seed: UInt64) {
        var sensor = SimulatedSensor(
            attitude: Quaternion(rotationVector: SIMD3(0.3, -1, Double(seed))),
            seed: seed
        )
        sensor.bias = SIMD3(0.4, -0.3, 0.2) * Self.degree
        var filter = OrientationFilter(rateInHertz: 100)
        var worst = (inclination: 0.0, heading: 0.0)
        for index in 0..<12_000 {
            let turning = sensor.tumbling(atSample: index, by: 1.5)
            let push = 0.2 * sensor.tumbling(atSample: 3 * index)
            filter.update(sensor.step(turning: turning, pushed: push))
            guard index >= 6_000 else { continue }
            let off = OrientationFilter.error(filter.attitude9D, sensor.attitude)
            worst = (max(worst.inclination, off.inclination), max(worst.heading, off.heading))
        }
        #expect(worst.inclination < 2)
        #expect(worst.heading < 2)
        let left = filter.bias - sensor.bias
        #expect(left.dot(left).squareRoot() < 0.3 * Self.degree)
    }

    @Test("splits the accelerometer's reading into gravity and user acceleration")
    func splitsAcceleration() {
        var sensor = SimulatedSensor(attitude: Quaternion(rotationVector: SIMD3(0.4, 0.9, 2)))
        sensor.noise = .zero
        var filter = OrientationFilter(rateInHertz: 100)
        for _ in 0..<300 { filter.update(sensor.step()) }
        // A push of 0.5 g to the west, in the Earth's frame.
        let reading = sensor.step(pushed: SIMD3(0, 0.5, 0))
        filter.update(reading)
        let sum = filter.gravity + filter.userAcceleration - reading.accelerometer
        #expect(sum.dot(sum) < 1e-30)
        let push = sensor.attitude.rotate(filter.userAcceleration) - SIMD3(0, 0.5, 0)
        #expect(push.dot(push).squareRoot() < 0.001)
        #expect(filter.magneticField == reading.magnetometer)
    }

    @Test(
        "gives the heading in degrees clockwise from magnetic north",
        arguments: [(0.0, 0.0), (-90, 90), (90, 270), (180, 180), (-1, 1), (1, 359), (45, 315)],
        [SIMD3<Double>.zero, SIMD3(0.5, 0, 0), SIMD3(0, -1.5, 0)]
    )
    func heading(turn: (toWest: Double, heading: Double), tilt: SIMD3<Double>) throws {
        var sensor = SimulatedSensor(
            attitude: Quaternion(aboutZByRadians: turn.toWest * Self.degree)
                * Quaternion(rotationVector: tilt)
        )
        sensor.noise = .zero
        var filter = OrientationFilter(rateInHertz: 100)
        #expect(filter.heading == nil)
        #expect(filter.attitude9D == nil)
        for _ in 0..<10 { filter.update(sensor.step()) }
        let heading = try #require(filter.heading)
        #expect(0..<360 ~= heading)
        let off = abs(heading - turn.heading)
        #expect(min(off, 360 - off) < 1e-6)
    }

    @Test("has no heading without a magnetometer, and one from its first reading on")
    func headingNeedsMagnetometer() {
        var sensor = SimulatedSensor()
        var filter = OrientationFilter(rateInHertz: 100)
        for _ in 0..<50 {
            let reading = sensor.step()
            filter.update(gyroscope: reading.gyroscope, accelerometer: reading.accelerometer)
        }
        #expect(filter.heading == nil)
        #expect(filter.magneticField == nil)
        filter.update(sensor.step())
        #expect(filter.heading != nil)
    }

    @Test("is accurate to two degrees with a magnetometer at a quarter of the rate")
    func slowMagnetometer() {
        var sensor = SimulatedSensor(attitude: Quaternion(aboutZByRadians: 2))
        var settings = OrientationSettings()
        settings.magnetometerRateInHertz = 25
        var filter = OrientationFilter(rateInHertz: 100, settings: settings)
        var worst = 0.0
        for index in 0..<5_000 {
            let reading = sensor.step(turning: sensor.tumbling(atSample: index))
            filter.update(
                gyroscope: reading.gyroscope,
                accelerometer: reading.accelerometer,
                magnetometer: index.isMultiple(of: 4) ? reading.magnetometer : nil
            )
            let off = OrientationFilter.error(filter.attitude9D, sensor.attitude)
            if index > 3_000 { worst = max(worst, off.total) }
        }
        #expect(worst < 2)
        #expect(!filter.isMagneticFieldDisturbed)
    }

    @Test("gives the same bits for the same samples on every machine")
    func sameBits() throws {
        func run() throws -> [UInt64] {
            var sensor = SimulatedSensor()
            sensor.bias = SIMD3(0.01, -0.005, 0.002)
            var filter = OrientationFilter(rateInHertz: 100)
            for index in 0..<1_500 {
                let turning = index < 400 ? .zero : sensor.tumbling(atSample: index, by: 2)
                filter.update(sensor.step(turning: turning))
            }
            let attitude = try #require(filter.attitude9D)
            return [attitude.w, attitude.x, attitude.y, attitude.z, filter.bias.x]
                .map(\.bitPattern)
        }
        let bits = try run()
        #expect(try run() == bits)
        // Recorded once; other compilers and processors must produce the same bits.
        #expect(bits == Self.knownBits)
    }

    static let knownBits: [UInt64] = [
        4_605_383_357_097_577_911, 4_599_043_499_874_849_974, 4_599_750_949_349_971_748,
        13_824_176_273_764_461_928, 4_576_850_090_487_588_864,
    ]
}
