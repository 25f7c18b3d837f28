import Orientation
import RandomWords
import SampleStream
import Testing
import Timebase

@testable import MotionRecorder

/// A recording that is read twice: once to work the attitudes out, once to write them.
private struct OfflineRun {
    let motion: OfflineMotion
    var output: [MotionSample] = []
    var description = SourceDescription(name: "test", kind: "test", clock: "boottime")

    init(
        of items: [MotionSample],
        rates: [MotionSensorType: Double] = [.accelerometer: 100, .gyro: 100],
        types: [MotionSensorType]? = nil,
        marks: MarkTable? = nil,
        batch: Int = 64
    ) {
        var reading = OfflineMotionReading(ratesInHertz: rates)
        for item in items { reading.take(item, isStop: item.isStop(among: marks)) }
        reading.finish()
        motion = reading.solve()
        for (type, rate) in rates { description.nominalRatesInHertz[type.channel] = rate }
        var derivation = OfflineDerivation(motion, types ?? motion.types, marks: marks)
        var rest = items[...]
        while !rest.isEmpty {
            let next = Array(rest.prefix(batch))
            rest = rest.dropFirst(batch)
            unsafe next.withUnsafeBufferPointer { next in
                unsafe derivation.derive(from: next) { output += unsafe Array($0) }
            }
        }
        unsafe derivation.finish { output += unsafe Array($0) }
        derivation.describe(&description)
    }

    func readings(_ type: MotionSensorType) -> [MotionSample] {
        output.filter { $0.type == type && $0.role == .reading }
    }

    func gaps(_ type: MotionSensorType) -> [Gap] {
        output.filter { $0.type == type }.compactMap { Gap($0) }
    }

    /// The worst error of the vertical, in degrees.
    var worstInclination: Double {
        readings(.attitude).reduce(0) { worst, sample in
            let time = sample.time.nanoseconds
            let up = sample.quaternion.inverse.rotate(SIMD3(0, 0, 1))
            let truth = Swing.attitude(at: time).inverse.rotate(SIMD3(0, 0, 1))
            // Of small angles the sine is the angle.
            return max(worst, (up - truth).length * 180 / .pi)
        }
    }
}

@Suite("The attitude of a recorded file")
struct OfflineMotionTests {
    private static let period: Int64 = 10_000_000
    /// The worst error of the vertical, in degrees, in the same movement without missing readings.
    private static let plainInclination =
        OfflineRun(of: Swing.oneDevice(until: 20_000_000_000)).worstInclination
    private static let withField: [MotionSensorType: Double] = [
        .accelerometer: 100, .gyro: 100, .magnetometer: 100,
    ]

    @Test("is exactly the offline filter's, at each reading of the gyroscope")
    func sameAsFilter() {
        let end = 20_000_000_000
        let items = Swing.oneDevice([.accelerometer, .gyro, .magnetometer], until: Int64(end))
        let run = OfflineRun(of: items, rates: Self.withField)
        var direct = OfflineOrientation(rateInHertz: 100)
        for time in stride(from: 0, to: Int64(end), by: Int(Self.period)) {
            direct.append(
                gyroscope: Swing.reading(.gyro, at: time),
                accelerometer: Swing.reading(.accelerometer, at: time),
                magnetometer: Swing.reading(.magnetometer, at: time),
                turnTimeInSeconds: 0.01
            )
        }
        let solved = direct.solve(rateInHertz: run.motion.rateInHertz)
        let attitudes = run.readings(.attitude)
        #expect(attitudes.count == solved.count)
        for (index, sample) in attitudes.enumerated() {
            #expect(sample.time.nanoseconds == Int64(index) * Self.period)
            #expect(sample.quaternion == solved.attitude9D(at: index))
            #expect(sample.referenceCoordinate == .northWestUp)
        }
        #expect(abs(run.motion.rateInHertz - 100) < 1e-6)
        let rotations = run.readings(.rotationRate)
        for (index, sample) in rotations.enumerated() {
            let read = Swing.reading(.gyro, at: sample.time.nanoseconds)
            #expect(sample.vector == read - solved.bias(at: index))
        }
    }

