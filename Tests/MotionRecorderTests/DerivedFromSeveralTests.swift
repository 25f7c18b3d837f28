// Sensors of several devices, and sensors that do what sensors should not.

import MotionRecorder
import Orientation
import SampleStream
import Testing
import Timebase

@Suite("Readings derived from several devices")
struct DerivedFromSeveralTests {
    private let second: Int64 = 1_000_000_000
    private let types = MotionProcessorTests.all

    /// A gyroscope of 100 Hz, an accelerometer of 62.5 Hz, a magnetometer of 20 Hz, none in step.
    private func devices(until end: Int64) -> [MotionSample] {
        Swing.samples(
            [
                (.gyro, 10_000_000, 1_234_567), (.accelerometer, 16_000_000, 7_000_001),
                (.magnetometer, 50_000_000, 3_333_333),
            ],
            until: end
        )
    }
    private let rates: [MotionSensorType: Double] = [
        .gyro: 100, .accelerometer: 62.5, .magnetometer: 20,
    ]

    /// How far the attitude is from the truth, at the most.
    private func worst(of run: Derivation, after time: Int64) -> (Double, Double) {
        let errors = run.readings(.attitude).filter { $0.time.nanoseconds > time }
            .map { $0.quaternion * Swing.attitude(at: $0.time.nanoseconds).inverse }
        return (
            errors.map(\.inclinationInRadians).max() ?? .infinity,
            errors.map(\.angleInRadians).max() ?? .infinity
        )
    }

