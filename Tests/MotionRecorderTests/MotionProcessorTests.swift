import MotionRecorder
import Orientation
import SampleStream
import Testing
import Timebase

@Suite("Derived readings")
struct MotionProcessorTests {
    static let all: [MotionSensorType] = [
        .attitude, .gravity, .magneticField, .rotationRate, .userAcceleration,
    ]
    static let second: Int64 = 1_000_000_000

    @Test("of each type exist for each reading of the gyroscope, at its instants")
    func complete() throws {
        let items = Swing.oneDevice(MotionSensorType.raw, until: 5 * Self.second)
        let run = try Derivation(Self.all, of: items)
        let expected = (0..<500).map { Int64($0) * 10_000_000 }
        for type in Self.all {
            #expect(run.times(type) == expected)
            #expect(run.gaps(type).isEmpty)
        }
        #expect(run.output.count == 500 * 5)
        #expect(run.description.details["resampled"] == nil)
        #expect(run.description.details["attitudeLevelledAnew"] == nil)
        #expect(run.description.details["notDerived"] == nil)
        for type in Self.all {
            #expect(run.description.nominalRatesInHertz[type.channel] == 100)
        }
    }

    @Test(
        "are the same to the last bit, however the stream is cut into batches",
        arguments: [1, 2, 7, 1000]
    )
    func batches(size: Int) throws {
        let items = Swing.samples(
            [
                (.gyro, 10_000_000, 3), (.accelerometer, 7_000_000, 5),
                (.magnetometer, 50_000_000, 9),
            ],
            until: 3 * Self.second
        )
        let whole = try Derivation(Self.all + [.gyro], of: items, batch: .max)
        let cut = try Derivation(Self.all + [.gyro], of: items, batch: size)
        #expect(whole.output.count == cut.output.count)
        #expect(zip(whole.output, cut.output).allSatisfy { $0.isSame(as: $1) })
    }

    @Test("follow a known rotation", arguments: [false, true])
    func analytic(isNorthUp: Bool) throws {
        let items = Swing.oneDevice(MotionSensorType.raw, until: 60 * Self.second)
        let types = isNorthUp ? Self.all : Self.all.filter { $0 != .magneticField }
        let run = try Derivation(types, of: items)
        var worst = (inclination: 0.0, whole: 0.0, gravity: 0.0, rate: 0.0)
        for sample in run.readings(.attitude) where sample.time.nanoseconds > 30 * Self.second {
            let truth = Swing.attitude(at: sample.time.nanoseconds)
            let error = sample.quaternion * truth.inverse
            worst.inclination = max(worst.inclination, error.inclinationInRadians)
            worst.whole = max(worst.whole, error.angleInRadians)
        }
        for sample in run.readings(.gravity) where sample.time.nanoseconds > 30 * Self.second {
            let truth = Swing.reading(.accelerometer, at: sample.time.nanoseconds)
            worst.gravity = max(worst.gravity, (sample.vector - truth).length)
        }
        for sample in run.readings(.rotationRate) where sample.time.nanoseconds > 30 * Self.second {
            let truth = Swing.reading(.gyro, at: sample.time.nanoseconds)
            worst.rate = max(worst.rate, (sample.vector - truth).length)
        }
        #expect(worst.inclination < 0.01)
        #expect(worst.gravity < 0.01)
        #expect(worst.rate < 0.005)
        // Where x points to is known only from a magnetic field.
        #expect(isNorthUp ? worst.whole < 0.02 : worst.whole > 0.1)
    }

    @Test("of gravity and user acceleration add up to the measured acceleration")
    func addUp() throws {
        var items = Swing.oneDevice(until: 5 * Self.second)
        for index in items.indices where items[index].type == .accelerometer {
            items[index].x += index.isMultiple(of: 3) ? 0.5 : -0.25
        }
        let run = try Derivation([.accelerometer, .gravity, .userAcceleration], of: items)
        let measured = run.readings(.accelerometer)
        let gravity = run.readings(.gravity)
        let user = run.readings(.userAcceleration)
        #expect(measured.count == 500 && gravity.count == 500 && user.count == 500)
        for index in 0..<500 {
            let sum = gravity[index].vector + user[index].vector
            #expect((sum - measured[index].vector).length < 1e-12)
            #expect(abs(gravity[index].vector.length - 1) < 1e-9)
        }
        // At rest gravity is the accelerometer's reading, so it points up.
        #expect((gravity[0].vector - measured[0].vector / measured[0].vector.length).length < 1e-9)
    }

    @Test("have the frame Z-Up and no heading if the magnetic field is not requested")
    func zUp() throws {
        // The magnetometer's own readings are wanted: that is not the same.
        let items = Swing.oneDevice(MotionSensorType.raw, until: 10 * Self.second)
        let run = try Derivation([.attitude, .gravity, .magnetometer], of: items)
        #expect(run.readings(.attitude).count == 1000)
        for sample in run.readings(.attitude) {
            #expect(sample.referenceCoordinate == .zUp)
            #expect(sample.eventAccuracy == -1 && !sample.hasHeading && sample.hasW)
            #expect(abs(sample.quaternion.norm - 1) < 1e-9)
        }
        for sample in run.readings(.gravity) {
            #expect(sample.referenceCoordinate == nil && sample.eventAccuracy == nil)
            #expect(!sample.hasW && !sample.hasHeading)
        }
        #expect(run.description.details["derived"] == "attitude, gravity (Z-Up, VQF)")
    }