    @Test("finds gyroscope and accelerometer among as many other values as a file may have")
    func manyValues() {
        let others = (0..<14).map { "value\($0)" }
        let names = ValueMotionForm.names(of: ["gyro"] + others + ["accelerometer"])
        #expect(Set(names) == Set(["gyro", "accelerometer"] + others))
        #expect(names[MotionSensorType.gyro.channel] == "gyro")
        #expect(names[MotionSensorType.accelerometer.channel] == "accelerometer")
        let few = ValueMotionForm.names(of: ["gyro", "pulse"])
        for type in MotionSensorType.allCases { #expect(few[type.channel] == type.rawValue) }
        #expect(few.contains("pulse"))
    }

    @Test("comes with the other derived readings in the order of types, instant by instant")
    func order() {
        let items = Swing.oneDevice([.accelerometer, .gyro, .magnetometer], until: 5_000_000_000)
        let run = OfflineRun(of: items, rates: Self.withField)
        #expect(run.output.count == 5 * 500)
        let types: [MotionSensorType?] = [
            .attitude, .gravity, .magneticField, .rotationRate, .userAcceleration,
        ]
        for start in stride(from: 0, to: run.output.count, by: 5) {
            #expect(run.output[start..<start + 5].map(\.type) == types)
        }
        #expect(run.description.details["derived"]?.contains("offline") == true)
        #expect(run.description.nominalRatesInHertz[MotionSensorType.gravity.channel] == 100)
    }

    @Test("has no heading without a magnetometer that gives one", arguments: [false, true])
    func noNorth(hasMagnetometer: Bool) {
        var items = Swing.oneDevice(until: 5_000_000_000)
        if hasMagnetometer {
            items = items.flatMap { item in
                item.type == .gyro
                    ? [item, MotionSample(.magnetometer, at: item.time, x: 0, y: 0, z: 0)] : [item]
            }
        }
        let rates =
            hasMagnetometer ? Self.withField : [.accelerometer: 100, .gyro: 100]
        let run = OfflineRun(of: items, rates: rates)
        let attitudes = run.readings(.attitude)
        #expect(attitudes.count == 500)
        #expect(attitudes.allSatisfy { $0.referenceCoordinate == .zUp && !$0.hasHeading })
        #expect((run.description.details["north"] != nil) == hasMagnetometer)
        #expect(run.readings(.magneticField).isEmpty)
        #expect(run.gaps(.magneticField).isEmpty != hasMagnetometer)
    }

    @Test("crosses a short hole as the sensor turned, and counts the missing readings")
    func shortHole() {
        let hole = Int64(10_000_000_000)..<10_060_000_000
        let items = Swing.oneDevice(until: 20_000_000_000).flatMap { item -> [MotionSample] in
            guard let type = item.type, hole.contains(item.time.nanoseconds) else { return [item] }
            guard item.time.nanoseconds == hole.lowerBound else { return [] }
            return [Gap(type, at: hole.lowerBound, 6, .ring).sample]
        }
        let run = OfflineRun(of: items)
        #expect(run.motion.holes == 0)
        #expect(run.worstInclination < Self.plainInclination + 0.02)
        for type in run.motion.types {
            #expect(run.gaps(type) == [Gap(type, at: hole.lowerBound, 6, .ring)])
            #expect(run.motion.lossReasons == [.ring])
            #expect(run.readings(type).count == 2_000 - 6)
        }
    }

    @Test("is levelled again after a long hole, and is right on both sides")
    func longHole() {
        let hole = Int64(10_000_000_000)..<13_000_000_000
        let items = Swing.oneDevice(until: 30_000_000_000)
            .filter { !hole.contains($0.time.nanoseconds) }
        let run = OfflineRun(of: items)
        #expect(run.motion.holes == 1)
        #expect(run.worstInclination < 0.5)
        #expect(run.readings(.attitude).count == 2_700)
        #expect(run.description.details["attitudeLevelledAnew"]?.hasPrefix("once") == true)
    }

    @Test("has a gap where the accelerometer has one, and goes on after it")
    func accelerometerLost() {
        let hole = Int64(10_000_000_000)..<10_500_000_000
        let items = Swing.oneDevice(until: 20_000_000_000).flatMap { item -> [MotionSample] in
            guard item.type == .accelerometer, hole.contains(item.time.nanoseconds) else {
                return [item]
            }
            guard item.time.nanoseconds == hole.lowerBound else { return [] }
            return [Gap(.accelerometer, at: hole.lowerBound, 50, .kernel).sample]
        }
        let run = OfflineRun(of: items)
        #expect(run.gaps(.attitude) == [Gap(.attitude, at: hole.lowerBound, 50, .kernel)])
        #expect(run.readings(.attitude).count == 1_950)
        #expect(run.worstInclination < Self.plainInclination + 0.1)
    }

    @Test("keeps its heading where only the magnetometer is silent, and does not trust it")
    func magnetometerLost() {
        let hole = Int64(10_000_000_000)..<10_500_000_000
        let items = Swing.oneDevice([.accelerometer, .gyro, .magnetometer], until: 20_000_000_000)
            .flatMap { item -> [MotionSample] in
                guard item.type == .magnetometer, hole.contains(item.time.nanoseconds) else {
                    return [item]
                }
                guard item.time.nanoseconds == hole.lowerBound else { return [] }
                return [Gap(.magnetometer, at: hole.lowerBound, 50, .device).sample]
            }
        let run = OfflineRun(of: items, rates: Self.withField)
        #expect(run.readings(.attitude).count == 2_000)
        #expect(
            run.gaps(.magneticField) == [Gap(.magneticField, at: hole.lowerBound, 50, .device)]
        )
        #expect(run.readings(.magneticField).count == 1_950)
        let inHole = run.readings(.attitude).filter { hole.contains($0.time.nanoseconds) }
        #expect(inHole.allSatisfy { $0.eventAccuracy == 0 && $0.hasHeading })
    }

