import Testing

@testable import Orientation

@Suite("The attitude of a finished recording")
struct OfflineOrientationTests {
    static let degree = SimulatedSensor.degree

    /// A recording of a sensor that tumbles and is pushed, with its true attitudes.
    private struct Tumble {
        var readings: [Reading] = []
        var truth: [Quaternion] = []
        let rate: Double

        init(
            seed: UInt64,
            count: Int,
            rate: Double = 100,
            bias: SIMD3<Double> = .zero,
            disturbed: Range<Int> = 0..<0
        ) {
            self.rate = rate
            var sensor = SimulatedSensor(
                rate: rate,
                attitude: Quaternion(rotationVector: SIMD3(0.3, -1, Double(seed))),
                seed: seed
            )
            sensor.bias = bias
            for index in 0..<count {
                let reading = sensor.step(
                    turning: sensor.tumbling(atSample: index, by: 1.5),
                    pushed: 0.2 * sensor.tumbling(atSample: 3 * index),
                    disturbance: disturbed.contains(index) ? SIMD3(10, 30, 5) : .zero
                )
                readings.append(reading)
                truth.append(sensor.attitude)
            }
        }

        func offline(withField: Bool = true) -> OfflineAttitudes {
            var offline = OfflineOrientation(rateInHertz: rate)
            for reading in readings {
                offline.append(
                    gyroscope: reading.gyroscope,
                    accelerometer: reading.accelerometer,
                    magnetometer: withField ? reading.magnetometer : nil
                )
            }
            return offline.solve()
        }

        /// The root-mean-square errors of a live filter and of the offline estimate, in degrees.
        func errors(in range: Range<Int>) -> (along: Errors, offline: Errors) {
            var filter = OrientationFilter(rateInHertz: rate)
            let solved = offline()
            var along = Errors()
            var after = Errors()
            for index in readings.indices {
                filter.update(readings[index])
                guard range.contains(index) else { continue }
                along.add(filter.attitude9D, truth[index], of: range.count)
                after.add(solved.attitude9D(at: index), truth[index], of: range.count)
            }
            return (along, after)
        }
    }

    private struct Errors {
        private var squares = SIMD2<Double>.zero

        mutating func add(_ estimate: Quaternion?, _ truth: Quaternion, of count: Int) {
            let off = OrientationFilter.error(estimate, truth)
            let both = SIMD2(off.inclination, off.heading)
            squares += both * both / Double(count)
        }

        var inclination: Double { squares.x.squareRoot() }
        var heading: Double { squares.y.squareRoot() }
    }

    private static let bias = SIMD3(0.4, -0.3, 0.2) * degree

    @Test("is more accurate than that of a live filter", arguments: UInt64(1)...3)
    func betterThanAlong(seed: UInt64) {
        let errors = Tumble(seed: seed, count: 9_000, bias: Self.bias).errors(in: 3_000..<9_000)
        #expect(errors.offline.inclination < errors.along.inclination)
        #expect(errors.offline.heading < errors.along.heading)
    }

    @Test("has at most half of a live filter's error in the first ten seconds")
    func rightFromTheFirst() {
        let errors = Tumble(seed: 4, count: 9_000, bias: Self.bias).errors(in: 0..<1_000)
        #expect(errors.offline.inclination < 0.5 * errors.along.inclination)
        #expect(errors.offline.heading < 0.5 * errors.along.heading)
    }

    @Test("is the same, apart from one rotation, if the recording is played backward")
    func backward() {
        let tumble = Tumble(seed: 5, count: 3_000, bias: Self.bias)
        let forward = tumble.offline(withField: false)
        var reversed = OfflineOrientation(rateInHertz: 100)
        for index in tumble.readings.indices.reversed() {
            // Played backward, a step undoes the rotation of the recording's next step.
            let behind = tumble.readings[min(index + 1, tumble.readings.count - 1)]
            reversed.append(
                gyroscope: -behind.gyroscope,
                accelerometer: tumble.readings[index].accelerometer
            )
        }
        let backward = reversed.solve()
        let last = tumble.readings.count - 1
        let first = (forward.attitude6D(at: 0) * backward.attitude6D(at: last).inverse)
        var worst = 0.0
        for index in 0...last {
            let there = first * backward.attitude6D(at: last - index)
            worst = max(worst, (forward.attitude6D(at: index) * there.inverse).angleInRadians)
        }
        #expect(worst < 0.05 * Self.degree)
    }

    @Test("keeps its heading through a disturbed field, and the disturbance is reported")
    func disturbedField() {
        let tumble = Tumble(seed: 6, count: 12_000, disturbed: 5_000..<6_500)
        let solved = tumble.offline()
        var worst = 0.0
        for index in 0..<12_000 {
            let off = OrientationFilter.error(solved.attitude9D(at: index), tumble.truth[index])
            worst = max(worst, off.heading)
        }
        #expect(worst < 2)
        #expect(solved.isMagneticFieldDisturbed(at: 5_800))
        #expect(!solved.isMagneticFieldDisturbed(at: 2_000))
        #expect(!solved.isMagneticFieldDisturbed(at: 10_000))
    }