    @Test("come at the gyroscope's instants, follow the truth, and say how they were made")
    func analytic() throws {
        let run = try Derivation(types, of: devices(until: 60 * second), rates: rates)
        // The first instant of the gyroscope is before the others began.
        let expected = (1..<6000).map { Int64($0) * 10_000_000 + 1_234_567 }
        for type in types {
            #expect(run.times(type) == expected)
            #expect(run.gaps(type).isEmpty)
            #expect(run.description.nominalRatesInHertz[type.channel] == 100)
        }
        let (inclination, whole) = worst(of: run, after: 30 * second)
        #expect(inclination < 0.02)
        #expect(whole < 0.05)
        #expect(
            run.description.details["resampled"]
                == "accelerometer, magnetometer to the instants of the gyro, linearly"
        )
    }

    @Test("are the same if one device's readings arrive late, in blocks")
    func blocks() throws {
        let stream = devices(until: 5 * second)
        let inTime = try Derivation(types, of: stream, rates: rates)
        // The accelerometer's come half a second at a time.
        let late = stream.enumerated().sorted { left, right in
            func arrival(_ entry: (offset: Int, element: MotionSample)) -> (Int64, Int) {
                let time = entry.element.time.nanoseconds
                let isBlock = entry.element.type == .accelerometer
                return (isBlock ? (time / 500_000_000 + 1) * 500_000_000 : time, entry.offset)
            }
            return arrival(left) < arrival(right)
        }
        .map(\.element)
        let run = try Derivation(types, of: late, rates: rates)
        #expect(run.output.count == inTime.output.count)
        // What needs no magnetometer may stand ahead of what does: each type is in its own order.
        for type in types {
            let pairs = zip(run.readings(type), inTime.readings(type))
            #expect(pairs.allSatisfy { $0.isSame(as: $1) })
        }
    }

    @Test("follow the truth if timestamps tell when readings arrived")
    func arrivals() throws {
        var random: UInt64 = 11
        let stream = devices(until: 120 * second).map { item in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            guard let type = item.type else { return item }
            let time = item.time.nanoseconds
            return Swing.sample(type, at: time, timestamped: time + Int64(random >> 33) % 4_000_000)
        }
        let run = try Derivation(types, of: stream, rates: rates)
        #expect(run.readings(.attitude).count + Int(run.lost(.attitude)) >= 11_998)
        // Two milliseconds of the fastest turn are 0.004 rad.
        let (inclination, whole) = worst(of: run, after: 30 * second)
        #expect(inclination < 0.02)
        #expect(whole < 0.05)
    }

    @Test("are lost where the slower sensor's are, one for each instant of the gyroscope")
    func slowGap() throws {
        var stream = devices(until: 5 * second)
        let lost = stream.indices.filter {
            stream[$0].type == .accelerometer
                && (2 * second..<2 * second + 100_000_000).contains(stream[$0].time.nanoseconds)
        }
        let times = stream.filter { $0.type == .accelerometer }.map(\.time.nanoseconds)
        let first = stream[lost[0]].time.nanoseconds
        let last = stream[lost[lost.count - 1]].time.nanoseconds
        let before = try #require(times.last { $0 < first })
        let after = try #require(times.first { $0 > last })
        for index in lost.dropFirst().reversed() { stream.remove(at: index) }
        stream[lost[0]] = Gap(.accelerometer, at: first, Int64(lost.count), .device).sample
        let run = try Derivation([.gravity, .gyro], of: stream, rates: rates)
        let instants = run.times(.gyro).filter { before < $0 && $0 < after }
        #expect(instants.count > 9)
        #expect(
            run.gaps(.gravity)
                == [Gap(.gravity, at: instants[0], Int64(instants.count), .device)]
        )
        #expect(run.readings(.gravity).count == 499 - instants.count)
    }

    @Test(
        "are absent if a sensor never begins, and the details say why",
        arguments: [MotionSensorType.accelerometer, .gyro]
    )
    func neverBegins(missing: MotionSensorType) throws {
        let present = MotionSensorType.raw.filter { $0 != missing }
        let stream = Swing.oneDevice(present, until: 30 * second)
        let run = try Derivation(types, of: stream)
        #expect(run.output.isEmpty)
        #expect(
            run.description.details["notDerived"]
                == "attitude, gravity, magneticField, rotationRate, userAcceleration: not "
                + "computed, because at no instant were there readings of all of accelerometer, gyro, "
                + "magnetometer; see that each of them delivers samples"
        )
    }

    @Test("that need no magnetometer do not wait for one that never reads")
    func magnetometerNeverBegins() throws {
        let stream = Swing.oneDevice([.accelerometer, .gyro], until: 30 * second)
        let run = try Derivation(types, of: stream)
        let upright = try Derivation([.gravity, .rotationRate, .userAcceleration], of: stream)
        for type in [MotionSensorType.gravity, .rotationRate, .userAcceleration] {
            #expect(run.readings(type).count == 3000)
            #expect(run.gaps(type).isEmpty)
            let pairs = zip(run.readings(type), upright.readings(type))
            #expect(pairs.allSatisfy { $0.isSame(as: $1) })
        }
        // They do not wait at all.
        #expect(run.outputBeforeEnd >= 3 * 2990)
        for type in [MotionSensorType.attitude, .magneticField] {
            #expect(run.readings(type).isEmpty && run.gaps(type).isEmpty)
        }
        #expect(
            run.description.details["notDerived"]
                == "attitude, magneticField: not computed, because at no instant were there "
                + "readings of all of accelerometer, gyro, magnetometer; see that each of them "
                + "delivers samples"
        )
    }

    @Test("are no longer trusted once the magnetometer falls silent")
    func magnetometerFallsSilent() throws {
        let stream = Swing.oneDevice(MotionSensorType.raw, until: 60 * second).filter {
            $0.type != .magnetometer || $0.time.nanoseconds < 30 * second
        }
        let run = try Derivation(types, of: stream)
        let attitudes = run.readings(.attitude)
        #expect(attitudes.count == 6000)
        #expect(attitudes.allSatisfy { $0.hasHeading })
        #expect(attitudes[2999].eventAccuracy == 1)
        // For two periods the last reading is believed.
        #expect(attitudes[3002...].allSatisfy { $0.eventAccuracy == 0 })
        #expect(run.readings(.magneticField).count == 3002)
        #expect(run.lost(.magneticField) == 2998)
        for type in [MotionSensorType.gravity, .rotationRate, .userAcceleration] {
            #expect(run.readings(type).count == 6000)
        }
    }

    @Test("are counted as lost while a sensor is silent, and go on after it")
    func goesSilent() throws {
        let stream = Swing.oneDevice(until: 60 * second).filter {
            $0.type == .gyro || $0.time.nanoseconds < 20 * second
                || $0.time.nanoseconds >= 50 * second
        }
        let run = try Derivation([.gravity, .gyro], of: stream)
        #expect(run.readings(.gravity).count + Int(run.lost(.gravity)) == 6000)
        // For two periods the last reading is believed.
        #expect(run.lost(.gravity) == 2998)
        #expect(run.gaps(.gravity).allSatisfy { $0.reason == .source })
        // The gyroscope's own readings wait for nobody, and after ten seconds nor do the computed.
        let lag = run.output.reduce(into: (gyro: Int64.min, most: Int64(0))) { lag, sample in
            let time = sample.time.nanoseconds
            if sample.type == .gyro {
                lag.gyro = time
            } else if sample.role == .reading {
                lag.most = max(lag.most, lag.gyro - time)
            }
        }
        #expect(run.times(.gyro).count == 6000)
        #expect(lag.most <= 11 * second)
    }

    @Test("end with a gap if a silent sensor never comes back")
    func staysSilent() throws {
        let stream = Swing.oneDevice(until: 60 * second).filter {
            $0.type == .gyro || $0.time.nanoseconds < 20 * second
        }
        let run = try Derivation([.gravity], of: stream)
        #expect(run.readings(.gravity).count == 2002)
        #expect(run.gaps(.gravity) == [Gap(.gravity, at: 2002 * 10_000_000, 3998, .source)])
    }

    @Test("reach the end of the stream, though a slower device's last reading is earlier")
    func end() throws {
        let run = try Derivation(
            [.gravity, .gyro],
            of: devices(until: 4_995_000_000),
            rates: rates
        )
        #expect(run.readings(.gravity).count == 499)
        #expect(run.gaps(.gravity).isEmpty)
        // What had to be waited for came at the end only.
        #expect(run.outputBeforeEnd < run.output.count)
    }

    @Test("are as many as the gyroscope's, though more arrive than the queue holds")
    func moreThanRoom() throws {
        // 8 kHz: in ten seconds more come than the queue holds.
        let fast = Swing.samples([(.gyro, 125_000, 0)], until: 12 * second)
        let stream =
            Swing.oneDevice([.accelerometer], until: 10_000_001) + fast
            + Swing.oneDevice([.accelerometer], from: 12 * second, until: 13 * second)
        let run = try Derivation([.gravity], of: stream, rates: [.gyro: 8000, .accelerometer: 100])
        #expect(run.readings(.gravity).count + Int(run.lost(.gravity)) == fast.count)
        #expect(run.lost(.gravity) > 90_000)
    }

    @Test(
        "survive any clock: each is there or counted, and none is invented",
        arguments: [
            [.min, .max, 0, -1, 1, .min, .max, .max - 1], [0, 0, 0, 0], [5, 4, 3, 2, 1, 0],
            [.max, .max, .max], [.min, .min + 1, .min + 2, .max],
            [1_000_000_000, 0, 2_000_000_000, 1_500_000_000, 90_000_000_000, 0, 1, 2],
        ] as [[Int64]]
    )
    func hostileClocks(times: [Int64]) throws {
        for order in [MotionSensorType.raw, MotionSensorType.raw.reversed()] {
            let stream = times.flatMap { time in
                order.map { MotionSample($0, at: BootInstant(nanoseconds: time), x: 1, y: 2, z: 3) }
            }
            let run = try Derivation(types, of: stream, batch: 2)
            for type in types {
                #expect(run.readings(type).count + Int(run.lost(type)) <= times.count)
                #expect(run.readings(type).allSatisfy { $0.vector.length.isFinite })
                // Once begun, each instant of the gyroscope has its own.
                let known = run.times(type) + run.gaps(type).map(\.time)
                let first = times.firstIndex { known.contains($0) } ?? times.count
                #expect(
                    run.readings(type).count + Int(run.lost(type)) >= times.count - first
                )
            }
        }
    }

    @Test(
        "survive any nominal rate",
        arguments: [Double.nan, 0, -5, .infinity, 1e300, 1e-300]
    )
    func hostileRates(rate: Double) throws {
        let stream = Swing.oneDevice(MotionSensorType.raw, until: 20 * second)
        let run = try Derivation(
            types,
            of: stream,
            rates: [.gyro: rate, .accelerometer: rate, .magnetometer: rate]
        )
        #expect(run.readings(.attitude).count == 2000)
        #expect(worst(of: run, after: 15 * second).0 < 0.02)
    }

    @Test("survive any count of a gap, also zero or less", arguments: [Int64.min, -1, 0, 1, .max])
    func hostileCounts(count: Int64) throws {
        var stream = Swing.oneDevice(MotionSensorType.raw, until: second)
        for type in MotionSensorType.allCases {
            stream.insert(Gap(type, at: second / 2, count, .device).sample, at: 150)
        }
        let run = try Derivation(types, of: stream)
        #expect(run.gaps(.gravity).allSatisfy { $0.lost > 0 })
        // Gaps of derived types that a source sends are ignored: they are computed here.
        #expect(run.gaps(.gravity).count <= 1)
        #expect(run.lost(.gravity) >= max(0, count))
        #expect(run.readings(.gravity).count >= 99)
    }
}