    @Test("is given at the gyroscope's instants if sensors have different rates")
    func ownRates() {
        let items = Swing.samples(
            [(.gyro, 10_000_000, 0), (.accelerometer, 8_000_000, 3_000_000)],
            until: 20_000_000_000
        )
        let run = OfflineRun(of: items, rates: [.accelerometer: 125, .gyro: 100])
        // The gyroscope's first reading is earlier than the accelerometer's first.
        #expect(run.readings(.attitude).count == 1_999)
        #expect(run.worstInclination < Self.plainInclination + 0.02)
        #expect(run.description.details["resampled"]?.hasPrefix("accelerometer") == true)
    }

    @Test("precedes the stop mark, and the marks keep their order")
    func marks() {
        let table = MarkTable()
        func mark(_ name: String, at time: Int64) -> MotionSample {
            let number = table.add(
                RecordedMark(isRecord: true, stepPath: nil, date: nil, name: name)
            )
            return .mark(number, at: BootInstant(nanoseconds: time))
        }
        var items = Swing.oneDevice(until: 5_000_000_000)
        items.insert(mark("start", at: 0), at: 0)
        items.insert(mark("turn", at: 2_500_000_000), at: 501)
        items.append(mark("stop", at: 5_000_000_000))
        let run = OfflineRun(of: items, marks: table)
        let names = run.output.enumerated().compactMap { index, sample -> (Int, String?)? in
            guard case .mark(let number) = sample.role else { return nil }
            return (index, table[number]?.name)
        }
        #expect(names.map(\.1) == ["start", "turn", "stop"])
        #expect(names.last?.0 == run.output.count - 1)
    }

    @Test("does not depend on how many items arrive at once")
    func batches() {
        var words = RandomWords(seed: 9)
        let items = Swing.oneDevice([.accelerometer, .gyro, .magnetometer], until: 8_000_000_000)
            .filter { _ in words.next() % 20 != 0 }
        let one = OfflineRun(of: items, rates: Self.withField, batch: 1)
        let many = OfflineRun(of: items, rates: Self.withField, batch: 509)
        #expect(one.output.count == many.output.count)
        #expect(zip(one.output, many.output).allSatisfy { $0.isSame(as: $1) })
    }

    @Test("accounts for every reading of the gyroscope, for any input", arguments: UInt64(1)...8)
    func hostile(seed: UInt64) {
        var words = RandomWords(seed: seed)
        var items: [MotionSample] = []
        var time: Int64 = 0
        var gyroscope: Int64 = 0
        func odd() -> Double {
            let values = [0, .nan, .infinity, -1e300, 1e12, 0.5, -2, 1e-300]
            return values[Int(words.next() % 8)]
        }
        // Both sensors have begun: from here on each reading must be there or counted as lost.
        items += Swing.oneDevice(until: 1_000_000_000)
        gyroscope = 100
        time = 1_000_000_000
        for _ in 0..<2_000 {
            switch words.next() % 40 {
            case 0: time = time &+ Int64(words.next() % 5) * 31_536_000_000_000_000
            case 1: time -= Int64(words.next() % 3_000_000_000)
            case 2: time = Int64(bitPattern: words.next()) / 4
            default: time += 10_000_000
            }
            let types: [MotionSensorType] = [.accelerometer, .gyro, .magnetometer]
            let type = types[Int(words.next() % 3)]
            let at = BootInstant(nanoseconds: time)
            switch words.next() % 10 {
            case 0:
                let lost = Int64(words.next() % 1_000)
                items.append(
                    .gap(
                        channel: type.channel,
                        at: at,
                        lost: lost,
                        reason: .device,
                        isEstimated: words.next() % 2 == 0
                    )
                )
                if type == .gyro { gyroscope += lost }
            case 1:
                items.append(MotionSample(type, at: at, x: odd(), y: odd(), z: odd()))
                if type == .gyro { gyroscope += 1 }
            default:
                items.append(Swing.sample(type, at: time % 1_000_000_000_000, timestamped: time))
                if type == .gyro { gyroscope += 1 }
            }
        }
        let run = OfflineRun(of: items, rates: Self.withField)
        let lost = run.gaps(.gravity).reduce(Int64(0)) { $0 + $1.lost }
        #expect(Int64(run.readings(.gravity).count) + lost == gyroscope)
        for sample in run.output where sample.role == .reading {
            #expect(sample.vector.sum().isFinite)
        }
    }

    @Test("does not exist, without an error, if the accelerometer gave no reading")
    func nothing() {
        #expect(!OfflineRun(of: []).motion.hasAttitudes)
        let alone = OfflineRun(of: Swing.oneDevice([.gyro], until: 2_000_000_000))
        #expect(!alone.motion.hasAttitudes)
        #expect(alone.output.isEmpty)
    }
}
