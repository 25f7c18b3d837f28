// The sensors add exactly the requested errors to the truth, with the same bits each time.
import Orientation
import Testing

@testable import WalkSource

@Suite("A synthetic sensor")
struct SyntheticSensorTests {
    static func sensor(
        seed: UInt64 = 5,
        errors: InertialUnitErrors = .consumer,
        disturbance: MagneticEnvironment.Disturbance? = nil,
        placement: WalkPlacement = .lowBack
    ) throws -> SyntheticSensor {
        var environment = MagneticEnvironment()
        environment.disturbance = disturbance
        let walk = try SyntheticWalk(
            SyntheticWalkDescription(seed: seed, environment: environment, errors: errors)
        )
        let grid = try #require(SamplingGrid(rateInHertz: 100))
        return SyntheticSensor(walk: walk, placement: placement, grid: grid)
    }

    @Test("reports the truth if it has no errors", arguments: WalkPlacement.allCases)
    func perfect(placement: WalkPlacement) throws {
        var sensor = try Self.sensor(errors: .none, placement: placement)
        for index in stride(from: 0, to: 1_000, by: 7) {
            let truth = sensor.state(ofSample: index)
            let reading = sensor.reading(ofSample: index)
            #expect(reading.specificForceInG == truth.specificForceInG)
            #expect(reading.angularRateInRadiansPerSecond == truth.angularRateInRadiansPerSecond)
            #expect(reading.magneticFieldInMicrotesla == truth.magneticFieldInMicrotesla)
            #expect(abs(length(reading.magneticFieldInMicrotesla) - 49) < 1e-9)
        }
    }

    @Test("has the Earth's field dipping to the north")
    func fieldDirection() throws {
        let state = try Self.sensor().state(ofSample: 640)
        let field = state.attitude.rotate(state.magneticFieldInMicrotesla)
        let dip = PortableMath.sineAndCosine(halfTurns: 66.0 / 180)
        #expect(length(field - 49 * SIMD3(dip.cosine, 0, -dip.sine)) < 1e-9)
    }

    @Test("is in a disturbed field during the given time only")
    func disturbance() throws {
        let added = SIMD3(20.0, -10, 5)
        let sensor = try Self.sensor(
            disturbance: .init(fromSeconds: 4, untilSeconds: 6, fieldInMicrotesla: added)
        )
        let earth = sensor.walk.description.environment.localFieldInMicrotesla
        for (index, share) in [(399, 0.0), (400, 0), (425, 0.5), (450, 1), (500, 1), (601, 0)] {
            let state = sensor.state(ofSample: index)
            let field = state.attitude.rotate(state.magneticFieldInMicrotesla)
            #expect(length(field - earth - share * added) < 1e-9, "sample \(index)")
        }
    }

