// What the sensors of a recording felt at each instant of its gyroscope, and how the gyroscope came there. A recording
// is read twice, once to learn the attitudes and once to write them: both readings come through here, so that each
// attitude is found again at the reading it is of.

internal import Orientation
internal import SampleStream
internal import Timebase

/// The readings of one recorded device, in the rows of its gyroscope.
struct OfflineRows {
    /// What was felt at one reading of the gyroscope.
    struct Reading {
        /// As the reading was stamped.
        var stamp: Int64
        var rate: SIMD3<Double>
        /// How the sensor came there; `nil` where the rate is none that a gyroscope gives.
        var passage: TurnCourse.Passage?
        /// How much time the reading tells of, where it comes behind a hole.
        var spanInSeconds: Double
        /// How far readings are apart.
        var periodInSeconds: Double
        var acceleration: SIMD3<Double>?
        /// Why what follows from both of them is missing, where it is.
        var loss: GapReason?
        /// What the magnetometer felt; `nil` where there is none.
        var field: Follower.Answer?
    }

    /// What is handed on, in order.
    enum Row {
        case reading(Reading)
        case lost(LossLedger.Entry)
    }

    private var gyroscope: LeadingSensor
    private var accelerometer: TimedSensor
    private var magnetometer: TimedSensor
    private let hasMagnetometer: Bool
    private var course: TurnCourse
    private var hasBegun = false
    /// Whether an acceleration, and a field, was taken from between two readings.
    private(set) var interpolates = (acceleration: false, field: false)

    /// - Parameter ratesInHertz: How often each sensor that is there should read.
    init(ratesInHertz: [MotionSensorType: Double]) {
        func rate(_ type: MotionSensorType) -> Double {
            ratesInHertz[type].flatMap { 1e-2...1e6 ~= $0 ? $0 : nil }
                ?? MotionRecorderConfiguration.defaultFrequencyInHertz
        }
        gyroscope = LeadingSensor(rateInHertz: rate(.gyro))
        accelerometer = TimedSensor(rateInHertz: rate(.accelerometer))
        magnetometer = TimedSensor(rateInHertz: rate(.magnetometer))
        hasMagnetometer = ratesInHertz[.magnetometer] != nil
        course = TurnCourse(spanInSeconds: 1 / rate(.gyro))
    }
}

// MARK: - Taking

extension OfflineRows {
    /// Takes a reading or a gap; what is of no raw sensor says nothing here.
    mutating func take(_ item: MotionSample) {
        switch RawNews(item) {
        case .reading(.gyroscope, let rate, let stamp): gyroscope.add(rate, stampedAt: stamp)
        case .reading(.accelerometer, let vector, let stamp):
            accelerometer.add(vector, stampedAt: stamp)
        case .reading(.magnetometer, let field, let stamp):
            if hasMagnetometer { magnetometer.add(field, stampedAt: stamp) }
        case .gap(.gyroscope, let gap): gyroscope.add(gap)
        case .gap(.accelerometer, let gap): accelerometer.add(gap)
        case .gap(.magnetometer, let gap): if hasMagnetometer { magnetometer.add(gap) }
        case nil: break
        }
    }
}

// MARK: - Giving

extension OfflineRows {
    /// The next row, as soon as all that belongs to it is known.
    ///
    /// - Parameter isOver: Whether nothing is to be waited for.
    /// - Returns: The row; `nil` where there is none yet.
    mutating func next(isOver: Bool) -> Row? {
        gyroscope.settle(isOver: isOver)
        while true {
            gyroscope.place()
            guard let first = gyroscope.first else { return nil }
            switch first {
            case .gap(let gap):
                gyroscope.removeFirst()
                // Nothing is lost of what had not begun.
                if hasBegun { return .lost(gap) }
            case .reading(let rate, let stamp, let time, let period):
                let waited = gyroscope.newest.seconds(since: time)
                let isOver =
                    isOver || gyroscope.isFull || waited > InclinationStage.patienceInSeconds
                let felt = accelerometer.answer(at: time, isOver: isOver)
                guard felt != .wait else { return nil }
                // Before both sensors have begun there is nothing to be computed.
                guard hasBegun || felt != .notBegun else {
                    gyroscope.removeFirst()
                    continue
                }
                let field = hasMagnetometer ? magnetometer.answer(at: time, isOver: isOver) : nil
                guard field != .wait else { return nil }
                let turn = TurnCourse.Turn(rate: rate, time: time)
                let needed = hasBegun ? course.nextNeeded(at: time) : nil
                if let needed, gyroscope.newest < needed, !isOver { return nil }
                let next = needed.flatMap { gyroscope.turn(from: $0) }
                gyroscope.removeFirst()
                return .reading(reading(turn, stamp, period, next: next, felt, field))
            }
        }
    }

    private mutating func reading(
        _ turn: TurnCourse.Turn,
        _ stamp: Int64,
        _ period: Double,
        next: TurnCourse.Turn?,
        _ felt: Follower.Answer,
        _ field: Follower.Answer?
    ) -> Reading {
        if !hasBegun {
            hasBegun = true
            course = TurnCourse(spanInSeconds: 1 / FilterRate.possible(1 / period))
        }
        course.follow(periodInSeconds: period)
        let isTurn = InclinationFilter.isRotation(turn.rate)
        let passage = isTurn ? course.passage(to: turn, next: next) : nil
        if isTurn { course.remember(turn) }
        var acceleration: SIMD3<Double>?
        var loss = felt.loss
        if case .felt(let vector, let isInterpolated) = felt {
            acceleration = vector
            interpolates.acceleration = interpolates.acceleration || isInterpolated
            if !InclinationFilter.isAcceleration(vector) { loss = .source }
        }
        if case .felt(_, isInterpolated: true) = field { interpolates.field = true }
        return Reading(
            stamp: stamp,
            rate: turn.rate,
            passage: passage,
            spanInSeconds: course.spanInSeconds,
            periodInSeconds: period,
            acceleration: acceleration,
            loss: isTurn ? loss : loss ?? .source,
            field: field
        )
    }
}

extension OfflineRows.Reading {
    /// What the magnetometer felt.
    var fieldVector: SIMD3<Double>? {
        guard case .felt(let vector, _) = field else { return nil }
        return vector
    }

    /// How many steps of the estimate lie ahead of its own: those of a bridge, or of the ends of a hole.
    var stepsAhead: Int {
        switch passage {
        case .bridge(_, _, let steps): steps
        case .hole(_, _?): 2
        case .hole(_, nil), .turn, nil: 0
        }
    }
}
