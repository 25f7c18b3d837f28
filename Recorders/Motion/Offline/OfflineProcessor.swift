// Writes attitudes that were computed from a whole recording. In place of the raw readings it writes attitude,
// gravity and the other derived types, each with the timestamp of a gyroscope reading.

internal import Orientation
internal import Recording
internal import SampleStream
internal import Timebase

/// Writes the values that were computed beforehand, in place of a recording's raw readings.
final class OfflineProcessor: SampleProcessor {
    typealias Sample = MotionSample

    private var derivation: OfflineDerivation

    init(_ motion: OfflineMotion, for request: MotionRequest, of source: SourceDescription) {
        derivation = OfflineDerivation(motion, request.derivedTypes, marks: source.marks)
    }

    func describe(_ description: inout SourceDescription) { derivation.describe(&description) }

    func derive(
        from items: UnsafeBufferPointer<MotionSample>,
        _ handOn: (UnsafeBufferPointer<MotionSample>) -> Void
    ) {
        // One access for each batch, because each access is checked for exclusivity.
        unsafe derivation.derive(from: items, handOn)
    }

    func finish(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        unsafe derivation.finish(handOn)
    }
}

/// Turns the items of a recording into those that are written.
struct OfflineDerivation {
    private let motion: OfflineMotion
    private let types: [MotionSensorType]
    private let marks: MarkTable?
    private var rows: OfflineRows
    /// How many time steps of the computed attitudes have been used.
    private var steps = 0
    /// What is missing because readings of the gyroscope or the accelerometer are missing.
    private var missing: MissingRow
    /// What is missing because north is unknown, and because the magnetometer was silent.
    private var missingNorth: MissingRow
    private var missingField: MissingRow
    private var hasField = false
    private var output: [MotionSample] = []

    init(_ motion: OfflineMotion, _ types: [MotionSensorType], marks: MarkTable?) {
        self.motion = motion
        self.types = types
        self.marks = marks
        rows = OfflineRows(ratesInHertz: motion.ratesInHertz)
        missing = MissingRow(of: types)
        missingNorth = MissingRow(of: types.filter { $0 == .attitude })
        missingField = MissingRow(of: types.filter { $0 == .magneticField })
    }

    mutating func derive(
        from items: UnsafeBufferPointer<MotionSample>,
        _ handOn: (UnsafeBufferPointer<MotionSample>) -> Void
    ) {
        for index in 0..<items.count { unsafe take(items[index]) }
        unsafe handOnOutput(handOn)
    }

    mutating func finish(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        writeAll()
        unsafe handOnOutput(handOn)
    }

    private mutating func handOnOutput(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        guard !output.isEmpty else { return }
        unsafe output.withUnsafeBufferPointer { unsafe handOn($0) }
        output.removeAll(keepingCapacity: true)
    }

    private mutating func take(_ item: MotionSample) {
        guard case .mark = item.role else {
            rows.take(item)
            return write(isOver: false)
        }
        // Write all samples measured before the end first, and then the mark.
        if item.isStop(among: marks) { writeAll() }
        output.append(item)
    }

    private mutating func writeAll() {
        write(isOver: true)
        missing.tell(into: &output)
        missingNorth.tell(into: &output)
        missingField.tell(into: &output)
    }
}

// MARK: - Writing

extension OfflineDerivation {
    private mutating func write(isOver: Bool) {
        while let row = rows.next(isOver: isOver) {
            switch row {
            case .lost(let gap): lose(gap)
            case .reading(let reading): write(reading)
            }
        }
    }

    private mutating func lose(_ gap: LossLedger.Entry) {
        missingNorth.tell(into: &output)
        missingField.tell(into: &output)
        missing.add(gap, into: &output)
    }