    @Test("adds white noise of the requested density")
    func whiteNoise() throws {
        var errors = InertialUnitErrors.none
        errors.accelerometer.noisePerRootHertz = 0.002
        errors.gyro.noisePerRootHertz = 0.01
        errors.magnetometer.noisePerRootHertz = 0.5
        var sensor = try Self.sensor(errors: errors)
        var noise: [[SIMD3<Double>]] = [[], [], []]
        for index in 0..<6_000 {
            let truth = sensor.state(ofSample: index)
            let reading = sensor.reading(ofSample: index)
            noise[0].append(reading.specificForceInG - truth.specificForceInG)
            noise[1].append(
                reading.angularRateInRadiansPerSecond - truth.angularRateInRadiansPerSecond
            )
            noise[2].append(reading.magneticFieldInMicrotesla - truth.magneticFieldInMicrotesla)
        }
        // At 100 Hz the band is 50 Hz wide.
        for (values, density) in zip(noise, [0.002, 0.01, 0.5]) {
            let expected = density * 50.0.squareRoot()
            for axis in 0..<3 {
                let series = values.map { $0[axis] / expected }
                let power = series.reduce(0) { $0 + $1 * $1 } / Double(series.count)
                let next = zip(series, series.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
                #expect(abs(power.squareRoot() - 1) < 0.03)
                #expect(abs(next / Double(series.count)) < 0.05)
            }
            let together = values.reduce(0) { $0 + $1.x * $1.y } / Double(values.count)
            #expect(abs(together / (expected * expected)) < 0.05)
        }
    }

    @Test("has a bias that wanders in steps of variance one, computed for any second directly")
    func biasWalk() {
        let walk = BiasWalk(sequence: RandomSequence(seed: 3, stream: 9))
        let knots = (0...4_000).map { walk.knot(atSecond: $0) }
        #expect(knots[0] == .zero)
        let steps = zip(knots, knots.dropFirst()).map { $1 - $0 }
        let variance = steps.reduce(SIMD3<Double>.zero) { $0 + $1 * $1 } / Double(steps.count)
        let related = zip(steps, steps.dropFirst()).reduce(SIMD3<Double>.zero) { $0 + $1.0 * $1.1 }
        for axis in 0..<3 {
            #expect(abs(variance[axis] - 1) < 0.1)
            #expect(abs(related[axis] / Double(steps.count)) < 0.06)
        }
        #expect(walk.knot(atSecond: 3_999) == knots[3_999])
    }

    @Test("starts with a constant bias of the requested size")
    func constantBias() throws {
        var errors = InertialUnitErrors.none
        errors.gyro.constantBias = 0.01
        var squares = 0.0
        for seed in 1...300 {
            var sensor = try Self.sensor(seed: UInt64(seed), errors: errors)
            let first = sensor.reading(ofSample: 0).angularRateInRadiansPerSecond
            let later = sensor.reading(ofSample: 150).angularRateInRadiansPerSecond
            #expect(first == later)
            squares += (first * first).sum()
        }
        #expect(abs((squares / 900).squareRoot() - 0.01) < 0.001)
    }

    @Test("gives the same bits in any order of reading, even after a day")
    func randomAccess() throws {
        var forward = try Self.sensor()
        var backward = try Self.sensor()
        let indices = Array(0..<300) + [8_640_000, 8_640_001]
        let inOrder = indices.map { forward.reading(ofSample: $0) }
        let reversed = indices.reversed().map { backward.reading(ofSample: $0) }
        #expect(inOrder == reversed.reversed())
    }

    @Test("has other errors by another seed or placement, and other steps by another seed only")
    func seedsDiffer() throws {
        var sensors = try [
            Self.sensor(seed: 1), Self.sensor(seed: 2), Self.sensor(seed: 1, placement: .leftFoot),
        ]
        let noise = sensors.indices.map { which in
            sensors[which].reading(ofSample: 50).specificForceInG
                - sensors[which].state(ofSample: 50).specificForceInG
        }
        #expect(noise[0] != noise[1])
        #expect(noise[0] != noise[2])
        let events = sensors.map { $0.walk.events(beforeSeconds: 10) }
        #expect(events[0] != events[1])
        #expect(events[0] == events[2])
    }

    @Test("gives exactly these bits on every machine", arguments: WalkPlacement.allCases)
    func pinnedBits(placement: WalkPlacement) throws {
        var sensor = try Self.sensor(seed: 42, placement: placement)
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in stride(from: 0, to: 2_000, by: 3) {
            let reading = sensor.reading(ofSample: index)
            let attitude = sensor.state(ofSample: index).attitude
            for vector in [
                reading.specificForceInG, reading.angularRateInRadiansPerSecond,
                reading.magneticFieldInMicrotesla, SIMD3(attitude.w, attitude.x, attitude.z),
            ] {
                for axis in 0..<3 {
                    digest = (digest ^ vector[axis].bitPattern) &* 0x100_0000_01B3
                }
            }
        }
        let pinned: [WalkPlacement: UInt64] = [
            .lowBack: 7_163_227_830_901_958_988, .leftFoot: 11_613_736_545_252_952_130,
            .rightFoot: 6_337_891_662_997_055_318, .sternum: 8_969_812_487_865_965_264,
            .leftThigh: 3_048_482_199_473_489_395, .leftWrist: 17_997_435_508_635_042_557,
        ]
        #expect(digest == pinned[placement])
    }
}
