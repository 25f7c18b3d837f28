// What the tests of derived readings share: a rotation that is known exactly, sensors that read it,
// and a run of the processor over their samples.

import MotionRecorder
import Orientation
import SampleStream
import Timebase

/// A gap as a test states it.
struct Gap: Equatable {
    var type: MotionSensorType?
    var time: Int64
    var lost: Int64
    var reason: GapReason
    var isEstimated: Bool

    init(
        _ type: MotionSensorType,
        at time: Int64,
        _ lost: Int64,
        _ reason: GapReason,
        isEstimated: Bool = false
    ) {
        self.type = type
        self.time = time
        self.lost = lost
        self.reason = reason
        self.isEstimated = isEstimated
    }

    /// The gap that a sample tells of, if it is one.
    init?(_ sample: MotionSample) {
        guard case .gap(let lost, let reason, let isEstimated) = sample.role else { return nil }
        type = sample.type
        time = sample.time.nanoseconds
        self.lost = lost
        self.reason = reason
        self.isEstimated = isEstimated
    }

    /// The same gap in a stream of samples.
    var sample: MotionSample {
        .gap(
            channel: type?.channel ?? 15,
            at: BootInstant(nanoseconds: time),
            lost: lost,
            reason: reason,
            isEstimated: isEstimated
        )
    }
}

/// A sensor that swings about an axis that is not its own, by an angle of which every derivative is
/// known: two seconds forth, two seconds back.
enum Swing {
    static let start = Quaternion(rotationVector: SIMD3(0.3, -0.2, 0.9))
    static let axis = SIMD3(2.0, -1, 2) / 3
    /// North and down, in µT.
    static let field = SIMD3(20.0, 0, -43)

    /// Radians, and radians a second: a parabola up, a parabola down, and so on.
    static func angle(at seconds: Double) -> (angle: Double, rate: Double) {
        let period = 4.0
        let phase = seconds - (seconds / period).rounded(.down) * period
        let sign = phase < 2 ? 1.0 : -1
        let inner = phase < 2 ? phase : phase - 2
        return (sign * inner * (2 - inner), sign * (2 - 2 * inner))
    }

    static func attitude(at time: Int64) -> Quaternion {
        start * Quaternion(rotationVector: axis * angle(at: Double(time) / 1e9).angle)
    }

    /// What a perfect sensor reads.
    static func reading(_ type: MotionSensorType, at time: Int64) -> SIMD3<Double> {
        switch type {
        case .gyro: axis * angle(at: Double(time) / 1e9).rate
        case .magnetometer: attitude(at: time).inverse.rotate(field)
        default: attitude(at: time).inverse.rotate(SIMD3(0, 0, 1))
        }
    }

    static func sample(
        _ type: MotionSensorType,
        at time: Int64,
        timestamped timestamp: Int64? = nil
    ) -> MotionSample {
        let values = reading(type, at: time)
        return MotionSample(
            type,
            at: BootInstant(nanoseconds: timestamp ?? time),
            x: values.x,
            y: values.y,
            z: values.z
        )
    }

    /// What several sensors read between two instants, each at its period from its offset, as they
    /// come: in order of time.
    static func samples(
        _ sensors: [(type: MotionSensorType, period: Int64, offset: Int64)],
        from: Int64 = 0,
        until end: Int64
    ) -> [MotionSample] {
        sensors.flatMap { sensor in
            stride(from: from + sensor.offset, to: end, by: Int(sensor.period))
                .map { sample(sensor.type, at: $0) }
        }
        .enumerated()
        .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        .map(\.element)
    }

    /// What one device of 100 Hz reads.
    static func oneDevice(
        _ types: [MotionSensorType] = [.accelerometer, .gyro],
        from: Int64 = 0,
        until end: Int64
    ) -> [MotionSample] {
        samples(types.map { ($0, 10_000_000, 0) }, from: from, until: end)
    }
}

/// A run of the processor over a stream.
struct Derivation {
    var output: [MotionSample] = []
    var description: SourceDescription
    /// What there was before the end of the stream was told.
    var outputBeforeEnd = 0

    init(
        _ types: [MotionSensorType],
        of items: [MotionSample],
        rates: [MotionSensorType: Double] = [.accelerometer: 100, .gyro: 100, .magnetometer: 100],
        ready: Set<MotionSensorType> = [],
        marks: MarkTable? = nil,
        batch: Int = 64
    ) throws {
        description = SourceDescription(name: "test", kind: "test", clock: "boottime")
        for (type, rate) in rates { description.nominalRatesInHertz[type.channel] = rate }
        description.readyChannels = Set(ready.map(\.channel))
        description.marks = marks
        let request = MotionRequest(types: types, rateInHertz: 100)
        guard let processor = MotionProcessor(for: request, of: description) else {
            output = items
            return
        }
        processor.describe(&description)
        var rest = items[...]
        while !rest.isEmpty {
            let next = Array(rest.prefix(batch))
            rest = rest.dropFirst(batch)
            unsafe next.withUnsafeBufferPointer { next in
                unsafe processor.derive(from: next) { output += unsafe Array($0) }
            }
        }
        outputBeforeEnd = output.count
        unsafe processor.finish { output += unsafe Array($0) }
        processor.describe(&description)
    }

    func readings(_ type: MotionSensorType) -> [MotionSample] {
        output.filter { $0.type == type && $0.role == .reading }
    }

    func gaps(_ type: MotionSensorType) -> [Gap] {
        output.filter { $0.type == type }.compactMap { Gap($0) }
    }

    /// Readings that gaps count; no further than a number goes.
    func lost(_ type: MotionSensorType) -> Int64 {
        gaps(type).reduce(0) { sum, gap in
            let (more, isTooLarge) = sum.addingReportingOverflow(gap.lost)
            return isTooLarge ? .max : more
        }
    }

    func times(_ type: MotionSensorType) -> [Int64] { readings(type).map(\.time.nanoseconds) }
}

extension MotionSample {
    var vector: SIMD3<Double> { SIMD3(x, y, z) }
    var quaternion: Quaternion { Quaternion(w: w, x: x, y: y, z: z) }

    /// Equal to the last bit, in all that a file would have of it.
    func isSame(as other: MotionSample) -> Bool {
        time == other.time && channel == other.channel && role == other.role
            && vector == other.vector && w == other.w && heading == other.heading
            && hasAxes == other.hasAxes && hasW == other.hasW && hasHeading == other.hasHeading
            && eventAccuracy == other.eventAccuracy
            && referenceCoordinate == other.referenceCoordinate
    }
}

extension SIMD3<Double> {
    var length: Double { (self * self).sum().squareRoot() }
}