    private mutating func write(_ reading: OfflineRows.Reading) {
        let step = steps + reading.stepsAhead
        steps = step + 1
        // If the file was changed after the attitudes were computed, it may have more time steps than they have.
        let loss = step < motion.attitudes.count ? reading.loss : .source
        guard loss == nil, let acceleration = reading.acceleration else {
            return lose(
                LossLedger.Entry(
                    channel: 0,
                    reason: loss ?? .source,
                    firstMissing: BootInstant(nanoseconds: reading.timestamp),
                    count: 1
                )
            )
        }
        missing.tell(into: &output)
        write(reading, acceleration, atStep: step)
    }

    private mutating func write(
        _ reading: OfflineRows.Reading,
        _ acceleration: SIMD3<Double>,
        atStep step: Int
    ) {
        let time = BootInstant(nanoseconds: reading.timestamp)
        let level = motion.attitudes.attitude6D(at: step)
        let gravity = level.inverse.rotate(SIMD3(0, 0, 1))
        let northward = motion.hasNorth ? motion.attitudes.attitude9D(at: step) : nil
        let field = reading.fieldVector.flatMap { HeadingFilter.isField($0) ? $0 : nil }
        let isTrusted =
            field != nil && !motion.attitudes.isMagneticFieldDisturbed(at: step)
        func northern(_ sample: MotionSample) -> MotionSample {
            var sample = sample
            sample.eventAccuracy = isTrusted ? 1 : 0
            if let northward {
                sample.heading = HeadingFilter.heading(of: northward)
                sample.hasHeading = true
            }
            return sample
        }
        for type in types {
            switch type {
            case .attitude:
                guard motion.hasNorth else {
                    output.append(.attitude(level, .zUp, at: time))
                    continue
                }
                guard let northward else {
                    missingNorth.add(.source, at: reading.timestamp, into: &output)
                    continue
                }
                missingNorth.tell(into: &output)
                output.append(northern(.attitude(northward, .northWestUp, at: time)))
            case .gravity: output.append(.axes(type, gravity, at: time))
            case .magneticField:
                guard let field else {
                    loseField(reading)
                    continue
                }
                hasField = true
                missingField.tell(into: &output)
                output.append(northern(.axes(type, field, at: time)))
            case .rotationRate:
                let bias = motion.attitudes.bias(at: step)
                output.append(.axes(type, reading.rate - bias, at: time))
            case .userAcceleration:
                output.append(.axes(type, acceleration - gravity, at: time))
            case .accelerometer, .gyro, .magnetometer: break
            }
        }
    }

    /// Notes a missing field; before the magnetometer has begun, nothing of it is lost.
    private mutating func loseField(_ reading: OfflineRows.Reading) {
        guard hasField || reading.field != .notBegun else { return }
        hasField = true
        missingField.add(reading.field?.loss ?? .source, at: reading.timestamp, into: &output)
    }
}

// MARK: - Describing

extension OfflineDerivation {
    func describe(_ description: inout SourceDescription) {
        for type in types {
            description.nominalRatesInHertz[type.channel] =
                description.nominalRatesInHertz[MotionSensorType.gyro.channel]
        }
        let frame: ReferenceCoordinate = motion.hasNorth ? .northWestUp : .zUp
        description.details["derived"] =
            types.map(\.rawValue).joined(separator: ", ")
            + " (\(frame.rawValue), VQF, offline)"
        let interpolated =
            (rows.interpolates.acceleration ? [MotionSensorType.accelerometer.rawValue] : [])
            + (rows.interpolates.field ? [MotionSensorType.magnetometer.rawValue] : [])
        if !interpolated.isEmpty {
            description.details["resampled"] =
                interpolated.joined(separator: ", ") + " to the instants of the gyro, linearly"
        }
        if motion.holes > 0 {
            description.details["attitudeLevelledAnew"] =
                motion.holes == 1
                ? "once, after a hole of more than 0.2 s"
                : "\(motion.holes) times, after holes of more than 0.2 s"
        }
        if motion.hasMagnetometer, !motion.hasNorth {
            description.details["north"] =
                "unknown: at no time was the magnetic field as steady as the Earth's"
        }
    }
}
