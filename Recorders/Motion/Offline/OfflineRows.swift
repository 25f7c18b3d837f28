// Forms one row for each gyroscope reading of a recording: what the sensors measured at that instant, and how the
// gyroscope turned since its previous reading. A recording is read twice, once to compute the attitudes and once to
// write them. Both use these rows, so that each attitude is matched with its reading.

internal import Orientation
internal import SampleStream
internal import Timebase

/// The readings of one recorded device, as rows at the gyroscope's readings.
struct OfflineRows {
    /// The values at one reading of the gyroscope.
    struct Reading {
        /// The reading's timestamp.
        var timestamp: Int64
        var rate: SIMD3<Double>
        /// How the sensor came to this reading; `nil` if the rate is impossible for a gyroscope.
        var passage: TurnCourse.Passage?
        /// How much time the reading covers if it follows a hole.
        var spanInSeconds: Double
        /// The distance between readings.
        var periodInSeconds: Double
        var acceleration: SIMD3<Double>?
        /// Why the types derived from both sensors are missing, if they are.
        var loss: GapReason?
        /// What the magnetometer measured; `nil` if there is no magnetometer.
        var field: Follower.Answer?
    }

    /// What `next` returns, in order.
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
    /// Whether any acceleration, and any field, was interpolated between two readings.
    private(set) var interpolates = (acceleration: false, field: false)

    /// - Parameter ratesInHertz: The expected rate of each sensor that is there.
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
    /// Adds a reading or a gap; ignores items that are not of a raw sensor.
    mutating func take(_ item: MotionSample) {
        switch RawNews(item) {
        case .reading(.gyroscope, let rate, let timestamp):
            gyroscope.add(rate, timestampedAt: timestamp)
        case .reading(.accelerometer, let vector, let timestamp):
            accelerometer.add(vector, timestampedAt: timestamp)
        case .reading(.magnetometer, let field, let timestamp):
            if hasMagnetometer { magnetometer.add(field, timestampedAt: timestamp) }
        case .gap(.gyroscope, let gap): gyroscope.add(gap)
        case .gap(.accelerometer, let gap): accelerometer.add(gap)
        case .gap(.magnetometer, let gap): if hasMagnetometer { magnetometer.add(gap) }
        case nil: break
        }
    }
}

// MARK: - Giving

extension OfflineRows {
    /// Returns the next row, once everything that belongs to it is known.
    ///
    /// - Parameter isOver: Whether to stop waiting for later readings.
    /// - Returns: The row; `nil` if there is none yet.
    mutating func next(isOver: Bool) -> Row? {
        gyroscope.settle(isOver: isOver)
        while true {
            gyroscope.place()
            guard let first = gyroscope.first else { return nil }
            switch first {
            case .gap(let gap):
                gyroscope.removeFirst()
                // A gap before both sensors have begun loses nothing.
                if hasBegun { return .lost(gap) }
            case .reading(let rate, let timestamp, let time, let period):
                let waited = gyroscope.newest.seconds(since: time)
                let isOver =
                    isOver || gyroscope.isFull || waited > InclinationStage.patienceInSeconds
                let felt = accelerometer.answer(at: time, isOver: isOver)
                guard felt != .wait else { return nil }
                // Before both sensors have begun, nothing can be computed.
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
                return .reading(reading(turn, timestamp, period, next: next, felt, field))
            }
        }
    }

    private mutating func reading(
        _ turn: TurnCourse.Turn,
        _ timestamp: Int64,
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
            timestamp: timestamp,
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
    /// The magnetometer's vector; `nil` if there is no value at this instant.
    var fieldVector: SIMD3<Double>? {
        guard case .felt(let vector, _) = field else { return nil }
        return vector
    }

    /// How many steps of the computation come before this reading's own: those of a bridge, or of the ends of a
    /// hole.
    var stepsAhead: Int {
        switch passage {
        case .bridge(_, _, let steps): steps
        case .hole(_, _?): 2
        case .hole(_, nil), .turn, nil: 0
        }
    }
}
