// Computes what needs no magnetometer: gravity, user acceleration, rotation without bias, and attitude without
// north. There is one result for each gyroscope reading. It waits until the reading's instant and the
// accelerometer's value at that instant are known, but never for a magnetometer.

internal import Orientation
internal import SampleStream
internal import Timebase

/// Computes what follows from gyroscope and accelerometer.
struct InclinationStage {
    /// The attitude at one reading of the gyroscope.
    struct Level {
        /// The reading's timestamp.
        var timestamp: Int64
        /// The estimated instant at which it was taken.
        var time: Int64
        var attitude: Quaternion
        var meanRotation: SIMD3<Double>
        /// The distance between readings.
        var periodInSeconds: Double
        /// After a long hole: the weight of the heading from before it, as a number of seconds of readings.
        var trustInSeconds: Double?
    }

    /// What this stage passes to `NorthStage`, in order.
    enum Row {
        case level(Level)
        case lost(LossLedger.Entry)
    }

    private let types: [MotionSensorType]
    private var gyroscope: LeadingSensor
    private var accelerometer: TimedSensor
    private var tracker: AttitudeTracker
    private var missing: MissingRow
    private var trustInSeconds: Double?
    private(set) var hasBegun = false
    private(set) var isInterpolated = false

    /// How much later readings of one sensor may arrive than another's of the same time.
    static let patienceInSeconds = 10.0

    /// - Parameters:
    ///   - types: The types to compute and write.
    ///   - gyroscopeRate: The gyroscope's expected rate.
    ///   - accelerometerRate: The accelerometer's expected rate.
    init(
        _ types: [MotionSensorType],
        gyroscopeRateInHertz gyroscopeRate: Double,
        accelerometerRateInHertz accelerometerRate: Double
    ) {
        self.types = types
        missing = MissingRow(of: types)
        gyroscope = LeadingSensor(rateInHertz: gyroscopeRate)
        accelerometer = TimedSensor(rateInHertz: accelerometerRate)
        tracker = AttitudeTracker(rateInHertz: gyroscopeRate)
    }

    /// How often the attitude was levelled again.
    var levellings: Int { tracker.levellings }
}

// MARK: - Taking

extension InclinationStage {
    mutating func addRotation(_ rate: SIMD3<Double>, timestampedAt timestamp: Int64) {
        gyroscope.add(rate, timestampedAt: timestamp)
    }

    mutating func addRotationGap(_ gap: LossLedger.Entry) { gyroscope.add(gap) }

    mutating func addAcceleration(_ vector: SIMD3<Double>, timestampedAt timestamp: Int64) {
        accelerometer.add(vector, timestampedAt: timestamp)
    }

    mutating func addAccelerationGap(_ gap: LossLedger.Entry) {
        accelerometer.add(gap)
    }
}

// MARK: - Computing

extension InclinationStage {
    /// Computes what can be computed now.
    ///
    /// - Parameters:
    ///   - isOver: Whether to stop waiting for later readings.
    ///   - output: Receives the samples to write.
    ///   - north: Receives the attitudes without north, and the gaps.
    mutating func compute(
        isOver: Bool,
        into output: inout [MotionSample],
        north: inout NorthStage
    ) {
        gyroscope.settle(isOver: isOver)
        while true {
            gyroscope.place()
            guard let next = gyroscope.first else { return }
            switch next {
            case .gap(let gap): lose(gap, into: &output, &north)
            case .reading(let rate, let timestamp, let time, let period):
                let waited = gyroscope.newest.seconds(since: time)
                // Stop waiting after the time limit, or when there is no room for another reading.
                let isOver = isOver || gyroscope.isFull || waited > Self.patienceInSeconds
                let turn = AttitudeTracker.Turn(rate: rate, time: time)
                guard compute(turn, timestamp, period, isOver, &output, &north) else { return }
            }
            gyroscope.removeFirst()
        }
    }

