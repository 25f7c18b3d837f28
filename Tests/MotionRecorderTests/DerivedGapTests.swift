// No derived reading is missing without a gap that counts it, and none is made up: the promise of
// the recorder, for what it computes.

import MotionRecorder
import Orientation
import SampleStream
import Testing
import Timebase

@Suite("Gaps of derived readings")
struct DerivedGapTests {
    private let second: Int64 = 1_000_000_000
    private let period: Int64 = 10_000_000
    private let types = MotionProcessorTests.all

    /// One device's stream in which readings of some types are lost, each type's told by one gap
    /// where they are missing.
    private func items(
        _ device: [MotionSensorType] = MotionSensorType.raw,
        losing lost: [MotionSensorType],
        _ instants: Range<Int64>,
        _ reason: GapReason = .device,
        isEstimated: Bool = false,
        count: Int64? = nil,
        until end: Int64
    ) -> [MotionSample] {
        var told: Set<MotionSensorType> = []
        return Swing.oneDevice(device, until: end).flatMap { item -> [MotionSample] in
            guard let type = item.type, lost.contains(type),
                instants.contains(item.time.nanoseconds / period)
            else { return [item] }
            guard told.insert(type).inserted else { return [] }
            let missing = count ?? Int64(instants.count)
            return [
                Gap(type, at: item.time.nanoseconds, missing, reason, isEstimated: isEstimated)
                    .sample
            ]
        }
    }

