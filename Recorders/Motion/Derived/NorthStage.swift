// Computes what needs a magnetometer: the attitude with north, and the magnetic field. It runs after
// `InclinationStage` and may lag, so a slow or silent magnetometer delays nothing else.

internal import Orientation
internal import SampleStream
internal import Timebase

/// Adds north to attitudes whose only known direction is up.
struct NorthStage {
    /// Whether its results are requested; otherwise it receives nothing.
    let isWanted: Bool
    private let types: [MotionSensorType]
    private var rows = Queue<InclinationStage.Row>(limit: 1 << 16)
    private var newest = Int64.min
    private var magnetometer: TimedSensor
    private var filter: HeadingFilter
    /// The rate for which the filter is tuned, in readings a second.
    private var rateInHertz: Double
    private var missing: MissingRow
    /// What is missing because only the magnetometer was silent.
    private var missingField: MissingRow
    private(set) var hasBegun = false
    private(set) var isInterpolated = false

    /// The filter is retuned if the period differs by more than this part.
    private static let otherRate = 0.1

    /// - Parameters:
    ///   - wanted: The types to compute and write; `nil` if no magnetometer is needed.
    ///   - rate: The magnetometer's expected rate.
    init(_ wanted: [MotionSensorType]?, magnetometerRateInHertz rate: Double) {
        isWanted = wanted != nil
        let types = wanted ?? []
        self.types = types
        missing = MissingRow(of: types)
        missingField = MissingRow(of: types.filter { $0 == .magneticField })
        magnetometer = TimedSensor(rateInHertz: rate)
        rateInHertz = FilterRate.possible(rate)
        filter = HeadingFilter(rateInHertz: rateInHertz)
    }

    mutating func addField(_ vector: SIMD3<Double>, timestampedAt timestamp: Int64) {
        guard isWanted else { return }
        magnetometer.add(vector, timestampedAt: timestamp)
    }

    mutating func addFieldGap(_ gap: LossLedger.Entry) {
        guard isWanted else { return }
        magnetometer.add(gap)
    }

    /// Adds a row that `InclinationStage` passes on, and computes the oldest row if there is no room.
    mutating func add(_ row: InclinationStage.Row, into output: inout [MotionSample]) {
        guard isWanted else { return }
        // The oldest row can wait no longer, because there is no room.
        if rows.isFull, let oldest = rows.first {
            rows.removeFirst()
            _ = compute(oldest, isOver: true, into: &output)
        }
        if case .level(let level) = row { newest = level.time }
        rows.append(row)
    }

    /// Computes what can be computed now; everything if `isOver`, because no later readings will come.
    mutating func compute(isOver: Bool, into output: inout [MotionSample]) {
        while let next = rows.first {
            guard compute(next, isOver: isOver, into: &output) else { return }
            rows.removeFirst()
        }
    }

    /// Reports what is missing at the end.
    mutating func tellMissing(into output: inout [MotionSample]) {
        missingField.tell(into: &output)
        missing.tell(into: &output)
    }

    private mutating func compute(
        _ row: InclinationStage.Row,
        isOver: Bool,
        into output: inout [MotionSample]
    ) -> Bool {
        switch row {
        case .lost(let gap):
            guard hasBegun else { return true }
            missingField.tell(into: &output)
            missing.add(gap, into: &output)
            return true
        case .level(let level):
            let waited = newest.seconds(since: level.time)
            let isOver = isOver || waited > InclinationStage.patienceInSeconds
            let field = magnetometer.answer(at: level.time, isOver: isOver)
            guard field != .wait else { return false }
            // Before the magnetometer has begun, nothing can be computed, so nothing is lost.
            guard hasBegun || field != .notBegun else { return true }
            hasBegun = true
            find(level, field, into: &output)
            return true
        }
    }

    private mutating func find(
        _ level: InclinationStage.Level,
        _ answer: Follower.Answer,
        into output: inout [MotionSample]
    ) {
        follow(level.periodInSeconds)
        if let trust = level.trustInSeconds { filter.lookAnew(trustInSeconds: trust) }
        var hasField = false
        if case .felt(let field, let wasInterpolated) = answer {
            isInterpolated = isInterpolated || wasInterpolated
            hasField = filter.update(
                magnetometer: field,
                attitude: level.attitude,
                meanRotation: level.meanRotation
            )
        }
        let loss: GapReason? = hasField ? nil : answer.loss ?? .source
        let time = BootInstant(nanoseconds: level.timestamp)
        guard let attitude = filter.northward(level.attitude) else {
            missingField.tell(into: &output)
            missing.add(loss ?? .source, at: level.timestamp, into: &output)
            return
        }
        missing.tell(into: &output)
        if let loss {
            missingField.add(loss, at: level.timestamp, into: &output)
        } else {
            missingField.tell(into: &output)
        }
        // Without a reading of the field, the heading is not trusted either.
        let accuracy = hasField && !filter.isMagneticFieldDisturbed ? 1 : 0
        let heading = HeadingFilter.heading(of: attitude)
        func emit(_ sample: MotionSample) {
            var sample = sample
            sample.eventAccuracy = accuracy
            sample.heading = heading
            sample.hasHeading = true
            output.append(sample)
        }
        for type in types {
            if type == .attitude { emit(.attitude(attitude, .northWestUp, at: time)) }
            if type == .magneticField, hasField, let field = filter.magneticField {
                emit(.axes(type, field, at: time))
            }
        }
    }

    /// Tunes the filter to the rate at which readings arrive.
    private mutating func follow(_ period: Double) {
        let isNew = filter.magneticField == nil
        guard isNew || abs(period * rateInHertz - 1) > Self.otherRate else { return }
        rateInHertz = FilterRate.possible(1 / period)
        if isNew {
            filter = HeadingFilter(rateInHertz: rateInHertz)
        } else {
            filter.change(toRateInHertz: rateInHertz)
        }
    }
}