    @Test("comes with the whole time of rest, and with the bias at rest")
    func rest() {
        var sensor = SimulatedSensor()
        sensor.bias = Self.bias
        var offline = OfflineOrientation(rateInHertz: 100)
        for index in 0..<3_000 {
            let isMoving = !(1_000..<2_000).contains(index)
            let reading = sensor.step(turning: isMoving ? sensor.tumbling(atSample: index) : .zero)
            offline.append(gyroscope: reading.gyroscope, accelerometer: reading.accelerometer)
        }
        let solved = offline.solve()
        let resting = (0..<3_000).filter { solved.isAtRest(at: $0) }
        // Smoothing makes a moment at each end look like motion.
        #expect((999..<1_020).contains(resting.first ?? 0))
        #expect((1_980..<2_000).contains(resting.last ?? 0))
        let left = solved.bias(at: 1_500) - Self.bias
        #expect(left.dot(left).squareRoot() < 0.03 * Self.degree)
        #expect(solved.attitude9D(at: 1_500) == nil)
    }

    @Test("continues after a gap: levelled anew, and without north from the last heading")
    func hole() {
        let tumble = Tumble(seed: 7, count: 8_000, bias: Self.bias)
        var offline = OfflineOrientation(rateInHertz: 100)
        let kept = [0..<4_000, 5_000..<8_000]
        for range in kept {
            if range.lowerBound > 0 { offline.passHole(ofSeconds: 10) }
            for index in range {
                let reading = tumble.readings[index]
                offline.append(
                    gyroscope: reading.gyroscope,
                    accelerometer: reading.accelerometer,
                    magnetometer: reading.magnetometer
                )
            }
        }
        let solved = offline.solve()
        #expect(solved.count == 7_000)
        for (place, index) in kept.joined().enumerated() {
            let off = OrientationFilter.error(solved.attitude9D(at: place), tumble.truth[index])
            #expect(off.total < 2.5, "at \(index)")
        }
        let turned = abs(
            solved.attitude6D(at: 3_999).headingInRadians
                - solved.attitude6D(at: 4_000).headingInRadians
        )
        #expect(min(turned, 2 * .pi - turned) < 1e-9)
    }

    @Test("is computed without implausible readings, which are counted")
    func refused() {
        let tumble = Tumble(seed: 8, count: 3_000)
        var offline = OfflineOrientation(rateInHertz: 100)
        let wrong = SIMD3<Double>(.nan, 0, 0)
        for (index, reading) in tumble.readings.enumerated() {
            offline.append(
                gyroscope: index % 500 == 250 ? SIMD3(0, .infinity, 0) : reading.gyroscope,
                accelerometer: index % 20 < 10
                    ? (index % 20 == 3 ? .zero : wrong) : reading.accelerometer,
                magnetometer: index % 7 == 0 ? wrong : reading.magnetometer
            )
        }
        #expect(offline.refusedReadings == 6 + 1_500 + 429)
        let solved = offline.solve()
        for index in 500..<2_500 {
            let off = OrientationFilter.error(solved.attitude9D(at: index), tumble.truth[index])
            #expect(off.total < 3, "at \(index)")
        }
    }

    @Test("has no north hours away from the nearest magnetometer reading")
    func farFromReadings() {
        var offline = OfflineOrientation(rateInHertz: 1)
        let away = 20_000
        for index in 0..<away {
            offline.append(
                gyroscope: .zero,
                accelerometer: SIMD3(0, 0, 1),
                magnetometer: index < 60 || index >= away - 60 ? SIMD3(12, 16, -45) : nil
            )
        }
        let solved = offline.solve()
        #expect(solved.attitude9D(at: away / 2) == nil)
        for index in [0, 59, 1_000, away - 1] {
            let heading = solved.attitude9D(at: index)?.headingInRadians ?? .nan
            #expect(abs(heading + 0.927_295_218) < 0.01, "at \(index)")
        }
    }

    @Test("is computed at any allowed rate, and without rotations of invalid duration")
    func hostileTimes() {
        for rate in [1e-3, 0.01, 1, 1e6] {
            var offline = OfflineOrientation(rateInHertz: rate)
            for index in 0..<50 {
                offline.append(
                    gyroscope: SIMD3(0, 0, 1e-4),
                    accelerometer: SIMD3(0, 0, 1),
                    magnetometer: SIMD3(20, 0, -45),
                    turnTimeInSeconds: index % 10 == 5
                        ? [.nan, -1, .infinity][index / 10 % 3] : nil
                )
            }
            #expect(offline.refusedReadings == 5)
            let solved = offline.solve()
            for index in 0..<50 { #expect(abs(solved.attitude6D(at: index).norm - 1) < 1e-9) }
        }
    }

    @Test("exists for recordings of zero, one and two steps", arguments: 0...2)
    func short(count: Int) {
        let tumble = Tumble(seed: 9, count: count)
        let solved = tumble.offline()
        #expect(solved.count == count)
        for index in 0..<count {
            let off = OrientationFilter.error(solved.attitude9D(at: index), tumble.truth[index])
            #expect(off.inclination < 15)
            #expect(abs(solved.attitude6D(at: index).norm - 1) < 1e-12)
        }
    }

    @Test("follows the gyroscope alone if there is no accelerometer")
    func gyroscopeAlone() {
        var offline = OfflineOrientation(rateInHertz: 100)
        for _ in 0..<100 { offline.append(gyroscope: SIMD3(0, 0, .pi / 2), accelerometer: nil) }
        let solved = offline.solve()
        let turned = solved.attitude6D(at: 99) * solved.attitude6D(at: 0).inverse
        #expect(abs(turned.angleInRadians - 0.99 * .pi / 2) < 1e-9)
        #expect(solved.attitude9D(at: 50) == nil)
    }
}