    @Test("have the frame North-West-Up, a heading, and whether the field can be trusted")
    func northWestUp() throws {
        var items = Swing.oneDevice(MotionSensorType.raw, until: 60 * Self.second)
        let disturbed = (40 * Self.second)..<(45 * Self.second)
        for index in items.indices
        where items[index].type == .magnetometer
            && disturbed.contains(items[index].time.nanoseconds)
        {
            items[index].x *= 3
            items[index].y *= 3
            items[index].z *= 3
        }
        let run = try Derivation([.attitude, .magneticField], of: items)
        let attitudes = run.readings(.attitude)
        let fields = run.readings(.magneticField)
        #expect(attitudes.count == 6000 && fields.count == 6000)
        for (attitude, field) in zip(attitudes, fields) {
            #expect(attitude.referenceCoordinate == .northWestUp)
            #expect(field.referenceCoordinate == nil && !field.hasW)
            #expect(attitude.hasHeading && field.hasHeading)
            #expect((0..<360).contains(attitude.heading))
            #expect(attitude.heading == field.heading)
            #expect(attitude.eventAccuracy == field.eventAccuracy)
            let time = attitude.time.nanoseconds
            // The first field is learnt; then it is steady, but for the disturbance.
            if time < Self.second || disturbed.contains(time - Self.second / 2) {
                #expect(attitude.eventAccuracy == 0)
            } else if time > 30 * Self.second, time < disturbed.lowerBound {
                #expect(attitude.eventAccuracy == 1)
            }
        }
        #expect(
            run.description.details["derived"] == "attitude, magneticField (North-West-Up, VQF)"
        )
    }

    @Test("come without the raw types unless those are requested, which then pass unchanged")
    func passesWanted() throws {
        let items = Swing.oneDevice(MotionSensorType.raw, until: Self.second)
        let alone = try Derivation([.gravity], of: items)
        #expect(alone.output.allSatisfy { $0.type == .gravity })
        let run = try Derivation([.gyro, .gravity], of: items)
        let raw = items.filter { $0.type == .gyro }
        let passed = run.readings(.gyro)
        #expect(passed.count == raw.count)
        #expect(zip(passed, raw).allSatisfy { $0.isSame(as: $1) })
        #expect(run.readings(.accelerometer).isEmpty && run.readings(.magnetometer).isEmpty)
    }

    @Test("that a source gives itself pass unchanged, and are not computed")
    func ready() throws {
        var recorded = MotionSample(.attitude, at: BootInstant(nanoseconds: 5), x: 0, y: 0, z: 0.6)
        recorded.w = 0.8
        recorded.hasW = true
        let items = Swing.oneDevice(until: Self.second) + [recorded]
        let types: [MotionSensorType] = [.accelerometer, .gyro, .attitude]
        let all = try Derivation(types, of: items, ready: [.attitude])
        #expect(all.output.count == items.count)
        #expect(zip(all.output, items).allSatisfy { $0.isSame(as: $1) })
        #expect(all.description.details.isEmpty)
        let alone = try Derivation([.attitude], of: items, ready: [.attitude])
        #expect(alone.output.count == 1 && alone.output[0].isSame(as: recorded))
        let both = try Derivation([.attitude, .gravity], of: items, ready: [.attitude])
        #expect(both.readings(.attitude).count == 1)
        #expect(both.readings(.gravity).count == 100)
    }

    @Test("need no magnetometer if the source gives the magnetic field")
    func readyField() throws {
        var field = MotionSample(.magneticField, at: BootInstant(nanoseconds: 5), x: 1, y: 2, z: 3)
        field.eventAccuracy = 1
        let items = Swing.oneDevice(until: Self.second) + [field]
        let run = try Derivation(
            [.attitude, .gravity, .magneticField],
            of: items,
            rates: [.accelerometer: 100, .gyro: 100],
            ready: [.magneticField]
        )
        #expect(run.readings(.magneticField).count == 1)
        #expect(run.readings(.gravity).count == 100)
        #expect(run.readings(.attitude).allSatisfy { $0.referenceCoordinate == .zUp })
    }

    @Test("are not computed if only raw types are requested")
    func nothingToDo() {
        let source = SourceDescription(name: "test", kind: "test", clock: "boottime")
        let request = MotionRequest(types: MotionSensorType.raw, rateInHertz: 100)
        #expect(MotionProcessor(for: request, of: source) == nil)
    }

    @Test("precede the stop mark, and all recorded marks remain")
    func marks() throws {
        let table = MarkTable()
        func mark(_ name: String?, at time: Int64) -> MotionSample {
            let words = RecordedMark(isRecord: true, stepPath: "a", date: nil, name: name)
            return .mark(table.add(words), at: BootInstant(nanoseconds: time))
        }
        // The gyroscope comes first: what belongs to its last reading has to be waited for.
        var items = Swing.samples(
            [(.gyro, 10_000_000, 0), (.accelerometer, 10_000_000, 4_000_000)],
            until: Self.second
        )
        items.removeLast()
        items.insert(mark("start", at: 0), at: 0)
        items.insert(mark("turn", at: Self.second / 2), at: 101)
        items.append(mark("stop", at: Self.second))
        let run = try Derivation([.gyro, .gravity], of: items, marks: table)
        let roles = run.output.map(\.role)
        #expect(roles.first == .mark(0))
        #expect(roles.last == .mark(2))
        #expect(roles.filter { if case .mark = $0 { true } else { false } }.count == 3)
        // The first instant is before the accelerometer began.
        #expect(run.readings(.gravity).count == 99)
        #expect(run.lost(.gravity) == 0)
    }
}