    /// Reports what is missing at the end.
    mutating func tellMissing(into output: inout [MotionSample]) { missing.tell(into: &output) }

    /// Computes the results of one gyroscope reading; returns `false` if it must wait.
    private mutating func compute(
        _ turn: AttitudeTracker.Turn,
        _ timestamp: Int64,
        _ period: Double,
        _ isOver: Bool,
        _ output: inout [MotionSample],
        _ north: inout NorthStage
    ) -> Bool {
        let felt = accelerometer.answer(at: turn.time, isOver: isOver)
        guard felt != .wait else { return false }
        // Before both sensors have begun, nothing can be computed, so nothing is lost.
        guard hasBegun || felt != .notBegun else { return true }
        let needed = hasBegun ? tracker.nextNeeded(at: turn.time) : nil
        if let needed, gyroscope.newest < needed, !isOver { return false }
        hasBegun = true
        let intake = tracker.update(
            turn,
            accelerometer: vector(felt),
            next: needed.flatMap { gyroscope.turn(from: $0) },
            periodInSeconds: period
        )
        if let trust = intake.trustInSeconds {
            trustInSeconds = min(trust, trustInSeconds ?? trust)
        }
        if let reason = felt.loss ?? (intake.isWhole ? nil : .source) {
            let loss = LossLedger.Entry(
                channel: 0,
                reason: reason,
                firstMissing: BootInstant(nanoseconds: timestamp),
                count: 1
            )
            missing.add(loss, into: &output)
            north.add(.lost(loss), into: &output)
            return true
        }
        missing.tell(into: &output)
        emit(at: BootInstant(nanoseconds: timestamp), into: &output)
        defer { trustInSeconds = nil }
        guard north.isWanted else { return true }
        north.add(
            .level(
                Level(
                    timestamp: timestamp,
                    time: turn.time,
                    attitude: tracker.filter.attitude,
                    meanRotation: tracker.filter.meanRotation,
                    periodInSeconds: period,
                    trustInSeconds: trustInSeconds
                )
            ),
            into: &output
        )
        return true
    }

    private mutating func vector(_ answer: Follower.Answer) -> SIMD3<Double>? {
        guard case .felt(let vector, let wasInterpolated) = answer else { return nil }
        isInterpolated = isInterpolated || wasInterpolated
        return vector
    }

    private mutating func lose(
        _ gap: LossLedger.Entry,
        into output: inout [MotionSample],
        _ north: inout NorthStage
    ) {
        // A gap before both sensors have begun loses nothing.
        guard hasBegun else { return }
        missing.add(gap, into: &output)
        north.add(.lost(gap), into: &output)
    }

    // Inlined, because a call would copy the whole stage.
    @inline(__always)
    private func emit(at time: BootInstant, into output: inout [MotionSample]) {
        for type in types {
            switch type {
            case .attitude: output.append(.attitude(tracker.filter.attitude, .zUp, at: time))
            case .gravity: output.append(.axes(type, tracker.filter.gravity, at: time))
            case .userAcceleration:
                output.append(.axes(type, tracker.filter.userAcceleration, at: time))
            case .rotationRate: output.append(.axes(type, tracker.filter.rotationRate, at: time))
            case .magneticField, .accelerometer, .gyro, .magnetometer: break
            }
        }
    }
}

extension MotionSample {
    static func axes(
        _ type: MotionSensorType,
        _ vector: SIMD3<Double>,
        at time: BootInstant
    ) -> MotionSample {
        MotionSample(type, at: time, x: vector.x, y: vector.y, z: vector.z)
    }

    static func attitude(
        _ turn: Quaternion,
        _ frame: ReferenceCoordinate,
        at time: BootInstant
    ) -> MotionSample {
        var sample = MotionSample(.attitude, at: time, x: turn.x, y: turn.y, z: turn.z)
        sample.w = turn.w
        sample.hasW = true
        sample.referenceCoordinate = frame
        // -1 means that no magnetic field was used.
        sample.eventAccuracy = -1
        return sample
    }
}