    @Test(
        "are those of the whole device, with its count and its reason",
        arguments: GapReason.allCases
    )
    func wholeDevice(reason: GapReason) throws {
        let stream = items(losing: MotionSensorType.raw, 200..<230, reason, until: 10 * second)
        let run = try Derivation(types, of: stream)
        for type in types {
            #expect(run.gaps(type) == [Gap(type, at: 200 * period, 30, reason)])
            #expect(run.readings(type).count == 970)
        }
        #expect(
            run.description.details["attitudeLevelledAnew"]
                == "once, after a hole of more than 0.2 s"
        )
        let errors = run.readings(.attitude).filter { $0.time.nanoseconds > 5 * second }
            .map { ($0.quaternion * Swing.attitude(at: $0.time.nanoseconds).inverse) }
        #expect(errors.allSatisfy { $0.inclinationInRadians < 0.02 })
    }

    @Test("keep a count that is an estimate", arguments: [25, 30, 35])
    func estimated(count: Int64) throws {
        let stream = items(
            losing: MotionSensorType.raw,
            200..<230,
            isEstimated: true,
            count: count,
            until: 10 * second
        )
        let run = try Derivation(types, of: stream)
        for type in types {
            #expect(
                run.gaps(type)
                    == [Gap(type, at: 200 * period, count, .device, isEstimated: true)]
            )
        }
        // The attitude goes by the timestamps: nothing of the wrong count is in it.
        let inclinations = run.readings(.attitude)
            .filter { $0.time.nanoseconds > 230 * period }
            .map { ($0.quaternion * Swing.attitude(at: $0.time.nanoseconds).inverse) }
            .map(\.inclinationInRadians)
        #expect((inclinations.max() ?? 1) < 0.05)
    }

    @Test("are the gyroscope's if only the gyroscope has one")
    func gyroscope() throws {
        let run = try Derivation(types, of: items(losing: [.gyro], 200..<205, until: 5 * second))
        for type in types {
            #expect(run.gaps(type) == [Gap(type, at: 200 * period, 5, .device)])
            #expect(run.readings(type).count == 495)
        }
    }

    @Test("are as many as the gyroscope's readings if only the accelerometer has one")
    func accelerometer() throws {
        let stream = items(losing: [.accelerometer], 200..<205, .ring, count: 5, until: 5 * second)
        let run = try Derivation(types, of: stream)
        for type in types {
            #expect(run.gaps(type) == [Gap(type, at: 200 * period, 5, .ring)])
            #expect(run.readings(type).count == 495)
        }
    }

    @Test("concern the magnetic field alone if only the magnetometer has one")
    func magnetometer() throws {
        let run = try Derivation(
            types,
            of: items(losing: [.magnetometer], 200..<205, until: 5 * second)
        )
        for type in types {
            let isField = type == .magneticField
            #expect(
                run.gaps(type) == (isField ? [Gap(type, at: 200 * period, 5, .device)] : [])
            )
            #expect(run.readings(type).count == (isField ? 495 : 500))
        }
    }

    @Test("stand in order of time if one sensor's begins within another's")
    func overlapping() throws {
        let field = items(losing: [.magnetometer], 200..<220, until: 5 * second)
        var isTold = false
        let stream = field.flatMap { item -> [MotionSample] in
            guard item.type == .accelerometer,
                (210..<230).contains(item.time.nanoseconds / period)
            else { return [item] }
            guard !isTold else { return [] }
            isTold = true
            return [Gap(.accelerometer, at: item.time.nanoseconds, 20, .ring).sample]
        }
        let run = try Derivation(types, of: stream)
        for type in types {
            let times = run.output.filter { $0.type == type }.map(\.time)
            #expect(times == times.sorted())
            let isField = type == .magneticField
            #expect(run.lost(type) == (isField ? 30 : 20))
            #expect(run.readings(type).count == (isField ? 470 : 480))
        }
    }

    @Test("of more than 0.2 s make the attitude level again, and the manifest says so")
    func levelsAnew() throws {
        let stream = items(losing: MotionSensorType.raw, 3000..<3150, until: 40 * second)
        let run = try Derivation(types, of: stream)
        #expect(
            run.description.details["attitudeLevelledAnew"]
                == "once, after a hole of more than 0.2 s"
        )
        for type in types {
            #expect(run.gaps(type) == [Gap(type, at: 3000 * period, 150, .device)])
            #expect(run.readings(type).count == 3850)
        }
        // It is upright at once.
        let behind = run.readings(.attitude).filter { $0.time.nanoseconds >= 3150 * period }
        let first = try #require(behind.first)
        let error = first.quaternion * Swing.attitude(at: 3150 * period).inverse
        #expect(error.inclinationInRadians < 1e-3)
        // North is found at once, too, for the Earth's field is known still.
        #expect(error.angleInRadians < 0.01)
        #expect(first.eventAccuracy == 1)
    }

    @Test(
        "of a few readings are bridged, and the manifest does not mention them",
        arguments: [1, 5, 20]
    )
    func bridges(count: Int64) throws {
        let stream = items(losing: MotionSensorType.raw, 3000..<3000 + count, until: 40 * second)
        let run = try Derivation(types, of: stream)
        #expect(run.description.details["attitudeLevelledAnew"] == nil)
        let errors = run.readings(.attitude).filter { $0.time.nanoseconds > 29 * second }
            .map { ($0.quaternion * Swing.attitude(at: $0.time.nanoseconds).inverse) }
        #expect(errors.allSatisfy { $0.angleInRadians < 0.02 })
    }

    @Test("of all sensors, then of the magnetometer, cost the magnetic field more than the rest")
    func northIsKept() throws {
        let whole = items(losing: MotionSensorType.raw, 200..<350, .ring, until: 10 * second)
        var isTold = false
        let stream = whole.flatMap { item -> [MotionSample] in
            guard item.type == .magnetometer, item.role == .reading,
                (350..<400).contains(item.time.nanoseconds / period)
            else { return [item] }
            defer { isTold = true }
            return isTold ? [] : [Gap(.magnetometer, at: item.time.nanoseconds, 50, .ring).sample]
        }
        let run = try Derivation(types, of: stream)
        for type in types {
            let isField = type == .magneticField
            #expect(run.lost(type) == (isField ? 200 : 150))
            #expect(run.readings(type).count == (isField ? 800 : 850))
        }
        #expect(run.readings(.attitude).allSatisfy { $0.hasHeading })
    }

    @Test("do not precede the first derived reading")
    func beforeBeginning() throws {
        let gap = Gap(.gyro, at: 0, 1000, .device).sample
        let late = Swing.oneDevice([.accelerometer], from: second, until: 3 * second)
        let stream = ([gap] + Swing.oneDevice([.gyro], until: 3 * second) + late)
            .sorted { $0.time < $1.time }
        let run = try Derivation([.gravity], of: stream)
        #expect(run.gaps(.gravity).isEmpty)
        #expect(run.times(.gravity).first == second)
        #expect(run.readings(.gravity).count == 200)
        #expect(run.description.details["attitudeLevelledAnew"] == nil)
    }

    @Test("are written at the end if the stream ends in one")
    func atTheEnd() throws {
        let stream =
            Swing.oneDevice(until: second)
            + [
                Gap(.gyro, at: second, 7, .ring).sample,
                Gap(.accelerometer, at: second, 7, .ring).sample,
            ]
        let run = try Derivation([.gravity], of: stream)
        #expect(run.gaps(.gravity) == [Gap(.gravity, at: second, 7, .ring)])
        #expect(run.readings(.gravity).count == 100)
    }

    @Test("count readings that are no number", arguments: MotionSensorType.raw)
    func noNumbers(type: MotionSensorType) throws {
        var stream = Swing.oneDevice(MotionSensorType.raw, until: 5 * second)
        for index in stream.indices
        where stream[index].type == type
            && [200, 201, 300].contains(stream[index].time.nanoseconds / period)
        {
            stream[index].y = .nan
        }
        let run = try Derivation(types, of: stream)
        for derived in types {
            let isMissing = derived == .magneticField || type != .magnetometer
            #expect(
                run.gaps(derived)
                    == (isMissing
                        ? [
                            Gap(derived, at: 200 * period, 2, .source),
                            Gap(derived, at: 300 * period, 1, .source),
                        ] : [])
            )
            #expect(run.readings(derived).count == (isMissing ? 497 : 500))
            #expect(run.readings(derived).allSatisfy { $0.vector.length.isFinite })
        }
    }

    @Test(
        "count readings that no sensor can give",
        arguments: [
            (MotionSensorType.gyro, 1e6), (.accelerometer, 1e9), (.accelerometer, 0),
            (.magnetometer, 0), (.magnetometer, 1e300), (.gyro, 1e300),
        ]
    )
    func nonsense(type: MotionSensorType, value: Double) throws {
        var stream = Swing.oneDevice(MotionSensorType.raw, until: 5 * second)
        for index in stream.indices
        where stream[index].type == type && stream[index].time.nanoseconds == 200 * period {
            stream[index].x = value
            stream[index].y = value
            stream[index].z = value
        }
        let run = try Derivation(types, of: stream)
        for derived in types {
            let isMissing = derived == .magneticField || type != .magnetometer
            #expect(
                run.gaps(derived) == (isMissing ? [Gap(derived, at: 200 * period, 1, .source)] : [])
            )
            #expect(run.readings(derived).count == (isMissing ? 499 : 500))
            #expect(run.readings(derived).allSatisfy { $0.vector.length.isFinite })
        }
    }
}
