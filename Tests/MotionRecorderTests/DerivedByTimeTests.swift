// The attitude of a sensor whose timestamps are not its instants, or of which readings are missing: next to what
// the same sensor has with true timestamps and all of its readings.

import MotionRecorder
import Orientation
import SampleStream
import Testing
import Timebase

@Suite("An attitude by true time")
struct DerivedByTimeTests {
    private static let second: Int64 = 1_000_000_000
    private static let period: Int64 = 10_000_000
    private static let end = 90
    /// What is learnt first does not count.
    private static let settled = 4000

    /// What becomes of the readings of a sensor on their way, by their numbers.
    struct Way: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The timestamp of one; `nil` where it is missing.
        var timestamp: @Sendable (Int) -> Int64?
        var isTold = false
    }

    private static func taken(_ index: Int) -> Int64 { Int64(index) * period }

    private static func batches(of size: Int) -> Way {
        Way(testDescription: "batches of \(size)") { index in
            // The last one may not be whole.
            taken(min(index / size * size + size, end * 100)) + 1_000_000
        }
    }

    private static func stalls(of count: Int) -> Way {
        Way(testDescription: "stalls of \(count) readings") { index in
            let inside = index % 500
            guard index > 500, inside < count else { return taken(index) }
            return taken(index - inside + count) - Int64(count - inside) * 20_000
        }
    }

    private static func missing(
        _ what: String,
        isTold: Bool,
        _ isMissing: @escaping @Sendable (Int) -> Bool
    ) -> Way {
        Way(
            testDescription: what + (isTold ? ", told" : ""),
            timestamp: { isMissing($0) ? nil : taken($0) },
            isTold: isTold
        )
    }

    /// A number for each index that seems to be any.
    private static func chance(_ index: Int) -> UInt64 {
        var random = RandomNumbers(state: UInt64(index))
        return random.next() % 1000
    }

    private struct RandomNumbers {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = (state ^ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
            state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
            return state ^ (state >> 31)
        }
    }

    static let ways: [Way] =
        [15, 20, 32, 50].map { batches(of: $0) } + [10, 20].map { stalls(of: $0) }
        + [false, true].flatMap { isTold in
            [
                missing("1 % missing", isTold: isTold) { chance($0) < 10 },
                missing("5 % missing", isTold: isTold) { chance($0) < 50 },
                missing("bursts of 50 ms missing", isTold: isTold) { $0 % 100 > 94 },
            ]
        }
        + [missing("the rate halved midway", isTold: false) { $0 > 5000 && $0 % 2 == 1 }]

    /// The stream of a device whose readings go such a way; what turns is fast.
    ///
    /// - Parameters:
    ///   - way: The way.
    ///   - seconds: How long it reads.
    ///   - reading: Which reading stands where one is due.
    /// - Returns: What it gives, and the numbers of its readings.
    private func stream(
        _ way: Way,
        seconds: Int = end,
        reading: (Int) -> Int = { $0 }
    ) -> (items: [MotionSample], kept: [Int]) {
        var items: [MotionSample] = []
        var kept: [Int] = []
        var lost: Int64 = 0
        for index in 0..<seconds * 100 {
            guard let timestamp = way.timestamp(index) else {
                lost += 1
                continue
            }
            for type in MotionSensorType.raw where lost > 0 && way.isTold {
                items.append(
                    Gap(type, at: Self.taken(index - Int(lost)), lost, .device).sample
                )
            }
            lost = 0
            kept.append(index)
            for type in MotionSensorType.raw {
                let time = Self.taken(reading(index))
                items.append(Tumble.sample(type, at: time, timestamped: timestamp))
            }
        }
        return (items, kept)
    }

    /// Radians of the whole turn, root mean square, once it has settled.
    ///
    /// - Parameters:
    ///   - run: What was computed.
    ///   - kept: The number of each reading.
    ///   - counts: Which of these count.
    /// - Returns: The error; endless where readings have no attitude.
    private func error(
        _ run: Derivation,
        _ kept: [Int],
        where counts: (Int) -> Bool = { _ in true }
    ) -> Double {
        let attitudes = run.readings(.attitude)
        guard attitudes.count == kept.count else { return .infinity }
        let counted = zip(attitudes, kept).filter { $0.1 >= Self.settled && counts($0.1) }
        let squares = counted.map { sample, index in
            let off = sample.quaternion * Tumble.attitude(at: Self.taken(index)).inverse
            return off.angleInRadians * off.angleInRadians
        }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    private static let types: [MotionSensorType] = [.attitude, .magneticField]

    @Test("is that of true timestamps and all readings", arguments: ways)
    func isAsGood(way: Way) throws {
        let (items, kept) = stream(way)
        let found = error(try Derivation(Self.types, of: items), kept)
        let true_ = stream(Way(testDescription: "") { Self.taken($0) })
        let best = error(try Derivation(Self.types, of: true_.items), true_.kept)
        // Without noise the best is a fiftieth of a degree, and no measure: a tenth of one is good.
        #expect(found <= max(1.15 * best, 0.1 * .pi / 180))
    }

    @Test(
        "is better behind half a second without readings than by holding the last ones",
        arguments: [false, true]
    )
    func longHoles(isTold: Bool) throws {
        let isMissing = { @Sendable (index: Int) in index % 500 >= 450 }
        let way = Self.missing("half a second missing", isTold: isTold, isMissing)
        let (items, kept) = stream(way)
        let found = error(try Derivation(Self.types, of: items), kept)
        let held = stream(Way(testDescription: "") { Self.taken($0) }) { index in
            isMissing(index) ? index / 500 * 500 + 449 : index
        }
        let holding = error(try Derivation(Self.types, of: held.items), held.kept) {
            !isMissing($0)
        }
        #expect(found <= 0.6 * holding, "\(found) rad, by holding \(holding)")
    }

    @Test("stands at the timestamps that the readings have, one for each", arguments: ways)
    func timestamps(way: Way) throws {
        let (items, _) = stream(way, seconds: 20)
        let run = try Derivation(Self.types + [.gyro, .gravity], of: items)
        #expect(run.times(.attitude) == run.times(.gyro))
        #expect(run.times(.gravity) == run.times(.gyro))
        #expect(
            zip(run.readings(.gyro), items.filter { $0.type == .gyro && $0.role == .reading })
                .allSatisfy { $0.isSame(as: $1) }
        )
    }

    @Test("is the same whether a batch comes sensor by sensor or reading by reading")
    func bySensor() throws {
        let (items, kept) = stream(Self.batches(of: 15))
        let batch = 15 * MotionSensorType.raw.count
        let sorted = stride(from: 0, to: items.count, by: batch).flatMap { start in
            let part = items[start..<min(start + batch, items.count)]
            return MotionSensorType.raw.reversed().flatMap { type in part.filter { $0.type == type }
            }
        }
        let together = try Derivation(Self.types, of: items)
        let apart = try Derivation(Self.types, of: sorted)
        #expect(apart.readings(.attitude).count == kept.count)
        #expect(
            zip(apart.readings(.attitude), together.readings(.attitude))
                .allSatisfy { $0.isSame(as: $1) }
        )
        // One device's sensors read at one instant: nothing lies between them.
        #expect(together.description.details["resampled"] == nil)
    }
}

