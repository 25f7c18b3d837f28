// What needs no magnetometer: gravity, the user's acceleration, the rotation without bias, and the attitude
// but for north. The gyroscope's readings lead; each waits for its own instant, and for what the accelerometer
// felt then. Nothing here waits for a magnetometer.

internal import Orientation
internal import SampleStream
internal import Timebase

/// Computes what follows from gyroscope and accelerometer.
struct InclinationStage {
    /// The attitude at one reading of the gyroscope.
    struct Level {
        /// As the reading was stamped.
        var stamp: Int64
        /// When it was taken.
        var time: Int64
        var attitude: Quaternion
        var meanRotation: SIMD3<Double>
        /// How far readings are apart.
        var periodInSeconds: Double
        /// After a long hole: how many seconds of readings the heading weighs.
        var trustInSeconds: Double?
    }

    /// What is handed on, in order.
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

    /// How much later than one sensor's readings another's of the same time may come.
    static let patienceInSeconds = 10.0

    /// - Parameters:
    ///   - types: What is to be written of what it computes.
    ///   - gyroscopeRate: How often the gyroscope should read.
    ///   - accelerometerRate: How often the accelerometer should.
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

    /// How often the attitude was levelled anew.
    var levellings: Int { tracker.levellings }
}

// MARK: - Taking

extension InclinationStage {
    mutating func addRotation(_ rate: SIMD3<Double>, stampedAt stamp: Int64) {
        gyroscope.add(rate, stampedAt: stamp)
    }

    mutating func addRotationGap(_ gap: LossLedger.Entry) { gyroscope.add(gap) }

    mutating func addAcceleration(_ vector: SIMD3<Double>, stampedAt stamp: Int64) {
        accelerometer.add(vector, stampedAt: stamp)
    }

    mutating func addAccelerationGap(_ gap: LossLedger.Entry) {
        accelerometer.add(gap)
    }
}

// MARK: - Computing

extension InclinationStage {
    /// Computes what can be.
    ///
    /// - Parameters:
    ///   - isOver: Whether nothing is to be waited for.
    ///   - output: Takes what is to be written.
    ///   - north: Takes the attitudes without north, and what is missing.
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
            case .reading(let rate, let stamp, let time, let period):
                let waited = gyroscope.newest.seconds(since: time)
                // Whatever it waits for, it waits no longer, nor where there is no more room.
                let isOver = isOver || gyroscope.isFull || waited > Self.patienceInSeconds
                let turn = AttitudeTracker.Turn(rate: rate, time: time)
                guard compute(turn, stamp, period, isOver, &output, &north) else { return }
            }
            gyroscope.removeFirst()
        }
    }

    /// Tells what is missing at the end.
    mutating func tellMissing(into output: inout [MotionSample]) { missing.tell(into: &output) }

    /// Computes what belongs to one reading of the gyroscope; `false` when it is too early.
    private mutating func compute(
        _ turn: AttitudeTracker.Turn,
        _ stamp: Int64,
        _ period: Double,
        _ isOver: Bool,
        _ output: inout [MotionSample],
        _ north: inout NorthStage
    ) -> Bool {
        let felt = accelerometer.answer(at: turn.time, isOver: isOver)
        guard felt != .wait else { return false }
        // Before both sensors have begun there is nothing to be computed, and so nothing lost.
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
                firstMissing: BootInstant(nanoseconds: stamp),
                count: 1
            )
            missing.add(loss, into: &output)
            north.add(.lost(loss), into: &output)
            return true
        }
        missing.tell(into: &output)
        emit(at: BootInstant(nanoseconds: stamp), into: &output)
        defer { trustInSeconds = nil }
        guard north.isWanted else { return true }
        north.add(
            .level(
                Level(
                    stamp: stamp,
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
        // Nothing is lost of what had not begun.
        guard hasBegun else { return }
        missing.add(gap, into: &output)
        north.add(.lost(gap), into: &output)
    }

    // Else all that the stage knows would be copied for the call.
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
        // There is no field that could be trusted.
        sample.eventAccuracy = -1
        return sample
    }
}