/// A sensor that turns about every axis at up to three turns in two seconds; its readings have no errors.
enum Tumble {
    private static let axes = [SIMD3(1.0, 0, 0), SIMD3(0.0, 1, 0), SIMD3(0.0, 0, 1)]

    /// The turn about each axis in turn, and how fast.
    private static func phase(_ axis: Int, _ seconds: Double) -> (angle: Double, rate: Double) {
        let pulse = [2.6, 3.4, 1.9][axis]
        let (sine, cosine) = PortableMathOfTests.sineAndCosine(pulse * seconds + Double(axis))
        return (1.2 * sine, 1.2 * pulse * cosine)
    }

    static func attitude(at time: Int64) -> Quaternion {
        let seconds = Double(time) / 1e9
        return (0..<3).reduce(Quaternion.identity) { turn, axis in
            turn * Quaternion(rotationVector: axes[axis] * phase(axis, seconds).angle)
        }
    }

    /// The mean rate of the period that ends at an instant, as a gyroscope tells it.
    private static func rotation(at time: Int64) -> SIMD3<Double> {
        let period: Int64 = 10_000_000
        let turn = attitude(at: time - period).inverse * attitude(at: time)
        let axis = SIMD3(turn.x, turn.y, turn.z) * (turn.w < 0 ? -1 : 1)
        let sine = axis.length
        return sine > 1e-12 ? axis * (turn.angleInRadians / sine / 0.01) : .zero
    }

    static func sample(_ type: MotionSensorType, at time: Int64, timestamped: Int64) -> MotionSample
    {
        let values =
            switch type {
            case .gyro: rotation(at: time)
            case .magnetometer: attitude(at: time).inverse.rotate(Swing.field)
            default: attitude(at: time).inverse.rotate(SIMD3(0, 0, 1))
            }
        return MotionSample(
            type,
            at: BootInstant(nanoseconds: timestamped),
            x: values.x,
            y: values.y,
            z: values.z
        )
    }
}

/// The sine and its derivative, from a turn of a quaternion: no C library is needed.
private enum PortableMathOfTests {
    static func sineAndCosine(_ angle: Double) -> (Double, Double) {
        let turns = angle / (2 * .pi)
        let rest = (turns - turns.rounded()) * 2 * .pi
        let turn = Quaternion(aboutZByRadians: rest)
        return (2 * turn.w * turn.z, turn.w * turn.w - turn.z * turn.z)
    }
}
